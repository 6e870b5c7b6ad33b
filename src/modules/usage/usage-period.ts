import type { EventCharge } from './aggregation/event-charges';

/** The fields of a billing period that counting needs. */
export interface MeteredPeriod {
  id: string;
  subscriptionId: string;
  planVersionId: string;
  from: Date;
  to: Date;
  /** The whole billing period of the subscription, of which `[from, to)` may be a part. */
  whole: { from: Date; to: Date };
  /** When the billing period began, if the period continues that of another plan; null for its own start. */
  spanFrom: Date | null;
  /** When the billing period ends, if another plan takes over at the end; null for its own end. */
  spanTo: Date | null;
  /** The time zone of its days. */
  timezone: string;
  /** The first day that prorated charges bill, as YYYY-MM-DD; null if that is the day of `from`. */
  firstDay: string | null;
  /** The most days that prorated charges bill: those that earlier plans of the billing period have left; null for all. */
  daysLeft: number | null;
  state: 'open' | 'closed';
  eventCharges: EventCharge[];
  /** IDs of the metrics with a prorated charge. */
  proratedMetrics: string[];
  /** Whether a plan change ended the period early, so that the next one continues the same billing period. */
  endsWithPlan: boolean;
  /** Charges that the bill of the period leaves out, because the next plan bills their level. */
  carriedCharges: string[];
  /** Whether the usage listeners have handled all usage counted so far. */
  followed: boolean;
}

/** A billing period `[from, to)` of a subscription, whose usage is billed together under one version of a plan. */
export type UsagePeriod = Pick<
  MeteredPeriod,
  'id' | 'subscriptionId' | 'planVersionId' | 'from' | 'to' | 'whole' | 'timezone' | 'firstDay' | 'daysLeft'
>;

/** A row of usage_periods, as statements return it. */
export interface PeriodRow {
  id: string;
  subscription_id: string;
  plan_version_id: string;
  starts_at: Date;
  ends_at: Date;
  whole_from: Date | null;
  whole_to: Date | null;
  span_from: Date | null;
  span_to: Date | null;
  timezone: string | null;
  first_day: string | null;
  days_left: number | null;
  state: 'open' | 'closed';
  event_charges: EventCharge[];
  prorated_metrics: string[];
  ends_with_plan: boolean;
  carried_charges: string[];
  followed: boolean;
}

export const PERIOD_COLUMNS = `id, subscription_id, plan_version_id, starts_at, ends_at, whole_from, whole_to, span_from, span_to, timezone,
  first_day::text AS first_day, days_left, state, event_charges, prorated_metrics, ends_with_plan, carried_charges, followed`;

export function periodOf(row: PeriodRow): MeteredPeriod {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    planVersionId: row.plan_version_id,
    from: row.starts_at,
    to: row.ends_at,
    whole: { from: row.whole_from ?? row.starts_at, to: row.whole_to ?? row.ends_at },
    spanFrom: row.span_from,
    spanTo: row.span_to,
    timezone: row.timezone ?? 'UTC', // null only in periods without prorated charges
    firstDay: row.first_day,
    daysLeft: row.days_left,
    state: row.state,
    eventCharges: row.event_charges,
    proratedMetrics: row.prorated_metrics,
    endsWithPlan: row.ends_with_plan,
    carriedCharges: row.carried_charges,
    followed: row.followed,
  };
}

/** Returns when the whole billing period began, maybe under an earlier plan. */
export function beginningOf({ from, whole, spanFrom }: MeteredPeriod): Date {
  return spanFrom ?? (from < whole.from ? from : whole.from);
}

/** Whether the instant lies in the half-open period. */
export function contains(period: { from: Date; to: Date }, at: Date): boolean {
  const instant = at.getTime(); // comparing Date objects takes several times as long
  return period.from.getTime() <= instant && instant < period.to.getTime();
}

/** Returns one array per column, for unnest: IDs, subscriptions, starts and ends. */
export function spansOf(
  periods: readonly Pick<MeteredPeriod, 'id' | 'subscriptionId' | 'from' | 'to'>[],
): [string[], string[], Date[], Date[]] {
  return [
    periods.map((it) => it.id),
    periods.map((it) => it.subscriptionId),
    periods.map((it) => it.from),
    periods.map((it) => it.to),
  ];
}
