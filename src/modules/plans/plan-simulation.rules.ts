import { AmountOutOfRangeError, Money } from '../../platform/domain/money';
import { ValidationFailedError, type FieldError } from '../../platform/errors/app-error';
import {
  EventValuesNeededError,
  percentageCharge,
  percentageOfCount,
  roundUnits,
  type ChargeResult,
  type PercentageProperties,
} from './charge-models';
import type { Charge, PlanVersion } from './plan';

export interface SimulatedUsage {
  metricCode: string;
  units: string;
  eventsCount: number;
  eventValues: readonly string[] | undefined;
}

export interface SimulatedCharge {
  charge: Charge;
  result: ChargeResult;
  amountCents: bigint;
}

/** Price of one whole billing period: the plan's own amount plus all charges, before taxes. */
export interface Simulation {
  currency: string;
  amountCents: bigint;
  charges: SimulatedCharge[];
}

/** The days of a billing period on which the units of prorated charges are held. */
export interface PartOfPeriod {
  days: number;
  periodDays: number;
}

const WHOLE_PERIOD: PartOfPeriod = { days: 1, periodDays: 1 };

const NO_USAGE = { units: '0', eventsCount: 0, eventValues: undefined };

/**
 * Prices the given usage for one billing period.
 *
 * @param part the days on which units of prorated charges are held; by default all days of the period.
 * @throws ValidationFailedError naming the field of `usage` that does not fit the plan.
 */
export function simulate(
  plan: PlanVersion,
  usage: readonly SimulatedUsage[],
  part: PartOfPeriod = WHOLE_PERIOD,
): Simulation {
  const problems = usage.flatMap((it, index) => usageProblems(plan, usage, it, index));
  if (problems.length > 0) throw new ValidationFailedError(problems);
  const charges = plan.charges.map((charge) => simulateCharge(plan.currency, charge, usage, part));
  const { currency } = plan;
  const total = withinRange('usage', () =>
    charges.reduce(
      (sum, it) => sum.plus(Money.ofCents(it.amountCents, currency)),
      Money.ofCents(plan.amountCents, currency),
    ),
  );
  return { currency, amountCents: total.cents, charges };
}

function usageProblems(
  plan: PlanVersion,
  all: readonly SimulatedUsage[],
  { metricCode, eventsCount, eventValues }: SimulatedUsage,
  index: number,
): FieldError[] {
  const at = `usage.${index}`;
  const problem = (name: string, code: string, reason: string): FieldError[] => [
    { field: `${at}.${name}`, code, message: `${at}.${name} ${reason}.` },
  ];
  if (!plan.charges.some((it) => it.metric.code === metricCode)) {
    return problem(
      'billable_metric_code',
      'unknown_billable_metric',
      'is not the code of a metric that the plan charges for',
    );
  }
  if (all.findIndex((it) => it.metricCode === metricCode) < index) {
    return problem('billable_metric_code', 'duplicate', 'occurs more than once');
  }
  if (eventValues === undefined || eventValues.length === eventsCount) return [];
  return problem('event_values', 'invalid_value', 'must have exactly events_count values');
}

function simulateCharge(
  currency: string,
  charge: Charge,
  all: readonly SimulatedUsage[],
  part: PartOfPeriod,
): SimulatedCharge {
  const index = all.findIndex((it) => it.metricCode === charge.metric.code);
  const usage = all[index] ?? NO_USAGE;
  const at = index === -1 ? 'usage' : `usage.${index}`;
  try {
    const result = resultOf(charge, usage, part);
    const field = index === -1 ? at : `${at}.units`;
    const { cents } = withinRange(field, () => Money.ofMajor(result.amount, currency));
    return { charge, result, amountCents: cents };
  } catch (error) {
    if (!(error instanceof EventValuesNeededError)) throw error;
    const field = `${at}.event_values`;
    throw ValidationFailedError.of(field, 'required', `${field} is required. ${error.message}`);
  }
}

function resultOf(
  charge: Charge,
  usage: Omit<SimulatedUsage, 'metricCode'>,
  { days, periodDays }: PartOfPeriod,
): ChargeResult {
  const { metric, chargeModel, properties, pricing } = charge;
  const { eventsCount, eventValues } = usage;
  const units = roundUnits(usage.units, metric.roundingFunction, metric.roundingPrecision);
  if (charge.prorated) {
    return pricing.prorate(properties, { levels: [{ units, days }], periodDays });
  }
  if (pricing.propertyProblems(properties).length > 0) {
    throw new Error(`Charge ${charge.id} has invalid properties`);
  }
  // Every event of a count metric has the value 1; values in the request are ignored.
  if (metric.aggregationType === 'count' && chargeModel === 'percentage') {
    const terms = properties as PercentageProperties;
    return percentageCharge(percentageOfCount(terms, eventsCount), terms, units);
  }
  const values = eventValues === undefined ? {} : { eventValues };
  return pricing.price(properties, { units, eventsCount, ...values });
}

/**
 * Runs `compute`.
 *
 * @throws ValidationFailedError naming `field` if an amount is greater than 2^53-1.
 */
function withinRange<T>(field: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw ValidationFailedError.of(
      field,
      'out_of_range',
      `${field} results in an amount greater than 2^53-1.`,
    );
  }
}
