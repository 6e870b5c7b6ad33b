import type { Deadline } from '../../../platform/database/deadline';
import { earliest, removeTimedOut, type Waiter } from '../../../platform/database/timed-out-waiters';

/** Items to store, and the caller that waits for them. */
interface Job<In, Out> extends Waiter {
  items: readonly In[];
  resolve: (results: Out[]) => void;
  reject: (error: unknown) => void;
}

interface CommitQueue<In, Out> {
  waiting: Job<In, Out>[];
  running: boolean;
  /** Number of waiting callers at which the next transaction begins, unless MAX_WAIT_MS passes first. */
  expected: number;
  begin: () => void;
}

/**
 * Maximum number of items per transaction, unless one caller alone has more. Large enough to share the cost of a
 * transaction; small enough that this process reads requests while PostgreSQL stores others, instead of both taking
 * turns.
 */
const MAX_ITEMS = 300;
/**
 * How long a transaction waits for clients that have just received a response, because they often send the next request
 * immediately.
 */
const MAX_WAIT_MS = 2;

/**
 * Group commit: items that arrive while a transaction of their queue runs go into the next one, so that concurrent
 * callers share the cost of a transaction and its flush to disk. Queues do not wait for each other.
 *
 * If the next transaction started immediately, it would contain only the items of the first client to return, and all
 * other clients would have to wait for it to end. So it starts once as many callers are waiting as the previous one
 * served, or after MAX_WAIT_MS. A single caller never waits.
 */
export class GroupCommit<In, Out> {
  private readonly queues = new Map<string, CommitQueue<In, Out>>();

  /**
   * @param write stores items of one queue in one transaction, before the deadline, and returns one result each, in
   * order.
   * @param isShared returns whether an error, such as a lost connection, would also occur for each item alone.
   */
  constructor(
    private readonly write: (queue: string, items: readonly In[], deadline: Deadline) => Promise<Out[]>,
    private readonly isShared: (error: unknown) => boolean,
  ) {}

  /** Resolves when the items are durable. */
  submit(name: string, items: readonly In[], deadline: Deadline): Promise<Out[]> {
    return new Promise((resolve, reject) => {
      const queue = this.queueOf(name);
      queue.waiting.push({ items, resolve, reject, deadline });
      if (!queue.running) void this.run(name, queue);
      else if (queue.waiting.length >= queue.expected) queue.begin();
    });
  }

  private queueOf(name: string): CommitQueue<In, Out> {
    const known = this.queues.get(name);
    if (known !== undefined) return known;
    const queue = { waiting: [], running: false, expected: 0, begin: () => undefined };
    this.queues.set(name, queue);
    return queue;
  }

  private async run(name: string, queue: CommitQueue<In, Out>): Promise<void> {
    queue.running = true;
    await new Promise(setImmediate); // items of the same event-loop turn go together
    while (queue.waiting.length > 0) {
      const jobs = takeBatch(queue.waiting);
      await this.writeJobs(name, jobs, queue.waiting);
      if (jobs.length > 1) await gather(queue, jobs.length);
    }
    this.queues.delete(name);
  }

  /**
   * Writes jobs together. After an error that is not shared, writes them one by one, because it may belong to one item
   * only.
   */
  private async writeJobs(
    name: string,
    jobs: readonly Job<In, Out>[],
    waiting: Job<In, Out>[],
  ): Promise<void> {
    try {
      const results = await this.write(
        name,
        jobs.flatMap((it) => it.items),
        earliest(jobs),
      );
      let from = 0;
      for (const { items, resolve } of jobs) {
        resolve(results.slice(from, from + items.length));
        from += items.length;
      }
    } catch (error) {
      if (this.isShared(error)) for (const job of [...jobs, ...removeTimedOut(waiting)]) job.reject(error);
      else if (jobs.length === 1) for (const job of jobs) job.reject(error);
      else for (const job of jobs) await this.writeJobs(name, [job], waiting);
    }
  }
}

/** Waits until `expected` callers are waiting, at most MAX_WAIT_MS. */
async function gather<In, Out>(queue: CommitQueue<In, Out>, expected: number): Promise<void> {
  if (queue.waiting.length >= expected) return;
  queue.expected = expected;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    queue.begin = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  queue.begin = () => undefined;
}

/** Removes and returns the jobs of the next transaction: whole jobs, at least one. */
function takeBatch<In, Out>(waiting: Job<In, Out>[]): Job<In, Out>[] {
  let items = 0;
  let count = 0;
  for (const job of waiting) {
    items += job.items.length;
    if (count > 0 && items > MAX_ITEMS) break;
    count++;
  }
  return waiting.splice(0, count);
}
