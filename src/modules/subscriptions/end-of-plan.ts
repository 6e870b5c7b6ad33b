import { localDayOf } from '../../platform/calendar';
import type { PeriodEnd } from '../usage';
import { continuesPeriod, firstDayOf, pricedPeriod } from './running-subscription';
import { carriedAt, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';
import { periodEndOf } from './subscription.rules';

/**
 * Returns how a plan change ends the usage of the plan before. If both plans share a billing period, both divide weighted
 * sums by its length (docs/billing-rules.md#weighted-sum). A change after the end of the period begins a new one: then
 * values do not carry over, but the day of the change still belongs to the new plan.
 */
export function endOfPlan(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod): PeriodEnd {
  const { at } = end;
  if (isOver(ended, end)) {
    const { to } = pricedPeriod(ended.subscription);
    return { at, last: true, carriedCharges: [], spanTo: at > to ? at : to };
  }
  const how = { at, last: false, carriedCharges: carriedAt(ended, end, next.plan.version) };
  return isShared(ended, end, next) ? { ...how, spanTo: periodEndOf(next.subscription) } : how;
}

/** Returns whether both plans share a billing period, in the course of which the plan changes. */
export function isShared(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod): boolean {
  return !isOver(ended, end) && continuesPeriod(ended.subscription, next.subscription);
}

/**
 * Returns when the billing period of `next` begins, if it begins where the previous one ends, which is not its midnight after
 * a change of the time zone; null if it begins with its first day, in whose course the plan may have taken over.
 */
export function startOfTurn(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod): Date | null {
  const { periodFrom, timezone } = next.subscription;
  const isWhole = firstDayOf(next.subscription) === localDayOf(periodFrom, timezone);
  return isWhole && isOver(ended, end) ? end.at : null;
}

/** Returns whether the billing period is over: also on the day to which it is no longer extended. */
function isOver({ subscription }: PlanPeriod, { at }: PlanPeriodEnd): boolean {
  return at >= periodEndOf(subscription);
}
