import type { PeriodEnd } from '../usage';
import { continuesPeriod } from './running-subscription';
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
