import { isDatabaseUnavailable, isStatementFailure } from '../database/pg-errors';
import type { Transaction, Transactions } from '../database/transactions';
import type { Clock } from '../domain/clock';
import { logger } from '../observability/logger';
import type { DueRow, JobFailure, JobFailures } from './job-failures';
import { failedRows, handledRows, observed } from './job-metrics';

/** What a module says about its due work: rows whose time has come. */
export interface DueQueueOptions<Row extends DueRow> {
  /** The name of the job in logs, metrics and `job_failures`. */
  readonly name: string;
  /** When due rows are looked for, in cron form. */
  readonly schedule: string;
  /** Returns when the next row of any organization falls due, leaving out the same as `claim`. */
  nextDueAt(reader: Transaction, now: Date): Promise<Date | null>;
  /**
   * Locks up to `limit` due rows of one organization, oldest first, with FOR UPDATE SKIP LOCKED, leaving out
   * postponed ones (`notPostponed`) and those of suspended or moving organizations (`notHeld`). The transaction sees every
   * organization.
   */
  claim(tx: Transaction, now: Date, limit: number): Promise<readonly Row[]>;
  /** Processes claimed rows, so that none of them stays due at `now`. The transaction is confined to their organization. */
  act(tx: Transaction, rows: readonly Row[], now: Date): Promise<void>;
  /**
   * Called with processed rows once their transaction is committed, outside of it: for what must not happen within one,
   * such as sending. A crash may prevent the call, so `act` makes the rows due again later. Waited for before the next
   * claim; its own failures are logged only.
   */
  afterCommit?(rows: readonly Row[]): Promise<void>;
  /** Resolves when what `act` started to run after its commit is done, for the test clock. */
  whenDone?(): Promise<void>;
  /** Called with each failure of a row, in the transaction that records it. */
  onFailure?(tx: Transaction, row: Row, failure: JobFailure): Promise<void>;
  /** Rows per transaction, 1 by default. */
  readonly batchSize?: number;
  /** Transactions that one process runs at a time, 1 by default. */
  readonly concurrency?: number;
}

/** What a due queue uses of the service. */
export interface DueQueueServices {
  readonly transactions: Transactions;
  readonly failures: JobFailures;
  readonly clock: Clock;
}

interface Run {
  rows: number;
  /** How many of the next rows are claimed one by one, because a batch with them failed. */
  singles: number;
}

/**
 * The one loop for due work (docs/decisions.md#due-queue): claims rows, processes them and commits, until nothing is
 * due. Row locks divide the work among processes, so any number of them may run it, and what a crash interrupts stays
 * due. A row that fails is postponed with exponential backoff and does not block others.
 */
export class DueQueue<Row extends DueRow = DueRow> {
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Promise<number> | null = null;
  private active = 0;
  private stopped = false;

  constructor(
    private readonly options: DueQueueOptions<Row>,
    private readonly services: DueQueueServices,
  ) {}

  get name(): string {
    return this.options.name;
  }

  /**
   * Processes everything that is due when it begins and returns the number of rows processed. Runs of one process
   * follow each other; calls that wait for the same run share it.
   *
   * @throws when the database is unavailable, or the claim itself fails.
   */
  run(): Promise<number> {
    this.waiting ??= this.last.then(() => {
      this.waiting = null;
      return this.runOnce();
    });
    this.last = this.waiting.catch(() => undefined);
    return this.waiting;
  }

  /** Starts a run in the background, e.g. after a commit that queued work. If it fails, the next scheduled run retries. */
  wake(): void {
    this.run().catch((error: unknown) => {
      logger.error({ job: this.name, err: error }, 'Due queue run failed; retried on schedule');
    });
  }

  /** As `wake`, unless a run is in progress: it processes what is due as well. */
  tick(): void {
    if (this.active === 0) this.wake();
  }

  /** Returns when a row falls due next. One that is postponed counts from its retry on. */
  nextDueAt(): Promise<Date | null> {
    const { transactions, clock } = this.services;
    return this.options.nextDueAt(transactions.reader, clock.now());
  }

