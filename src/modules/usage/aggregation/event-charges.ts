import type { Charge, PercentageProperties } from '../../plans';

/**
 * A charge whose amount depends on individual events, not only on their total. Its running aggregate is therefore
 * updated as events arrive.
 */
export interface EventCharge {
  chargeId: string;
  metricId: string;
  properties: PercentageProperties;
}

/** Returns the charges whose amounts depend on individual events; see plans/charge-models/percentage.ts. */
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

/** Returns the IDs of the metrics with a prorated charge. Their changes are counted by day. */
export function proratedMetricsOf(charges: readonly Charge[]): string[] {
  return [...new Set(charges.filter((it) => it.prorated).map((it) => it.metric.id))];
}

/** Every event of a count metric has the value 1, so the number of events is enough (percentageOfCount). */
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
