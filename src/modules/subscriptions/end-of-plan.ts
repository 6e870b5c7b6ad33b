import { localDayOf } from '../../platform/calendar';
import type { PeriodEnd } from '../usage';
import { continuesPeriod, firstDayOf } from './running-subscription';
import { carriedAt, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';
import { periodEndOf } from './subscription.rules';

/**
 * Returns how a plan change ends the usage of the plan before. If both plans share a billing period, both divide weighted
 * sums by its length (docs/billing-rules.md#weighted-sum).
 */
export function endOfPlan(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod): PeriodEnd {
  const how = { at: end.at, last: false, carriedCharges: carriedAt(ended, end, next.plan.version) };
  const isShared = continuesPeriod(ended.subscription, next.subscription);
  return isShared ? { ...how, spanTo: periodEndOf(next.subscription) } : how;
}

/**
 * Returns when the billing period of `next` begins, if it begins where the previous one ends, which is not its midnight after
 * a change of the time zone; null if it begins with its first day, in whose course the plan may have taken over.
 */
export function startOfTurn(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod): Date | null {
  const { periodFrom, timezone } = next.subscription;
  const isWhole = firstDayOf(next.subscription) === localDayOf(periodFrom, timezone);
  return isWhole && end.at >= periodEndOf(ended.subscription) ? end.at : null;
}
