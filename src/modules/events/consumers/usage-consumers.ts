import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { ExtensionFailedError, Extensions, extensionPoint } from '../../../platform/extensions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { JobFailures } from '../../../platform/jobs/job-failures';
import { failedRows, handledRows } from '../../../platform/jobs/job-metrics';
import { logger } from '../../../platform/observability/logger';
import type { DirtyPeriod, DirtyPeriodVersion, PeriodKey } from './dirty-period';
import { DirtyPeriodsRepository, USAGE_CONSUMERS_LOOP } from './dirty-periods.repository';

/** Refreshes data that is derived from counted usage: usage thresholds, drafts of invoices. */
export interface UsageConsumer {
  /** Returns the ids of the dirty periods that this consumer must process. Most concern no consumer, hence one query for many. */
  affectedPeriods(tx: Transaction, periods: readonly DirtyPeriod[]): Promise<readonly string[]>;
  /**
   * Refreshes what depends on the usage of a period, in a transaction per period. At-least-once: repeated until it
   * succeeds, so it must be idempotent.
   */
  refresh(tx: Transaction, period: DirtyPeriod): Promise<void>;
}

/** The consumers of counted usage. */
export const USAGE_CONSUMERS = extensionPoint<UsageConsumer>('usage consumers');

/** `dirty`: more usage was counted meanwhile; `busy`: another process runs the consumers; `failed`: postponed. */
type Outcome = 'clean' | 'dirty' | 'busy' | 'failed';

const BATCH = 100;
const NIL_ID = '00000000-0000-0000-0000-000000000000';
/** A period in which usage is counted faster than its consumers run is left to the next round after this many runs. */
const MAX_RUNS = 3;

/**
 * Runs the consumers of counted usage. Counting usage sets a dirty flag on the billing period in the same commit;
 * consumers run in any process, within about a second, off the ingestion path. The flag is cleared when they have
 * succeeded, so a crash loses nothing. A period whose consumers fail is postponed with exponential backoff, as the rows
 * of due queues are, and stops no other.
 */
@Injectable()
export class UsageConsumers {
  private readonly failures = new JobFailures();

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DirtyPeriodsRepository,
    private readonly extensions: Extensions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs the consumers of one period now, if it is dirty; for reads that must show its usage. Waits for another process
   * that runs them, so the caller must not hold locks that consumers take.
   */
  async runNow(organizationId: string, periodId: string): Promise<void> {
    await this.run({ organizationId, periodId }, true);
  }

  /** Returns when there is something to run: before anything else, unless no period is dirty or all are postponed. */
  async nextDueAt(): Promise<Date | null> {
    const { reader } = this.transactions;
    return (await this.repository.exists(reader, this.clock.now())) ? new Date(0) : null;
  }

  /**
   * Goes through all dirty periods once. Skips periods whose consumers another process runs, unless told to `wait` for
   * it.
   *
   * @returns whether some period became dirty again meanwhile.
   * @throws when the database is unavailable.
   */
  async runAll({ wait } = { wait: false }): Promise<boolean> {
    const outcomes = new Set<Outcome>();
    let after: PeriodKey | undefined = { organizationId: NIL_ID, periodId: NIL_ID };
    while (after !== undefined) {
      const now = this.clock.now();
      const batch: DirtyPeriodVersion[] = await this.repository.list(
        this.transactions.reader,
        after,
        BATCH,
        now,
      );
      const affected = await this.affectedPeriods(batch);
      outcomes.add(await this.skip(batch.filter((it) => !affected.has(it.periodId))));
      for (const period of batch.filter((it) => affected.has(it.periodId))) {
        outcomes.add(await this.runOrPostpone(period, wait));
      }
      after = batch.length === BATCH ? batch.at(-1) : undefined;
    }
    await this.transactions.run((tx) => this.failures.clearStale(tx, USAGE_CONSUMERS_LOOP, this.clock.now()));
    return outcomes.has('dirty');
  }

