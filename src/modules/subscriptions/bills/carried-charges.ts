import type { Charge, PlanVersion } from '../../plans';

/**
 * Returns the charges of a plan that the bill of a plan change leaves out: those of the level of a recurring metric that the
 * next plan charges as well, which bills the level at the end of its period
 * (docs/billing-rules.md#recurring-metrics-and-plan-changes).
 */
export function carriedCharges(ended: PlanVersion, next: PlanVersion): string[] {
  const charged = new Set(next.charges.map((it) => it.metric.id));
  return ended.charges.filter((it) => billsLevel(it) && charged.has(it.metric.id)).map((it) => it.id);
}

/** Of a weighted sum and of prorated charges every plan bills its own part of the period. */
function billsLevel({ metric, prorated }: Charge): boolean {
  return metric.recurring && metric.aggregationType !== 'weighted_sum' && !prorated;
}
