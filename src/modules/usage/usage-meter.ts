import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { undone } from '../../platform/database/undone';
import { NotFoundError } from '../../platform/errors/app-error';
import type { MeteredSubscriptionEntity } from './metered-subscription.entity';
import { PeriodEventsRepository } from './period-events.repository';
import { PeriodOpening, type NewPeriod } from './period-opening';
import { UsageListenersJobs } from './usage-listeners.jobs';
import type { MeteredPeriod, UsagePeriod } from './usage-period';
import { UsageReader, type PeriodUsage } from './usage-reader';
import { UsageRebuild } from './usage-rebuild';
import { UsageRepository } from './usage.repository';

/** The fields of a subscription that ingestion needs. */
export interface MeteredSubscription {
  subscriptionId: string;
  externalId: string;
  customerId: string;
  /** Usage is counted from this instant; null before the subscription starts. */
  startedAt: Date | null;
  /** Usage is counted until this instant; null while the subscription is active. */
  endedAt: Date | null;
  /** When the subscription is scheduled to end; null for never. */
  endsAt: Date | null;
}

/** How a billing period ends before its time. */
export interface PeriodEnd {
  at: Date;
  /** Whether nothing continues the billing period: the subscription ends, or the next plan begins a new one. */
  last: boolean;
  /** Whether usage at exactly the end counts: the usage that a request to terminate ends. By default it does not. */
  countsUsageAtEnd?: boolean;
  /** Charges that are not billed for this period, but by the next plan, with the level that carries over. */
  carriedCharges?: string[];
  /** When the billing period ends, if another plan takes over at `at`. */
  spanTo?: Date;
}

/**
 * Opens and closes billing periods and returns their usage (docs/billing-rules.md#usage-events). Reads running
 * aggregates, so its cost does not grow with the history.
 *
 * Every change to a subscription's usage, including ingestion, locks its row of metered_subscriptions first. So
 * the period of an event, and whether that period is still open, are always exact.
 */
@Injectable()
export class UsageMeter {
  constructor(
    private readonly repository: UsageRepository,
    private readonly events: PeriodEventsRepository,
    private readonly reader: UsageReader,
    private readonly opening: PeriodOpening,
    private readonly usageRebuild: UsageRebuild,
    private readonly listeners: UsageListenersJobs,
  ) {}

  /** @throws ConflictError when the organization has used the external ID before. */
  async register(tx: Transaction, organizationId: string, subscription: MeteredSubscription): Promise<void> {
    const { subscriptionId: id, ...columns } = subscription;
    await this.repository.insertSubscription(tx, { organizationId, id, ...columns });
  }

  /** Sets when a subscription started or ended. Usage that waits for a billing period after the last one is never billed. */
  async setDates(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
    dates: Pick<MeteredSubscription, 'startedAt' | 'endedAt'>,
  ): Promise<void> {
    await this.lock(tx, organizationId, subscriptionId);
    await this.repository.setDates(tx, organizationId, subscriptionId, dates);
    const { endedAt } = dates;
    if (endedAt === null) return;
    const last = await this.repository.findLastPeriod(tx, organizationId, subscriptionId, endedAt);
    await this.events.markUnbillable(tx, organizationId, subscriptionId, last?.to ?? endedAt);
  }

  /** Sets when a subscription is scheduled to end; null for never. */
  async setScheduledEnd(tx: Transaction, organizationId: string, id: string, at: Date | null): Promise<void> {
    await this.repository.setScheduledEnd(tx, organizationId, id, at);
  }

  openPeriod(
    tx: Transaction,
    organizationId: string,
    period: UsagePeriod,
    begun: NewPeriod['begun'] = null,
  ): Promise<void> {
    return this.openPeriods(tx, organizationId, [{ period, begun }]);
  }

  /** See PeriodOpening.open. */
  async openPeriods(tx: Transaction, organizationId: string, periods: readonly NewPeriod[]): Promise<void> {
    if (await this.opening.open(tx, organizationId, periods)) this.listeners.wakeAfterCommit();
  }

  /**
   * Ends an open period early. A no-op if the new end is not before the current one. Usage from the new end on waits
   * for the next period, or is not billed if the subscription has ended.
   *
   * @throws RangeError when the end is before the period, or the period is closed.
   */
  async endPeriod(
    tx: Transaction,
    organizationId: string,
    periodId: string,
    { at: to, last, countsUsageAtEnd = false, carriedCharges = [], spanTo }: PeriodEnd,
  ): Promise<void> {
    const { period, subscription } = await this.lockPeriod(tx, organizationId, periodId);
    if (to >= period.to) return;
    if (to < period.from || period.state === 'closed') {
      throw new RangeError(`Usage period ${periodId} cannot end at ${to.toISOString()}`);
    }
    await this.repository.updatePeriod(tx, organizationId, periodId, {
      endsAt: to,
      endsWithPlan: !last,
      carriedCharges,
      spanTo: spanTo ?? null,
    });
    const beyond = countsUsageAtEnd ? new Date(to.getTime() + 1) : to;
    if (!(await this.events.releaseFrom(tx, organizationId, period, beyond))) return;
    const { endedAt } = subscription;
    if (endedAt !== null) {
      await this.events.markUnbillable(tx, organizationId, period.subscriptionId, endedAt);
    }
    await this.count(tx, organizationId, { ...period, to });
  }

