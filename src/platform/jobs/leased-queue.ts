import type { Transaction } from '../database/transactions';
import { logger } from '../observability/logger';
import type { DueQueue, DueQueueOptions } from './due-queue';
import type { DueRow } from './job-failures';

/** Due work that waits for another service, so that no transaction may be open meanwhile. */
export interface LeasedQueueOptions extends Pick<
  DueQueueOptions<DueRow>,
  'name' | 'schedule' | 'nextDueAt' | 'claim'
> {
  /** Rows that one process works on at a time. */
  readonly concurrency: number;
  /** Keeps claimed rows from falling due again for as long as the work may take. */
  lease(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void>;
  /** Does the work of a row, outside any transaction. What fails, or is lost in a crash, is due again after its lease. */
  work(row: DueRow): Promise<void>;
}

/** A due queue whose claim only leases: the work begins after its commit (docs/decisions.md#leased-queue). */
export class LeasedQueue {
  private readonly queue: DueQueue;
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly options: LeasedQueueOptions,
    declare: (options: DueQueueOptions<DueRow>) => DueQueue,
  ) {
    const { name, schedule } = options;
    this.queue = declare({
      ...{ name, schedule, batchSize: options.concurrency },
      nextDueAt: (reader, now) => options.nextDueAt(reader, now),
      claim: (tx, now, limit) => options.claim(tx, now, Math.min(limit, this.room)),
      act: (tx, rows) => this.lease(tx, rows),
      afterCommit: (rows) => this.start(rows),
      whenDone: () => this.idle(),
    });
  }

  /** Works on what is due, in the background. Call it after the commit that made something due. */
  readonly wake = (): void => {
    this.queue.wake();
  };

  /** Resolves when nothing is being worked on. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private get room(): number {
    return this.options.concurrency - this.running.size;
  }

  private async lease(tx: Transaction, rows: readonly DueRow[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const ids = rows.map((it) => it.id);
    await this.options.lease(tx, first.organizationId, ids);
  }

  /** Starts the work on leased rows, and resolves when there is room for one more. */
  private async start(rows: readonly DueRow[]): Promise<void> {
    for (const row of rows) this.run(row);
    if (this.room === 0) await Promise.race(this.running);
  }

  private run(row: DueRow): void {
    const { name } = this.options;
    const running = this.options
      .work(row)
      .catch((error: unknown) => {
        const about = { job: name, organization_id: row.organizationId, id: row.id };
        logger.error({ ...about, err: error }, 'Leased row not finished; due again after its lease');
      })
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }
}