  /** Ends the running run after the transactions in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.last;
  }

  private async runOnce(): Promise<number> {
    if (this.stopped) return 0;
    this.active++;
    try {
      return await observed(this.name, () => this.processAll());
    } finally {
      this.active--;
    }
  }

  private async processAll(): Promise<number> {
    const { transactions, failures, clock } = this.services;
    const run: Run = { rows: 0, singles: 0 };
    const loops = Array.from({ length: this.options.concurrency ?? 1 }, async () => {
      while (!this.stopped && (await this.processNext(run)));
    });
    // All loops must have ended before the caller hears of a failure: it has to know that nothing runs any more.
    const broken = (await Promise.allSettled(loops)).find((it) => it.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    await transactions.run((tx) => failures.clearStale(tx, this.name, clock.now()));
    return run.rows;
  }

  /** Processes one batch; returns false when nothing could be claimed. */
  private async processNext(run: Run): Promise<boolean> {
    const limit = run.singles > 0 ? 1 : (this.options.batchSize ?? 1);
    const claim: { rows: readonly Row[] } = { rows: [] };
    try {
      await this.services.transactions.run(async (tx) => {
        const now = this.services.clock.now();
        claim.rows = await this.options.claim(tx, now, limit);
        await this.process(tx, claim.rows, now);
      }, this.name);
    } catch (error) {
      // No row causes a failure of the database itself; a row may cause that of a statement.
      if (claim.rows.length === 0 || (isDatabaseUnavailable(error) && !isStatementFailure(error)))
        throw error;
      await this.fail(run, claim.rows, error);
      return true;
    }
    run.singles = Math.max(0, run.singles - claim.rows.length);
    run.rows += claim.rows.length;
    handledRows.inc({ job_name: this.name }, claim.rows.length);
    await this.finish(claim.rows);
    return claim.rows.length > 0;
  }

  private async finish(rows: readonly Row[]): Promise<void> {
    if (this.options.afterCommit === undefined || rows.length === 0) return;
    try {
      await this.options.afterCommit(rows);
    } catch (error) {
      logger.error({ job: this.name, err: error }, 'afterCommit of due rows failed; they fall due again');
    }
  }

  private async process(tx: Transaction, rows: readonly Row[], now: Date): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { organizationId } = first;
    if (rows.some((it) => it.organizationId !== organizationId)) {
      throw new Error(`claim() of the due queue ${this.name} returned rows of several organizations`);
    }
    await this.services.transactions.confine(tx, organizationId, async () => {
      await this.options.act(tx, rows, now);
      const ids = rows.map((it) => it.id);
      await this.services.failures.clear(tx, this.name, organizationId, ids);
    });
  }

  /** A batch is repeated row by row, to find the one that fails. */
  private async fail(run: Run, rows: readonly Row[], error: unknown): Promise<void> {
    const [row] = rows;
    if (rows.length > 1 || row === undefined) {
      run.singles = Math.max(run.singles, rows.length);
      logger.warn({ job: this.name, rows: rows.length, err: error }, 'Batch failed; retrying row by row');
      return;
    }
    run.singles = Math.max(0, run.singles - 1);
    failedRows.inc({ job_name: this.name });
    const failure = await this.record(row, error);
    const { id, organizationId } = row;
    logger.error(
      {
        job: this.name,
        organization_id: organizationId,
        id,
        failures: failure?.failures,
        retry_at: failure?.retryAt,
        err: error,
      },
      'Due row could not be processed; postponed',
    );
  }

  private record(row: Row, error: unknown): Promise<JobFailure | null> {
    const { transactions, failures, clock } = this.services;
    return transactions.runFor(row.organizationId, async (tx) => {
      const failure = await failures.record(tx, this.name, row, error, clock.now());
      if (failure !== null) await this.tell(tx, row, failure);
      return failure;
    });
  }

  /** In a savepoint: a hook that fails must not keep the row from being postponed. */
  private async tell(tx: Transaction, row: Row, failure: JobFailure): Promise<void> {
    if (this.options.onFailure === undefined) return;
    try {
      await tx.transaction((inner) => Promise.resolve(this.options.onFailure?.(inner, row, failure)));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      logger.error({ job: this.name, id: row.id, err: error }, 'onFailure of a due row failed');
    }
  }
}
