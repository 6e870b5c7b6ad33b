import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { UsageRechecksRepository } from './usage-rechecks.repository';
import { UsageChangesRepository, type PeriodKey, type UnprocessedPeriod } from './usage-changes.repository';

/** New usage that was counted in a billing period. */
export interface UsageChange {
  organizationId: string;
  periodId: string;
  subscriptionId: string;
}

/** A listener for new usage. */
export interface UsageListener {
  /** Returns the IDs of the periods that need action; most need none, so one query checks many. */
  concernedBy(tx: Transaction, changes: readonly UsageChange[]): Promise<readonly string[]>;
  /** Handles one change in a transaction of its own, after ingestion. Called at least once, until it succeeds. */
  onUsage(tx: Transaction, change: UsageChange): Promise<void>;
}

/** `changed`: more usage was counted in the meantime; `busy`: another process is running the listeners. */
type Outcome = 'done' | 'changed' | 'busy';

const BATCH = 100;
/** Maximum number of periods that a round marks for rechecks, so that they do not delay other usage for long. */
const MOST_RECHECKS = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Maximum number of runs per round for a period in which usage is counted faster than its listeners run. */
const MOST_ROUNDS = 3;

/**
 * Runs the listeners for new usage: usage thresholds and draft invoices. They run outside ingestion, within a second,
 * in any process. A crash loses nothing, because usage is marked as handled only after all listeners have succeeded.
 */
@Injectable()
export class UsageListeners {
  private readonly listeners: UsageListener[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageChangesRepository,
    private readonly rechecks: UsageRechecksRepository,
  ) {}

  register(listener: UsageListener): void {
    this.listeners.push(listener);
  }

  /**
   * Runs the listeners now for new usage of one period, for reads that must show it. Waits for a process that is
   * running them, so the caller must not hold locks that listeners take.
   */
  async processNow(organizationId: string, periodId: string): Promise<void> {
    await this.process({ organizationId, periodId }, true);
  }

  /** Returns whether any period has usage that the listeners have not handled. */
  async hasUnprocessed(): Promise<boolean> {
    const { reader } = this.transactions;
    return (await this.repository.isAny(reader)) || this.rechecks.isAny(reader);
  }

  /**
   * Processes all periods with new usage or a recheck once; a failed period does not stop the others. Skips periods that another
   * process is working on, unless `wait` is set.
   *
   * @returns the failures, and whether there is new usage again.
   */
  async processAll({ wait } = { wait: false }): Promise<{ failures: unknown[]; more: boolean }> {
    const failures: unknown[] = [];
    let more = await this.markRechecks();
    let key: PeriodKey | undefined = { organizationId: FIRST_ID, periodId: FIRST_ID };
    while (key !== undefined) {
      const batch: UnprocessedPeriod[] = await this.repository.list(this.transactions.reader, key, BATCH);
      const concerned = await this.concernedBy(batch);
      more = (await this.passOver(batch.filter((it) => !concerned.has(it.periodId)))) === 'changed' || more;
      for (const period of batch.filter((it) => concerned.has(it.periodId))) {
        try {
          more = (await this.process(period, wait)) === 'changed' || more;
        } catch (error) {
          failures.push(error);
        }
      }
      key = batch.length === BATCH ? batch.at(-1) : undefined;
    }
    return { failures, more };
  }

  /** Marks periods for rechecks. Returns whether there may be more. */
  private async markRechecks(): Promise<boolean> {
    for (let room = MOST_RECHECKS; room > 0;) {
      const marked = await this.transactions.run((tx) => this.rechecks.markNext(tx, room));
      if (marked === null) return false;
      room -= marked;
    }
    return true;
  }

  private async concernedBy(periods: readonly UnprocessedPeriod[]): Promise<ReadonlySet<string>> {
    const { reader } = this.transactions;
    const concerned = await Promise.all(this.listeners.map((it) => it.concernedBy(reader, periods)));
    return new Set(concerned.flat());
  }

  /** Marks the usage of periods that need no action as handled. */
  private async passOver(periods: readonly UnprocessedPeriod[]): Promise<Outcome> {
    if (periods.length === 0) return 'done';
    const marked = await this.transactions.run((tx) => this.repository.markProcessed(tx, periods));
    return marked ? 'done' : 'changed';
  }

  private async process(key: PeriodKey, wait: boolean): Promise<Outcome> {
    for (let round = 1; ; round++) {
      const outcome = await this.processOnce(key, wait);
      if (outcome !== 'changed' || round === MOST_ROUNDS) return outcome;
    }
  }

  /**
   * Runs the listeners, then marks the usage as handled in a separate transaction: marking takes a lock that would
   * block ingestion while the listeners run. After a crash in between, the listeners run again.
   */
  private async processOnce(key: PeriodKey, wait: boolean): Promise<Outcome> {
    const seen = await this.transactions.runFor(key.organizationId, async (tx) => {
      if (!(await this.repository.lock(tx, key, wait))) return 'busy';
      const period = await this.repository.find(tx, key);
      if (period === null) return 'done';
      const { organizationId, periodId, subscriptionId } = period;
      for (const listener of this.listeners)
        await listener.onUsage(tx, { organizationId, periodId, subscriptionId });
      return period;
    });
    if (typeof seen === 'string') return seen;
    const marked = await this.transactions.runFor(seen.organizationId, (tx) =>
      this.repository.markProcessed(tx, [seen]),
    );
    return marked ? 'done' : 'changed';
  }
}
