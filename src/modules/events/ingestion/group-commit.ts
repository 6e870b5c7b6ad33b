import { takeOverdue, type Waiter } from '../../../platform/database/take-overdue';

/** Something to be stored, and whoever waits for it. */
interface Job<In, Out> extends Waiter {
  items: readonly In[];
  resolve: (results: Out[]) => void;
  reject: (error: unknown) => void;
}

interface Lane<In, Out> {
  waiting: Job<In, Out>[];
  running: boolean;
  /** How many must be waiting before the next transaction begins, unless its time comes first. */
  expected: number;
  begin: () => void;
}

/**
 * Items that go into one transaction at most, unless one caller alone has more: enough to share its cost, and few
 * enough that this process reads requests while PostgreSQL stores others, instead of both waiting in turn.
 */
const MAX_ITEMS = 300;
/** How long a transaction waits for those who have just been answered, as they often come right back. */
const MAX_WAIT_MS = 2;

/**
 * Group commit: what arrives while one transaction of a lane runs goes into the next, so that the cost of a
 * transaction and of its flush to disk is shared by all who came meanwhile. Lanes do not wait for each other.
 *
 * The first of those who come back after an answer would begin a transaction alone and have all others wait for
 * its end; so the next one begins when as many are there as went before, or a moment later. A caller who is alone
 * never waits.
 */
export class GroupCommit<In, Out> {
  private readonly lanes = new Map<string, Lane<In, Out>>();

  /**
   * @param write stores items of one lane in one transaction and answers one result each, in order.
   * @param isShared whether a failure would meet each of the items alone too.
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
    await new Promise(setImmediate); // what arrived in this turn of the event loop goes together
    while (lane.waiting.length > 0) {
      const jobs = takeBatch(lane.waiting);
      await this.writeJobs(name, jobs, lane.waiting);
      if (jobs.length > 1) await gather(lane, jobs.length);
    }
    this.lanes.delete(name);
  }

  /** A failure that is not shared must not be: the jobs are then written one by one. */
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

/** Waits a moment until so many are there. */
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

/** Whole jobs, at least one. */
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
