/**
 * `maxWaitMs` for batches of one statement in a request: together with the deadline of the statement (3.5 s by default) it
 * stays below 5 s, the deadline of a response.
 */
export const REQUEST_WAIT_MS = 1000;

/** How items are batched. */
export interface BatcherOptions<In, Out> {
  /**
   * Writes the items of one batch and returns one result for each, in their order.
   *
   * @param since when the first of them was added (monotonic clock, ms)
   */
  write(items: readonly In[], since: number): Promise<readonly Out[]>;
  /** Largest size of a batch, unless one item alone is larger. */
  readonly maxSize: number;
  /** What an item counts towards `maxSize`; 1 by default. */
  sizeOf?(item: In): number;
  /** How long the first item waits for others, unless the batch is full before; by default only for this turn of the event loop. */
  readonly maxDelayMs?: number;
  /**
   * How long the next batch waits for as many items as the last one had, because callers that have just been served
   * often come right back; 0 by default. After a batch of one it does not wait.
   */
  readonly regatherMs?: number;
  /** Items that have waited longer than this share a failure that is shared; by default each item is tried. */
  readonly maxWaitMs?: number;
  /** Whether a failure would meet each item alone as well; true by default. If not, the items are written one by one. */
  isShared?(error: unknown): boolean;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly since: number;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

const noop = (): void => undefined;

/**
 * Group commit (docs/decisions.md#batching): items that arrive while a batch is written go into the next one, so that
 * they share the cost of a statement or transaction. One batch is written at a time and items keep their order. The
 * write of an item always begins after the item was added, so a batched read never returns older data.
 */
export class Batcher<In, Out> {
  private readonly waiting: Waiting<In, Out>[] = [];
  private waitingSize = 0;
  private writer: Promise<void> | null = null;
  private draining = false;
  private onArrival = noop;
  private endPause = noop;

  constructor(private readonly options: BatcherOptions<In, Out>) {}

  /** Whether no item waits or is being written. */
  get isIdle(): boolean {
    return this.writer === null;
  }

  /** Resolves with the item's result once its batch is written. */
  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject, since: performance.now() });
      this.waitingSize += this.sizeOf(item);
      if (this.writer === null) this.writer = this.writeAll();
      else this.onArrival();
    });
  }

  /** Writes what waits without further delay, e.g. before the process ends; resolves when nothing waits. */
  async drain(): Promise<void> {
    this.draining = true;
    this.endPause();
    await this.writer;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      await new Promise(setImmediate); // items that arrive in this turn of the event loop go together
      await this.delay();
      const batch = this.take();
      await this.writeBatch(batch);
      if (batch.length > 1) await this.regather(batch.length);
    }
    this.writer = null;
  }

  /** Until the first item has waited for `maxDelayMs` or the batch is full. */
  private async delay(): Promise<void> {
    const { maxDelayMs = 0, maxSize } = this.options;
    const [first] = this.waiting;
    if (first === undefined || maxDelayMs === 0) return;
    await this.pause(first.since + maxDelayMs - performance.now(), () => this.waitingSize >= maxSize);
  }

  /**
   * Without this the first caller that comes back after a batch would start the next one alone, and all others would
   * wait for its end.
   */
  private async regather(expected: number): Promise<void> {
    const { regatherMs = 0 } = this.options;
    if (regatherMs > 0) await this.pause(regatherMs, () => this.waiting.length >= expected);
  }

  private async pause(ms: number, isEnough: () => boolean): Promise<void> {
    if (this.draining || ms <= 0 || isEnough()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      this.onArrival = () => {
        if (isEnough()) this.endPause();
      };
    });
    this.endPause = noop;
    this.onArrival = noop;
  }

  private take(): Waiting<In, Out>[] {
    let size = 0;
    let count = 0;
    for (const { item } of this.waiting) {
      const larger = size + this.sizeOf(item);
      if (count > 0 && larger > this.options.maxSize) break;
      size = larger;
      count++;
    }
    this.waitingSize -= size;
    return this.waiting.splice(0, count);
  }

  private async writeBatch(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const since = batch[0]?.since ?? performance.now();
      const results = await this.options.write(
        batch.map((it) => it.item),
        since,
      );
      if (results.length !== batch.length) throw new Error('A batch must have one result for each item');
      batch.forEach(({ resolve }, index) => resolve(results[index] as Out));
    } catch (error) {
      if (this.options.isShared?.(error) ?? true) {
        for (const { reject } of [...batch, ...this.takeOverdue()]) reject(error);
      } else if (batch.length === 1) {
        for (const { reject } of batch) reject(error);
      } else {
        for (const one of batch) await this.writeBatch([one]);
      }
    }
  }

  /** Takes out items that could not be tried in time: their own write might take as long again. */
  private takeOverdue(): Waiting<In, Out>[] {
    const latest = performance.now() - (this.options.maxWaitMs ?? Infinity);
    const kept = this.waiting.findIndex((it) => it.since > latest);
    const overdue = this.waiting.splice(0, kept === -1 ? this.waiting.length : kept);
    for (const { item } of overdue) this.waitingSize -= this.sizeOf(item);
    return overdue;
  }

  private sizeOf(item: In): number {
    return this.options.sizeOf?.(item) ?? 1;
  }
}
