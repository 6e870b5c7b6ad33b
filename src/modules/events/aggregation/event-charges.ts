import type { Charge, PercentageProperties } from '../../plans';

/** A charge whose amount depends on every single event, so that a state is kept for it while they come in. */
export interface EventCharge {
  chargeId: string;
  metricId: string;
  properties: PercentageProperties;
}

/** The charges of a plan version that need a state: see plans/charge-models/percentage.ts for why. */
export function eventChargesOf(charges: readonly Charge[]): EventCharge[] {
  return charges.flatMap((charge) =>
    dependsOnEvents(charge)
      ? [
          {
            chargeId: charge.id,
            metricId: charge.metric.id,
            properties: charge.properties as PercentageProperties,
          },
        ]
      : [],
  );
}

/** Events of a count metric are all worth 1: their number alone tells (percentageOfCount). */
function dependsOnEvents({ chargeModel, metric, properties }: Charge): boolean {
  if (chargeModel !== 'percentage' || metric.aggregationType === 'count') return false;
  const terms = properties as PercentageProperties;
  return [
    terms.free_units_per_events,
    terms.free_units_per_total_aggregation,
    terms.per_transaction_min_amount,
    terms.per_transaction_max_amount,
  ].some((term) => term !== null && term !== undefined);
}
