import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { undone } from '../../../platform/database/undone';
import { NotFoundError } from '../../../platform/errors/app-error';
import { eventChargesOf, proratedMetricsOf } from '../aggregation/event-charges';
import { UsageConsumersWorker } from '../consumers/usage-consumers.worker';
import type { MeteredSubscription } from './metered-subscriptions';
import { PeriodEventsRepository } from './period-events.repository';
import type { CountedPeriod, PeriodEnd, UsagePeriod } from './usage-period';
import { UsagePeriodsRepository, type BilledPeriod } from './usage-periods.repository';
import { UsagePricing } from './usage-pricing';
import { UsageRebuild } from './usage-rebuild';

/**
 * Opens, ends and closes the billing periods in which the usage of subscriptions is counted
 * (docs/billing-rules.md#usage-events). The number of statements does not grow with the number of periods, so callers
 * pass all periods of a batch at once.
 *
 * Every writer of a subscription's usage, ingestion included, locks its row of metered_subscriptions first. Under that
 * lock it is certain which period contains an event, and whether that period is still open.
 */
@Injectable()
export class UsageMeter {
  constructor(
    private readonly periods: UsagePeriodsRepository,
    private readonly events: PeriodEventsRepository,
    private readonly usageRebuild: UsageRebuild,
    private readonly pricing: UsagePricing,
    private readonly transactions: Transactions,
    private readonly consumers: UsageConsumersWorker,
  ) {}

  /**
   * Makes a subscription known to ingestion, in the transaction that creates it.
   *
   * @throws ConflictError when another subscription of the organization has the external id.
   */
  async register(tx: Transaction, organizationId: string, subscription: MeteredSubscription): Promise<void> {
    await this.periods.insertSubscription(tx, { organizationId, ...subscription });
  }

  /** Sets when a subscription started and ended. */
  async setDates(
    tx: Transaction,
    organizationId: string,
    id: string,
    { startedAt, endedAt }: Pick<MeteredSubscription, 'startedAt' | 'endedAt'>,
  ): Promise<void> {
    const [locked] = await this.periods.lockSubscriptions(tx, organizationId, [id]);
    if (locked === undefined) throw new NotFoundError('subscription');
    await this.periods.setDates(tx, organizationId, id, { startedAt, endedAt });
    if (endedAt !== null) await this.events.markLate(tx, organizationId, [{ id, endedAt }]);
  }

  /**
   * Begins billing periods, at most one of each subscription. Events that arrived ahead of a period and the levels of
   * recurring metrics are counted in it.
   *
   * @throws RangeError when a period ends before it begins, or overlaps another one of its subscription.
   */
  async openPeriods(tx: Transaction, organizationId: string, periods: readonly UsagePeriod[]): Promise<void> {
    if (periods.length === 0) return;
    assertOnePeriodEach(periods);
    const subscriptionIds = periods.map((it) => it.subscriptionId);
    const locked = await this.periods.lockSubscriptions(tx, organizationId, subscriptionIds);
    if (locked.length < periods.length) throw new NotFoundError('subscription');
    const opened = await this.toOpen(tx, organizationId, periods);
    await this.periods.insertPeriods(tx, organizationId, opened);
    const overlap = await this.periods.findOverlap(tx, organizationId, opened);
    if (overlap !== null) throw new RangeError(`Usage period ${overlap.id} overlaps ${overlap.otherId}`);
    const withEvents = await this.events.assignWaiting(tx, organizationId, opened);
    const withUsage = await this.usageRebuild.begin(tx, organizationId, opened, withEvents);
    if (withUsage.size > 0) await this.periods.markDirty(tx, organizationId, [...withUsage]);
    if (withUsage.size > 0 || opened.some((it) => it.isDirty)) this.wakeConsumers(tx);
  }

  /**
   * Ends open billing periods early. Events from the end on wait for the next period. With `last` none comes, and
   * events with the very millisecond of the end still count. An end that is not earlier is a no-op.
   *
   * @throws RangeError when an end lies before the period, or the period is closed.
   */
  async endPeriods(tx: Transaction, organizationId: string, ends: readonly PeriodEnd[]): Promise<void> {
    const periodIds = ends.map((it) => it.periodId);
    const subscriptions = await this.periods.lockSubscriptionsOf(tx, organizationId, periodIds);
    const periods = await this.find(tx, organizationId, periodIds);
    const early = ends.flatMap((end) => endedEarly(periods, end));
    if (early.length === 0) return;
    await this.periods.setEnds(tx, organizationId, early);
    const released = await this.events.release(tx, organizationId, early);
    const shortened = early.filter((it) => released.has(it.periodId));
    if (shortened.length === 0) return;
    const shortenedIds = new Set(shortened.map((it) => it.period.subscriptionId));
    const ended = subscriptions.flatMap(({ id, endedAt }) =>
      endedAt !== null && shortenedIds.has(id) ? [{ id, endedAt }] : [],
    );
    if (ended.length > 0) await this.events.markLate(tx, organizationId, ended);
    await this.recount(
      tx,
      organizationId,
      shortened.map(({ period, at }) => ({ ...period, to: at })),
    );
  }

