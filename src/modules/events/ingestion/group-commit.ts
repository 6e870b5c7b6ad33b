import { takeOverdue, type Waiter } from '../../../platform/database/take-overdue';

/** Items to store, and the caller that waits for them. */
interface Job<In, Out> extends Waiter {
  items: readonly In[];
  resolve: (results: Out[]) => void;
  reject: (error: unknown) => void;
}

interface Lane<In, Out> {
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
 * After a transaction, the first client to return would start the next one alone, and all others would wait for its
 * end. So the next transaction begins once as many callers wait as had items in the previous one, or after MAX_WAIT_MS.
 * A single caller never waits.
 */
export class GroupCommit<In, Out> {
  private readonly lanes = new Map<string, Lane<In, Out>>();

  /**
   * @param write stores items of one queue in one transaction and returns one result each, in order.
   * @param isShared whether an error would also occur for each item alone.
   */
  constructor(
    private readonly write: (lane: string, items: readonly In[]) => Promise<Out[]>,
    private readonly isShared: (error: unknown) => boolean,
  ) {}

  /** Resolves when the items are durable. */
  submit(name: string, items: readonly In[]): Promise<Out[]> {
    return new Promise((resolve, reject) => {
      const lane = this.laneOf(name);
      lane.waiting.push({ items, resolve, reject, since: performance.now() });
      if (!lane.running) void this.run(name, lane);
      else if (lane.waiting.length >= lane.expected) lane.begin();
    });
  }

  private laneOf(name: string): Lane<In, Out> {
    const known = this.lanes.get(name);
    if (known !== undefined) return known;
    const lane = { waiting: [], running: false, expected: 0, begin: () => undefined };
    this.lanes.set(name, lane);
    return lane;
  }

  private async run(name: string, lane: Lane<In, Out>): Promise<void> {
    lane.running = true;
    await new Promise(setImmediate); // items of the same event-loop turn go together
    while (lane.waiting.length > 0) {
      const jobs = takeBatch(lane.waiting);
      await this.writeJobs(name, jobs, lane.waiting);
      if (jobs.length > 1) await gather(lane, jobs.length);
    }
    this.lanes.delete(name);
  }

  /**
   * Writes jobs together. After an error that is not shared, writes them one by one, because it may belong to one item
   * only.
   */
  private async writeJobs(
    lane: string,
    jobs: readonly Job<In, Out>[],
    waiting: Job<In, Out>[],
  ): Promise<void> {
    try {
      const results = await this.write(
        lane,
        jobs.flatMap((it) => it.items),
      );
      let from = 0;
      for (const { items, resolve } of jobs) {
        resolve(results.slice(from, from + items.length));
        from += items.length;
      }
    } catch (error) {
      if (this.isShared(error)) for (const job of [...jobs, ...takeOverdue(waiting)]) job.reject(error);
      else if (jobs.length === 1) for (const job of jobs) job.reject(error);
      else for (const job of jobs) await this.writeJobs(lane, [job], waiting);
    }
  }
}

/** Waits until `expected` callers are waiting, at most MAX_WAIT_MS. */
async function gather<In, Out>(lane: Lane<In, Out>, expected: number): Promise<void> {
  if (lane.waiting.length >= expected) return;
  lane.expected = expected;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    lane.begin = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  lane.begin = () => undefined;
}

/** Removes and returns whole jobs, at least one. */
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
