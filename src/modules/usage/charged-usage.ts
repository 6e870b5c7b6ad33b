import { Money } from '../../platform/domain/money';
import {
  computeCharge,
  percentageCharge,
  percentageOfCount,
  type Charge,
  type ChargeProperties,
  type ChargeResult,
  type PercentageProperties,
  type PercentageState,
  type PlanVersion,
} from '../plans';
import { unitsOf, type BillingPeriod } from './aggregation/units';
import { emptyTotal, type UsageTotal } from './aggregation/usage-total';

/** The usage of one charge, with its amount. */
export interface ChargedUsage {
  charge: Charge;
  /** Decimal string, aggregated and rounded as the metric specifies; 0 instead of a negative number. */
  units: string;
  eventsCount: number;
  /** Unrounded decimal string, in major units. */
  amount: string;
  amountCents: bigint;
}

/** The stored usage of a charge in a billing period. */
export interface ChargeUsage {
  total: UsageTotal;
  /** Undefined unless the charge depends on individual events, and until the first of them is counted. */
  state: PercentageState | undefined;
  period: BillingPeriod;
}

/**
 * Prices the usage of one charge and rounds the amount once.
 *
 * @throws AmountOutOfRangeError above 2^53-1 cents.
 */
export function chargeUsage(charge: Charge, usage: ChargeUsage, currency: string): ChargedUsage {
  const aggregated = unitsOf(charge.metric, usage.total, usage.period);
  const { eventsCount } = usage.total;
  const { amount, units } = amountOf(charge, aggregated, usage);
  return { charge, units, eventsCount, amount, amountCents: Money.ofMajor(amount, currency).cents };
}

/**
 * Returns whether any charge costs something without usage.
 *
 * @throws AmountOutOfRangeError above 2^53-1 cents.
 */
export function costsUnused({ charges, currency }: PlanVersion, period: BillingPeriod): boolean {
  const unused = { total: emptyTotal(), state: undefined, period };
  return charges.some((it) => chargeUsage(it, unused, currency).amountCents > 0n);
}

function amountOf(charge: Charge, units: string, { total, state }: ChargeUsage): ChargeResult {
  const { chargeModel, metric } = charge;
  const { eventsCount } = total;
  if (chargeModel !== 'percentage') {
    return computeCharge(chargeModel, charge.properties as ChargeProperties[typeof chargeModel], {
      units,
      eventsCount,
    });
  }
  const properties = charge.properties as PercentageProperties;
  if (state !== undefined) return percentageCharge(state, properties, units);
  if (metric.aggregationType === 'count') {
    return percentageCharge(percentageOfCount(properties, eventsCount), properties, units);
  }
  return computeCharge('percentage', properties, { units, eventsCount });
}