  /** Returns what `read` returns if the periods ended so, and undoes their ends. Locks as `endPeriods` does. */
  ifEnded<T>(
    tx: Transaction,
    organizationId: string,
    ends: readonly PeriodEnd[],
    read: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    return undone(tx, async (inner) => {
      await this.endPeriods(inner, organizationId, ends);
      return read(inner);
    });
  }

  /**
   * Moves the end of an open billing period to `period.to`. Later, events that waited are counted in it; earlier, those
   * from the new end on wait for the next period.
   */
  async movePeriodEnd(tx: Transaction, organizationId: string, { id, to }: UsagePeriod): Promise<void> {
    await this.periods.lockSubscriptionsOf(tx, organizationId, [id]);
    const period = { ...one(await this.find(tx, organizationId, [id])), to };
    await this.periods.setEnds(tx, organizationId, [{ periodId: id, at: to, endsWithPlan: false }]);
    const moved = await this.events.release(tx, organizationId, [{ period, from: to }]);
    const assigned = await this.events.assignWaiting(tx, organizationId, [period]);
    if (moved.size > 0 || assigned.size > 0) await this.recount(tx, organizationId, [period]);
  }

  /** Closes billing periods whose invoices are final: events that arrive later are late. Waits for ingestion in progress. */
  async closePeriods(tx: Transaction, organizationId: string, periodIds: readonly string[]): Promise<void> {
    if (periodIds.length === 0) return;
    await this.periods.lockSubscriptionsOf(tx, organizationId, periodIds);
    const closed = await this.periods.close(tx, organizationId, periodIds);
    if (closed < new Set(periodIds).size) throw new NotFoundError('usage period');
  }

  /**
   * Recounts an open period from its events; the result equals what was counted while they arrived. For operators and
   * tests.
   *
   * @throws RangeError for a closed period: what was billed stays.
   */
  async rebuild(tx: Transaction, organizationId: string, periodId: string): Promise<void> {
    await this.periods.lockSubscriptionsOf(tx, organizationId, [periodId]);
    const periods = [...(await this.find(tx, organizationId, [periodId])).values()];
    if (periods.some((it) => it.state === 'closed'))
      throw new RangeError(`Usage period ${periodId} is closed`);
    await this.recount(tx, organizationId, periods);
  }

  private async toOpen(
    tx: Transaction,
    organizationId: string,
    periods: readonly UsagePeriod[],
  ): Promise<CountedPeriod[]> {
    const planVersionIds = periods.map((it) => it.planVersionId);
    const versions = await this.pricing.versions(tx, organizationId, planVersionIds);
    return periods.map((period) => {
      if (period.to < period.from) throw new RangeError(`Usage period ${period.id} ends before it begins`);
      const version = versions.get(period.planVersionId);
      if (version === undefined) throw new NotFoundError('plan version');
      const { id, subscriptionId, planVersionId, from, to, whole, timezone } = period;
      const eventCharges = eventChargesOf(version.charges);
      const proratedMetrics = proratedMetricsOf(version.charges);
      const chargedMetrics = [...new Set(version.charges.map((it) => it.metric.id))];
      // A period without usage concerns consumers only if it may cost something.
      const isDirty = this.pricing.mayCostUnused(version, period);
      const counted = {
        eventCharges,
        proratedMetrics,
        chargedMetrics,
        endsWithPlan: false,
        isDirty,
        state: 'open',
      } as const;
      return { id, subscriptionId, planVersionId, from, to, whole, timezone, ...counted };
    });
  }

  private async find(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, BilledPeriod>> {
    const periods = await this.periods.findPeriods(tx, organizationId, ids);
    if (ids.some((it) => !periods.has(it))) throw new NotFoundError('usage period');
    return periods;
  }

  private async recount(
    tx: Transaction,
    organizationId: string,
    periods: readonly CountedPeriod[],
  ): Promise<void> {
    await this.usageRebuild.run(tx, organizationId, periods);
    this.wakeConsumers(tx);
  }

  private wakeConsumers(tx: Transaction): void {
    this.transactions.afterCommit(tx, this.consumers.wake);
  }
}

function one(periods: ReadonlyMap<string, CountedPeriod>): CountedPeriod {
  const [period] = periods.values();
  if (period === undefined) throw new NotFoundError('usage period');
  return period;
}

function assertOnePeriodEach(periods: readonly UsagePeriod[]): void {
  if (new Set(periods.map((it) => it.subscriptionId)).size === periods.length) return;
  throw new RangeError('Two usage periods of one subscription cannot be opened at once');
}

function endedEarly(
  periods: ReadonlyMap<string, CountedPeriod>,
  end: PeriodEnd,
): (PeriodEnd & { period: CountedPeriod; endsWithPlan: boolean; from: Date })[] {
  const { periodId, at, last } = end;
  const period = periods.get(periodId);
  if (period === undefined || at >= period.to) return [];
  if (at < period.from || period.state === 'closed') {
    throw new RangeError(`Usage period ${periodId} cannot end at ${at.toISOString()}`);
  }
  return [{ ...end, period, endsWithPlan: !last, from: last ? new Date(at.getTime() + 1) : at }];
}
