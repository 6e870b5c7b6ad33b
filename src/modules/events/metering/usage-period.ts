import type { EventCharge } from '../aggregation/event-charges';

/** A billing period `[from, to)` of a subscription, whose usage is billed together under one version of a plan. */
export interface UsagePeriod {
  id: string;
  subscriptionId: string;
  planVersionId: string;
  from: Date;
  to: Date;
  /**
   * The whole billing period that this one is a part of, if the subscription or its plan starts or ends within it
   * (docs/billing-rules.md#weighted-sum).
   */
  whole: { from: Date; to: Date };
  /** IANA time zone of its days. */
  timezone: string;
}

/** A billing period with what counting usage needs to know of it. */
export interface CountedPeriod extends UsagePeriod {
  state: 'open' | 'closed';
  eventCharges: EventCharge[];
  /** Metrics with a prorated charge. */
  proratedMetrics: string[];
  /** Metrics with any charge; null for a period of a previous release, in which all count as charged. */
  chargedMetrics: string[] | null;
  /** Whether a plan change ended it, and the next one goes on with the same billing period. */
  endsWithPlan: boolean;
  /** Whether usage was counted that the usage consumers have not seen yet. */
  isDirty: boolean;
}

/** Where a billing period ends early. */
export interface PeriodEnd {
  periodId: string;
  at: Date;
  /** Whether the subscription ends with it, so that no other period follows. */
  last: boolean;
  /** Charges that are not billed for this period, but with the level that the next one takes over. */
  carriedCharges?: readonly string[];
}

/** A row of usage_periods, as the driver returns it. */
export interface PeriodRow {
  id: string;
  subscription_id: string;
  plan_version_id: string;
  starts_at: Date;
  ends_at: Date;
  /** Null, both of them, in a period that is whole. */
  whole_from: Date | null;
  whole_to: Date | null;
  state: 'open' | 'closed';
  event_charges: EventCharge[];
  /** Null in a period of a previous release, which has no prorated metrics. */
  timezone: string | null;
  prorated_metrics: string[];
  charged_metrics: string[] | null;
  ends_with_plan: boolean;
  followed: boolean;
}

export const PERIOD_COLUMNS = `id, subscription_id, plan_version_id, starts_at, ends_at, whole_from,
  whole_to, state, event_charges, timezone, prorated_metrics, charged_metrics, ends_with_plan, followed`;

export function periodOf(row: PeriodRow): CountedPeriod {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    planVersionId: row.plan_version_id,
    from: row.starts_at,
    to: row.ends_at,
    whole: { from: row.whole_from ?? row.starts_at, to: row.whole_to ?? row.ends_at },
    state: row.state,
    eventCharges: row.event_charges,
    timezone: row.timezone ?? 'UTC',
    proratedMetrics: row.prorated_metrics,
    chargedMetrics: row.charged_metrics,
    endsWithPlan: row.ends_with_plan,
    isDirty: !row.followed,
  };
}

/** Whether the instant lies in the half-open period. */
export function contains(period: { from: Date; to: Date }, at: Date): boolean {
  const instant = at.getTime(); // comparing Dates themselves takes several times as long
  return period.from.getTime() <= instant && instant < period.to.getTime();
}

/** Whether the plan of the period has a charge for the metric (docs/billing-rules.md#uncharged-usage). */
export function isCharged(
  { chargedMetrics }: Pick<CountedPeriod, 'chargedMetrics'>,
  metricId: string,
): boolean {
  return chargedMetrics === null || chargedMetrics.includes(metricId);
}
