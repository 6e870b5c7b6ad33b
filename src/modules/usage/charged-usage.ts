import type { LocalDay } from '../../platform/calendar';
import { Money } from '../../platform/domain/money';
import {
  percentageCharge,
  percentageOfCount,
  type Charge,
  type ChargeResult,
  type PercentageProperties,
  type PercentageState,
  type PlanVersion,
} from '../plans';
import type { DayChanges } from './aggregation/day-changes';
import { heldUnits, type PeriodWithDays } from './aggregation/held-units';
import { unitsOf } from './aggregation/units';
import { emptyTotal, type UsageTotal } from './aggregation/usage-total';

export const NO_CHANGES: DayChanges = new Map<LocalDay, never>();

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
  /** Empty unless the charge is prorated. */
  changes: DayChanges;
  period: PeriodWithDays;
}

/**
 * Prices the usage of one charge and rounds the amount once.
 *
 * @throws AmountOutOfRangeError above 2^53-1 cents.
 */
export function chargeUsage(charge: Charge, usage: ChargeUsage, currency: string): ChargedUsage {
  const { eventsCount } = usage.total;
  const { units, amount } = priceUsage(charge, usage);
  return { charge, units, eventsCount, amount, amountCents: Money.ofMajor(amount, currency).cents };
}

/** Prices the usage of one charge, with the steps of the charge model. */
export function priceUsage(charge: Charge, usage: ChargeUsage): ChargeResult {
  const { total, changes, period } = usage;
  return charge.prorated
    ? charge.pricing.prorate(charge.properties, heldUnits(charge.metric, total, changes, period))
    : amountOf(charge, unitsOf(charge.metric, total, period), usage);
}

/**
 * Returns whether any charge costs something without usage.
 *
 * @throws AmountOutOfRangeError above 2^53-1 cents.
 */
export function costsUnused({ charges, currency }: PlanVersion, period: PeriodWithDays): boolean {
  const unused = { total: emptyTotal(), state: undefined, changes: NO_CHANGES, period };
  return charges.some((it) => chargeUsage(it, unused, currency).amountCents > 0n);
}

function amountOf(charge: Charge, units: string, { total, state }: ChargeUsage): ChargeResult {
  const { chargeModel, metric, pricing } = charge;
  const { eventsCount } = total;
  if (chargeModel === 'percentage') {
    const properties = charge.properties as PercentageProperties;
    if (state !== undefined) return percentageCharge(state, properties, units);
    if (metric.aggregationType === 'count') {
      return percentageCharge(percentageOfCount(properties, eventsCount), properties, units);
    }
  }
  return pricing.price(charge.properties, { units, eventsCount });
}
