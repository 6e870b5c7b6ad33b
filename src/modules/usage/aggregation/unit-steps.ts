import type Decimal from 'decimal.js';
import type { BillableMetric } from '../../billable-metrics';
import { roundUnits, type HeldUnits } from '../../plans';
import { ZERO, toText } from './decimals';
import { aggregated, type BillingPeriod } from './units';
import type { UsageTotal } from './usage-total';

/** A step from the usage events of a period to the units of a charge. */
export interface UnitStep {
  kind: 'usage' | 'units_rounding' | 'negative_units' | 'held_units';
  description: string;
  /** Null if the description says all. */
  calculation: string | null;
  /** Number of units, as a decimal string. */
  result: string;
}

const ROUNDED = { round: 'rounded half up', ceil: 'rounded up', floor: 'rounded down' };

/** Returns the steps to the units that `unitsOf` returns, or to 0 if these are negative. */
export function unitSteps(metric: BillableMetric, total: UsageTotal, period: BillingPeriod): UnitStep[] {
  const units = aggregated(metric, total, period);
  const counted = toText(units);
  const steps: UnitStep[] = [{ kind: 'usage', ...aggregation(metric, total), result: counted }];
  const rounded = roundUnits(counted, metric.roundingFunction, metric.roundingPrecision);
  if (rounded !== counted && metric.roundingFunction !== null) {
    const description = `The units are ${ROUNDED[metric.roundingFunction]}, ${placesOf(metric)}.`;
    steps.push({ kind: 'units_rounding', description, calculation: null, result: rounded });
  }
  if (rounded.startsWith('-')) steps.push(notNegative());
  return steps;
}

/** Returns the step to the units of a prorated charge. */
export function heldUnitsStep(
  metric: BillableMetric,
  { levels, periodDays }: HeldUnits,
  units: string,
): UnitStep {
  const held = levels.filter((it) => it.days > 0);
  const products = held.map((it) => `${it.units.startsWith('-') ? '0' : it.units} x ${it.days}`);
  return {
    kind: 'held_units',
    description:
      `Units of ${metric.code} by the days on which they were held, as a share of the ${periodDays} days of the ` +
      'billing period, with at most 20 decimals. A day counts with the level at its end.',
    calculation: `(${products.join(' + ')}) / ${periodDays}`,
    result: units,
  };
}

function aggregation(
  metric: BillableMetric,
  total: UsageTotal,
): Pick<UnitStep, 'description' | 'calculation'> {
  const { code, fieldName } = metric;
  const events = `the ${total.eventsCount} usage events of ${code} in the billing period`;
  const simple = (description: string) => ({ description, calculation: null });
  switch (metric.aggregationType) {
    case 'count':
      return simple(`Number of usage events of ${code} in the billing period.`);
    case 'sum':
      return withLevel(`Sum of ${fieldName} in ${events}`, total.carried, total.sum);
    case 'max':
      return simple(`Highest value of ${fieldName} in ${events}.`);
    case 'latest':
      return simple(`Value of ${fieldName} in the last of ${events}; a negative value counts as 0.`);
    case 'unique_count':
      return simple(
        `Distinct values of ${fieldName} at the end of the billing period, by ${events}${level(metric.recurring)}.`,
      );
    case 'weighted_sum':
      return simple(
        `Sum of ${fieldName} in ${events}${level(!total.carried.isZero())}, each value weighted by the share of ` +
          'the billing period for which it counts, with at most 20 decimals.',
      );
  }
}

function withLevel(
  description: string,
  carried: Decimal,
  sum: Decimal,
): Pick<UnitStep, 'description' | 'calculation'> {
  if (carried.equals(ZERO)) return { description: `${description}.`, calculation: null };
  return {
    description: `Level at the start of the billing period, plus the ${description.replace(/^S/, 's')}.`,
    calculation: `${toText(carried)} + ${operand(sum)}`,
  };
}

const level = (counts: boolean): string => (counts ? ' and the level at its start' : '');

const operand = (value: Decimal): string => (value.isNegative() ? `(${toText(value)})` : toText(value));

function placesOf({ roundingPrecision }: BillableMetric): string {
  const places = roundingPrecision ?? 0;
  return places < 0 ? `to multiples of ${10 ** -places}` : `to ${places} decimal places`;
}

function notNegative(): UnitStep {
  const description = 'Negative units are charged as 0 units.';
  return { kind: 'negative_units', description, calculation: null, result: '0' };
}
