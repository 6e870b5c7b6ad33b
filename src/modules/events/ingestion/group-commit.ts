/** Something to be stored, and whoever waits for it. */
interface Job<In, Out> {
  items: readonly In[];
  resolve: (results: Out[]) => void;
  reject: (error: unknown) => void;
}

interface Lane<In, Out> {
  waiting: Job<In, Out>[];
  running: boolean;
}

/** Items that go into one transaction at most. */
const MAX_ITEMS = 2000;

/**
 * Group commit: what arrives while one transaction of a lane runs goes into the next, so that the cost of a
 * transaction and of its flush to disk is shared by all who came meanwhile. Lanes do not wait for each other.
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
  submit(lane: string, items: readonly In[]): Promise<Out[]> {
    return new Promise((resolve, reject) => {
      const { waiting, running } = this.laneOf(lane);
      waiting.push({ items, resolve, reject });
      if (!running) void this.run(lane);
    });
  }

  private laneOf(name: string): Lane<In, Out> {
    const lane = this.lanes.get(name) ?? { waiting: [], running: false };
    this.lanes.set(name, lane);
    return lane;
  }

  private async run(name: string): Promise<void> {
    const lane = this.laneOf(name);
    lane.running = true;
    await new Promise(setImmediate); // what arrived in this turn of the event loop goes together
    while (lane.waiting.length > 0) await this.writeJobs(name, takeBatch(lane.waiting));
    this.lanes.delete(name);
  }

  /** A failure that is not shared must not be: the jobs are then written one by one. */
  private async writeJobs(lane: string, jobs: readonly Job<In, Out>[]): Promise<void> {
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
      if (jobs.length === 1 || this.isShared(error)) for (const job of jobs) job.reject(error);
      else for (const job of jobs) await this.writeJobs(lane, [job]);
    }
  }
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