  /** Returns what `read` returns if the period ended like this, and undoes the end. Locks like `endPeriod`. */
  ifEnded<T>(
    tx: Transaction,
    organizationId: string,
    { periodId, ...end }: PeriodEnd & { periodId: string },
    read: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    return undone(tx, async (inner) => {
      await this.endPeriod(inner, organizationId, periodId, end);
      return read(inner);
    });
  }

  /**
   * Moves the end of an open period. If it is later, the period includes events that arrived ahead of time. If it is
   * earlier, events from the new end on wait for the next period.
   */
  async moveEnd(tx: Transaction, organizationId: string, periodId: string, to: Date): Promise<void> {
    if ((await this.findPeriod(tx, organizationId, periodId)).to.getTime() === to.getTime()) return;
    const { period } = await this.lockPeriod(tx, organizationId, periodId);
    const moved = { ...period, to };
    await this.repository.updatePeriod(tx, organizationId, periodId, { endsAt: to });
    const released = await this.events.releaseFrom(tx, organizationId, period, to);
    const claimed = await this.events.claimWaiting(tx, organizationId, [moved]);
    if (released || claimed.size > 0) await this.count(tx, organizationId, moved);
  }

  closePeriod(tx: Transaction, organizationId: string, periodId: string): Promise<void> {
    return this.closePeriods(tx, organizationId, [periodId]);
  }

  /** Closes periods because their invoices are final: later events are late. Waits for ingestion in progress. */
  async closePeriods(tx: Transaction, organizationId: string, periodIds: readonly string[]): Promise<void> {
    if (periodIds.length === 0) return;
    await this.repository.lockSubscriptionsOf(tx, organizationId, periodIds);
    const closed = await this.repository.closePeriods(tx, organizationId, periodIds);
    if (closed < new Set(periodIds).size) throw new NotFoundError('usage period');
  }

  /** @throws AmountOutOfRangeError above 2^53-1 cents. */
  async usageOf(tx: Transaction, organizationId: string, periodId: string): Promise<PeriodUsage> {
    const usage = (await this.usageOfAll(tx, organizationId, [periodId])).get(periodId);
    if (usage === undefined) throw new NotFoundError('usage period');
    return usage;
  }

  /**
   * Returns the usage of periods by period ID, without the charges that the bills of plan changes leave to the next
   * plan. The number of statements does not depend on the number of periods and charges.
   *
   * @throws NotFoundError for an unknown period; AmountOutOfRangeError above 2^53-1 cents.
   */
  usageOfAll(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<Map<string, PeriodUsage>> {
    return this.reader.usageOf(tx, organizationId, periodIds);
  }

  /**
   * Recounts an open period from its events; the result equals the running aggregates. For operators and tests.
   *
   * @throws RangeError for a closed period, because its usage has been billed.
   */
  async rebuild(tx: Transaction, organizationId: string, periodId: string): Promise<void> {
    const { period } = await this.lockPeriod(tx, organizationId, periodId);
    if (period.state === 'closed') throw new RangeError(`Usage period ${periodId} is closed`);
    await this.count(tx, organizationId, period);
  }

  private async count(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<void> {
    await this.usageRebuild.run(tx, organizationId, period);
    this.listeners.wakeAfterCommit();
  }

  private async lockPeriod(
    tx: Transaction,
    organizationId: string,
    periodId: string,
  ): Promise<{ period: MeteredPeriod; subscription: MeteredSubscriptionEntity }> {
    const { subscriptionId } = await this.findPeriod(tx, organizationId, periodId);
    const subscription = await this.lock(tx, organizationId, subscriptionId);
    return { period: await this.findPeriod(tx, organizationId, periodId), subscription };
  }

  private async lock(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<MeteredSubscriptionEntity> {
    const [subscription] = await this.repository.lockSubscriptions(tx, organizationId, [id]);
    if (subscription === undefined) throw new NotFoundError('subscription');
    return subscription;
  }

  private async findPeriod(tx: Transaction, organizationId: string, id: string): Promise<MeteredPeriod> {
    const period = await this.repository.findPeriod(tx, organizationId, id);
    if (period === null) throw new NotFoundError('usage period');
    return period;
  }
}
