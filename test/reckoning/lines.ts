import { startOf, type Days } from './calendar';
import { metricOf } from './catalogue';
import type { Line } from './invoices';
import type { ChargeTerms, Day, Instant, Life, PlanTerms } from './life';
import { Decimal, minorUnits, wholeCents } from './numbers';
import { priceOf } from './prices';
import { dailyLevels, proratedPrice, proratedUnits } from './prorated';
import { earlierDays, type Stint, type Subscription } from './subscription';
import { countUsage } from './usage';

/**
 * docs/billing-rules.md#proration: no line without a billed day, and never more days than the period has.
 *
 * @param earlier days of the period that earlier plans have billed
 */
export function feeLines({ of, period, priced: price }: Stint, days: Days, earlier = 0): Line[] {
  const periodDays = price.to - price.from;
  const billedDays = Math.min(days.to - days.from, period.to - period.from - earlier);
  if (billedDays <= 0) return [];
  const amount = wholeCents(new Decimal(of.terms.cents).times(billedDays).div(periodDays));
  return [{ type: 'subscription', of, metric: null, units: '1', cents: amount, billedDays, periodDays }];
}

/** Where a stint ends. */
export interface StintEnd {
  at: Instant;
  /** The first day that the stint does not bill. */
  day: Day;
  /** The plan that follows within the period. */
  next: PlanTerms | null;
  /** When the billing period ends, if that plan continues it. */
  wholeTo?: Instant;
  /** Whether a request ends the subscription: usage at the very end still counts. */
  byRequest?: boolean;
}

/** The charges of a stint, with the usage that has arrived by now. */
export function chargeLines(life: Life, subscription: Subscription, stint: Stint, end: StintEnd): Line[] {
  const { of } = stint;
  return of.terms.charges.flatMap((charge) => {
    if (end.next !== null && isLeftOut(charge, end.next)) return [];
    // No day, no units: a plan that is left on the day of its start, or takes over when all days are billed.
    if (charge.prorated && mostDays(subscription, stint, end) <= 0) return [];
    const { units, amount } = priced(charge, subscription, stint, end);
    const cents = wholeCents(amount.times(minorUnits(life.customer.currency)));
    if (units.isZero() && cents === 0) return [];
    const shown = units.toDecimalPlaces(20).toFixed();
    const days = { billedDays: null, periodDays: null };
    return [{ type: 'charge', of, metric: charge.metric, units: shown, cents, ...days }];
  });
}

/** Whether usage that arrives later can add lines to the bill of a plan change. */
export function mayGetUsage(stint: Stint, end: StintEnd): boolean {
  const { next } = end;
  return end.at > stint.from && stint.of.terms.charges.some((it) => next === null || !isLeftOut(it, next));
}

/** The most days for which a unit counts: those that earlier plans of an extended period have left. */
function mostDays({ anchor }: Subscription, stint: Stint, end: StintEnd): number {
  const left = stint.period.to - stint.period.from - earlierDays(stint, anchor);
  return Math.min(end.day - stint.fromDay, left);
}

/** docs/billing-rules.md#recurring-metrics */
function isLeftOut({ metric: code, prorated }: ChargeTerms, next: PlanTerms): boolean {
  const metric = metricOf(code);
  if (prorated || !metric.recurring || metric.aggregation === 'weighted_sum') return false;
  return next.charges.some((it) => it.metric === code);
}

function priced(
  { metric: code, price, prorated }: ChargeTerms,
  subscription: Subscription,
  stint: Stint,
  end: StintEnd,
): { units: Decimal; amount: Decimal } {
  const metric = metricOf(code);
  const events = subscription.events.filter((it) => it.metric === code);
  const { zone } = stint;
  if (prorated) {
    const periodDays = stint.priced.to - stint.priced.from;
    const days = { from: stint.fromDay, to: end.day };
    const levels = dailyLevels(metric, events, days, zone)
      .sort((a, b) => b.comparedTo(a))
      .slice(0, mostDays(subscription, stint, end));
    return {
      units: proratedUnits(levels, periodDays),
      amount: proratedPrice(price, levels, periodDays),
    };
  }
  // A last period that is extended to the end of its subscription is as long as that.
  const to = end.wholeTo ?? Math.max(startOf(stint.priced.to, zone), end.at);
  const period = { from: stint.wholeFrom, to };
  const span = { from: stint.from, to: end.at, closed: end.byRequest === true };
  const counted = countUsage(metric, events, span, stint.began, period);
  const perEvent = price.model === 'percentage' ? counted.events : [];
  const values = perEvent.map((it) => new Decimal(it.value));
  const units = Decimal.max(0, counted.units);
  return { units, amount: priceOf(price, units, values) };
}
