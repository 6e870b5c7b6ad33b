import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { PlansService, type PlanVersion } from '../plans';
import { eventChargesOf, proratedMetricsOf } from './aggregation/event-charges';
import { costsUnused } from './charged-usage';
import { PeriodEventsRepository } from './period-events.repository';
import { beginningOf, type MeteredPeriod, type UsagePeriod } from './usage-period';
import { UsageRebuild } from './usage-rebuild';
import { UsageRepository } from './usage.repository';

/** A billing period to open. */
export interface NewPeriod {
  period: UsagePeriod;
  /**
   * When its billing period began, if not with the whole period: the ID of the period whose billing period it continues
   * after a plan change, or the instant.
   */
  begun?: string | Date | null;
}

/** Opens billing periods. */
@Injectable()
export class PeriodOpening {
  constructor(
    private readonly repository: UsageRepository,
    private readonly events: PeriodEventsRepository,
    private readonly usageRebuild: UsageRebuild,
    private readonly plans: PlansService,
  ) {}

  /**
   * Opens billing periods, at most one per subscription. They include events that arrived for them ahead of time, and the
   * levels that recurring metrics carry over. The number of statements does not depend on the number of periods.
   *
   * @returns whether the periods have usage or costs for the listeners.
   * @throws RangeError when a period ends before it begins, or overlaps another one of its subscription.
   */
  async open(tx: Transaction, organizationId: string, periods: readonly NewPeriod[]): Promise<boolean> {
    if (periods.length === 0) return false;
    const subscriptionIds = new Set(periods.map(({ period }) => period.subscriptionId));
    if (subscriptionIds.size < periods.length) {
      throw new RangeError('Only one usage period of a subscription can be opened at a time');
    }
    const backwards = periods.find(({ period }) => period.to < period.from)?.period.id;
    if (backwards !== undefined) throw new RangeError(`Usage period ${backwards} ends before it begins`);
    const locked = await this.repository.lockSubscriptions(tx, organizationId, [...subscriptionIds]);
    if (locked.length < periods.length) throw new NotFoundError('subscription');
    const ofPeriods = periods.map((it) => it.period);
    const overlap = await this.repository.findOverlap(tx, organizationId, ofPeriods);
    if (overlap !== null) throw new RangeError(`Usage period ${overlap.id} overlaps ${overlap.otherId}`);
    const versionIds = ofPeriods.map((it) => it.planVersionId);
    const versions = await this.plans.findVersions(tx, organizationId, versionIds);
    const begun = await this.beginnings(tx, organizationId, periods);
    const opened = periods.map(({ period }, index) => {
      const version = versions.get(period.planVersionId);
      if (version === undefined) throw new NotFoundError('plan version');
      return toOpen(period, version, begun[index] ?? null);
    });
    await this.repository.insertPeriods(tx, organizationId, opened);
    const withEvents = await this.events.claimWaiting(tx, organizationId, opened);
    const withUsage = await this.usageRebuild.begin(tx, organizationId, opened, withEvents);
    await this.repository.markCounted(tx, organizationId, [...withUsage]);
    return withUsage.size > 0 || opened.some((it) => !it.followed);
  }

  /** Returns when the billing period of each new period began; null where that is its own start. */
  private async beginnings(
    tx: Transaction,
    organizationId: string,
    periods: readonly NewPeriod[],
  ): Promise<(Date | null)[]> {
    const ids = periods.flatMap(({ begun }) => (typeof begun === 'string' ? [begun] : []));
    const found =
      ids.length === 0
        ? new Map<string, never>()
        : await this.repository.findPeriods(tx, organizationId, ids);
    return periods.map(({ begun = null }) => {
      if (typeof begun !== 'string') return begun;
      const continued = found.get(begun);
      if (continued === undefined) throw new NotFoundError('usage period');
      return beginningOf(continued.period);
    });
  }
}

/** A period without usage or costs leaves the listeners nothing to handle. */
function toOpen(period: UsagePeriod, version: PlanVersion, spanFrom: Date | null): MeteredPeriod {
  const opened: MeteredPeriod = {
    ...period,
    spanFrom,
    spanTo: null,
    eventCharges: eventChargesOf(version.charges),
    proratedMetrics: proratedMetricsOf(version.charges),
    endsWithPlan: false,
    carriedCharges: [],
    state: 'open',
    followed: true,
  };
  return { ...opened, followed: !costsUnused(version, opened) };
}
