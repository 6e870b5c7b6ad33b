import { dayOf, startOf, type Days } from './calendar';
import type { Invoice, PlanInForce } from './invoices';
import type { Day, Instant, PlanTerms } from './life';
import type { Span, UsageEvent } from './usage';

/** The time for which a subscription is billed by one plan within one billing period. */
export interface Stint {
  of: PlanInForce;
  /** The time zone of its days: that of the customer when the billing period began. */
  zone: string;
  /** From when on usage counts. */
  from: Instant;
  fromDay: Day;
  /** The whole billing period. */
  period: Days;
  /** The whole period that the price of the plan is for: another one if it took over on the day of the end. */
  priced: Days;
  /** When the whole billing period begins, maybe under another plan; it ends with the last plan. */
  wholeFrom: Instant;
  /** When the billing period began for this subscription, whatever its plan was then. */
  began: Instant;
  /** The fee that was billed in advance, the first one of its invoice. */
  advance: { invoice: Invoice; days: Days } | null;
}

export interface Subscription {
  order: number;
  status: 'pending' | 'active' | 'canceled' | 'terminated';
  anniversary: boolean;
  startsAt: Instant;
  anchor: Day;
  inForce: PlanInForce;
  /** A scheduled change, with the version that was asked for. */
  next: PlanInForce | null;
  endsAt: Instant | null;
  cancelsAt: Instant | null;
  terminatedAt: Instant | null;
  /** When the trial ends; null without one, and when it has ended. */
  trialEndsAt: Instant | null;
  /** The same, also after it has ended. */
  trialEnd: Instant | null;
  /** When the trial began: at the start, or with a plan. */
  trialFrom: Instant | null;
  /** A trial that has ended does not start again. */
  hadTrial: boolean;
  stint: Stint | null;
  events: UsageEvent[];
  /** What has been billed, and the invoice of its usage. */
  closed: { span: Span; invoice: Invoice | null }[];
}

/** When the subscription ends, as far as that is known. */
export function endOf({ endsAt, cancelsAt }: Subscription): Instant | null {
  const ends = [endsAt, cancelsAt].filter((it) => it !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * The first local day of a stint that costs, after a trial. One that ended before does not count: in a new time zone,
 * the first day of the stint may have another date at that instant.
 */
export function paidFrom({ trialEnd }: Subscription, { from, fromDay, zone }: Stint): Day {
  return trialEnd === null || trialEnd <= from ? fromDay : Math.max(fromDay, dayOf(trialEnd, zone));
}

/** The first local day that is not billed if the subscription ends at this instant. */
export function stopDay(end: Instant, zone: string): Day {
  const day = dayOf(end, zone);
  return end === startOf(day, zone) ? day : day + 1;
}

/** How many days of the billing period belong to earlier plans. */
export function earlierDays({ fromDay, period }: Stint, anchor: Day): number {
  return Math.max(0, fromDay - Math.max(period.from, anchor));
}

/** How many of these days are billed: those before a trial that came with a plan, and those after a trial. */
export function earlierPaidDays(subscription: Subscription, stint: Stint): number {
  const { anchor, trialFrom, trialEnd } = subscription;
  const { fromDay, period, zone } = stint;
  const freeUntil = trialEnd === null ? -Infinity : dayOf(trialEnd, zone);
  const freeFrom = trialFrom === null ? Infinity : dayOf(trialFrom, zone);
  let paid = 0;
  for (let day = Math.max(period.from, anchor); day < fromDay; day++) {
    if (day < freeFrom || day >= freeUntil) paid++;
  }
  return paid;
}

/**
 * docs/billing-rules.md#end-date: no period begins on the day of the end. A period of a new time zone may have ended
 * before the plan change that begins it: then it ends at once.
 */
export function turnOf(subscription: Subscription): Instant | null {
  if (subscription.stint === null) return null;
  const end = endOf(subscription);
  const { zone, period, from } = subscription.stint;
  const { to } = period;
  return end !== null && dayOf(end, zone) === to ? null : Math.max(startOf(to, zone), from);
}

const A_YEAR = { weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

export function isUpgrade(from: PlanTerms, to: PlanTerms): boolean {
  return to.cents * A_YEAR[to.interval] >= from.cents * A_YEAR[from.interval];
}
