import type { PlanInterval } from '../../plans';

const PERIODS_A_YEAR: Readonly<Record<PlanInterval, bigint>> = {
  weekly: 52n,
  monthly: 12n,
  quarterly: 4n,
  yearly: 1n,
};

/**
 * Returns the share of an amount for the billed days, rounded half up to a whole cent.
 *
 * @throws RangeError if the amount is negative, a day count is not a whole number, `daysInPeriod` is less than 1, or
 * `billedDays` is not between 0 and `daysInPeriod`.
 */
export function proratedAmountCents(amountCents: bigint, billedDays: number, daysInPeriod: number): bigint {
  const days = BigInt(billedDays);
  const all = BigInt(daysInPeriod);
  if (amountCents < 0n || days < 0n || all < 1n || days > all) {
    throw new RangeError(`Cannot prorate ${amountCents.toString()} to ${billedDays} of ${daysInPeriod} days`);
  }
  return (2n * amountCents * days + all) / (2n * all);
}

/** Returns the amount of a plan per year, to compare plans of different intervals. A year has 52 weeks. */
export function yearlyAmount(interval: PlanInterval, amountCents: bigint): bigint {
  return amountCents * PERIODS_A_YEAR[interval];
}
