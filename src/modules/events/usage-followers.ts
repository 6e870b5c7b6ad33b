import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { UsageChangesRepository, type Place, type UnfollowedPeriod } from './usage-changes.repository';

/** New usage was counted in a period. */
export interface UsageChange {
  organizationId: string;
  periodId: string;
  subscriptionId: string;
}

/** Acts on new usage. */
export interface UsageFollower {
  /** The ids of those periods that it has anything to do with: one look at many, as most need nobody to act. */
  concernedBy(tx: Transaction, changes: readonly UsageChange[]): Promise<readonly string[]>;
  /** Runs in a transaction of its own per change, some time after ingestion, at least until it succeeds. */
  follow(tx: Transaction, change: UsageChange): Promise<void>;
}

/** `changed`: more was counted meanwhile; `busy`: another process is at it. */
type Outcome = 'settled' | 'changed' | 'busy';

const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** A window that is counted faster than its followers act is left to the next round after so many times. */
const MOST_ROUNDS = 3;

/**
 * Who must act on new usage: thresholds, drafts of invoices. Off the ingestion path, within a second, in any
 * process, and not lost in a crash: what they have not seen is marked in the window's row until they succeed.
 */
@Injectable()
export class UsageFollowers {
  private readonly followers: UsageFollower[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageChangesRepository,
  ) {}

  register(follower: UsageFollower): void {
    this.followers.push(follower);
  }

  /**
   * Has the followers act now on what is new in one period; for reads that must show it. Waits for a process that
   * is at it, so the caller must not hold locks that followers take.
   */
  async settle(organizationId: string, periodId: string): Promise<void> {
    await this.follow({ organizationId, periodId }, true);
  }

  /** True while some window has news that its followers have not seen. */
  hasNews(): Promise<boolean> {
    return this.repository.isAny(this.transactions.reader);
  }

  /**
   * Goes through all windows with news once; a failure does not keep the others from being followed. Leaves out
   * what another process is at, unless it is to `wait` for it.
   *
   * @returns the failures, and whether some window has news again.
   */
  async followAll({ wait } = { wait: false }): Promise<{ failures: unknown[]; more: boolean }> {
    const failures: unknown[] = [];
    let more = false;
    let place: Place | undefined = { organizationId: FIRST_ID, periodId: FIRST_ID };
    while (place !== undefined) {
      const batch: UnfollowedPeriod[] = await this.repository.list(this.transactions.reader, place, BATCH);
      const concerned = await this.concernedBy(batch);
      more = (await this.passOver(batch.filter((it) => !concerned.has(it.periodId)))) === 'changed' || more;
      for (const period of batch.filter((it) => concerned.has(it.periodId))) {
        try {
          more = (await this.follow(period, wait)) === 'changed' || more;
        } catch (error) {
          failures.push(error);
        }
      }
      place = batch.length === BATCH ? batch.at(-1) : undefined;
    }
    return { failures, more };
  }

  private async concernedBy(periods: readonly UnfollowedPeriod[]): Promise<ReadonlySet<string>> {
    const { reader } = this.transactions;
    const concerned = await Promise.all(this.followers.map((it) => it.concernedBy(reader, periods)));
    return new Set(concerned.flat());
  }

  /** Nobody needs to act on these. */
  private async passOver(periods: readonly UnfollowedPeriod[]): Promise<Outcome> {
    if (periods.length === 0) return 'settled';
    const marked = await this.transactions.run((tx) => this.repository.markFollowed(tx, periods));
    return marked ? 'settled' : 'changed';
  }

  private async follow(place: Place, wait: boolean): Promise<Outcome> {
    for (let round = 1; ; round++) {
      const outcome = await this.followOnce(place, wait);
      if (outcome !== 'changed' || round === MOST_ROUNDS) return outcome;
    }
  }

  /**
   * The mark is taken away in a second transaction: in the first it would hold up ingestion, and a crash in between
   * only means that the followers act once more.
   */
  private async followOnce(place: Place, wait: boolean): Promise<Outcome> {
    const seen = await this.transactions.runFor(place.organizationId, async (tx) => {
      if (!(await this.repository.lock(tx, place, wait))) return 'busy';
      const period = await this.repository.find(tx, place);
      if (period === null) return 'settled';
      const { organizationId, periodId, subscriptionId } = period;
      for (const follower of this.followers)
        await follower.follow(tx, { organizationId, periodId, subscriptionId });
      return period;
    });
    if (typeof seen === 'string') return seen;
    const marked = await this.transactions.runFor(seen.organizationId, (tx) =>
      this.repository.markFollowed(tx, [seen]),
    );
    return marked ? 'settled' : 'changed';
  }
}
