import type { Charge, PlanVersion } from '../plans';

/**
 * Returns the IDs of the charges of a plan that the bill of a plan change leaves out: those for the level of a
 * recurring metric that the next plan charges as well. The plan in force at the end of the period bills the level
 * (docs/billing-rules.md#recurring-metrics-and-plan-changes).
 */
export function carriedCharges(ended: PlanVersion, next: PlanVersion): string[] {
  const charged = new Set(next.charges.map((it) => it.metric.id));
  return ended.charges.filter((it) => billsLevel(it) && charged.has(it.metric.id)).map((it) => it.id);
}

/** Every plan bills its own part of a weighted sum and the days of its prorated charges. */
function billsLevel({ metric, prorated }: Charge): boolean {
  return metric.recurring && metric.aggregationType !== 'weighted_sum' && !prorated;
}