  private async runOrPostpone(key: PeriodKey, wait: boolean): Promise<Outcome> {
    try {
      const outcome = await this.run(key, wait);
      if (outcome !== 'busy') handledRows.inc({ job_name: USAGE_CONSUMERS_LOOP });
      return outcome;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await this.postpone(key, error);
      return 'failed';
    }
  }

  private async postpone({ organizationId, periodId }: PeriodKey, error: unknown): Promise<void> {
    failedRows.inc({ job_name: USAGE_CONSUMERS_LOOP });
    const row = { organizationId, id: periodId };
    const failure = await this.transactions.runFor(organizationId, (tx) =>
      this.failures.record(tx, USAGE_CONSUMERS_LOOP, row, error, this.clock.now()),
    );
    logger.error(
      {
        job: USAGE_CONSUMERS_LOOP,
        organization_id: organizationId,
        period: periodId,
        retry_at: failure?.retryAt,
        err: error,
      },
      'Usage consumers failed; postponed',
    );
  }

  private async refresh(
    tx: Transaction,
    { organizationId, periodId, subscriptionId }: DirtyPeriod,
  ): Promise<void> {
    const period = { organizationId, periodId, subscriptionId };
    for (const consumer of this.extensions.of(USAGE_CONSUMERS)) {
      await this.extensions.call(USAGE_CONSUMERS, consumer, (it) => it.refresh(tx, period));
    }
  }

  private async affectedPeriods(periods: readonly DirtyPeriod[]): Promise<ReadonlySet<string>> {
    const affected = new Set<string>();
    for (const consumer of this.extensions.of(USAGE_CONSUMERS)) {
      for (const id of await this.affectedBy(consumer, periods)) affected.add(id);
    }
    return affected;
  }

  /** If a consumer cannot say, all periods affect it: each of them then fails, or succeeds, on its own. */
  private async affectedBy(
    consumer: UsageConsumer,
    periods: readonly DirtyPeriod[],
  ): Promise<readonly string[]> {
    const { reader } = this.transactions;
    try {
      return await this.extensions.call(USAGE_CONSUMERS, consumer, (it) =>
        it.affectedPeriods(reader, periods),
      );
    } catch (error) {
      if (!(error instanceof ExtensionFailedError)) throw error;
      logger.error({ job: USAGE_CONSUMERS_LOOP, err: error }, 'Usage consumer failed');
      return periods.map((it) => it.periodId);
    }
  }

  /** Marks periods clean that concern no consumer. */
  private async skip(periods: readonly DirtyPeriodVersion[]): Promise<Outcome> {
    if (periods.length === 0) return 'clean';
    const isClean = await this.transactions.run((tx) => this.repository.markClean(tx, periods));
    return isClean ? 'clean' : 'dirty';
  }

  private async run(key: PeriodKey, wait: boolean): Promise<Outcome> {
    for (let run = 1; ; run++) {
      const outcome = await this.runOnce(key, wait);
      if (outcome !== 'dirty' || run === MAX_RUNS) return outcome;
    }
  }

  /**
   * Clears the flag in a second transaction: in the first one its lock on the subscription would block ingestion. After
   * a crash in between, the consumers run once more.
   */
  private async runOnce(key: PeriodKey, wait: boolean): Promise<Outcome> {
    const caller = { organizationId: key.organizationId, job: USAGE_CONSUMERS_LOOP };
    const seen = await this.transactions.runFor(caller, async (tx) => {
      if (!(await this.repository.lock(tx, key, wait))) return 'busy';
      const period = await this.repository.find(tx, key);
      if (period === null) return 'clean';
      await this.refresh(tx, period);
      return period;
    });
    if (typeof seen === 'string') return seen;
    const { organizationId, periodId } = seen;
    const isClean = await this.transactions.runFor(organizationId, async (tx) => {
      await this.failures.clear(tx, USAGE_CONSUMERS_LOOP, organizationId, [periodId]);
      return this.repository.markClean(tx, [seen]);
    });
    return isClean ? 'clean' : 'dirty';
  }
}
