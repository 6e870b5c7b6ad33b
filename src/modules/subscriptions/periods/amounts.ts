import type { PlanInterval } from '../../plans';

const PERIODS_A_YEAR: Readonly<Record<PlanInterval, bigint>> = {
  weekly: 52n,
  monthly: 12n,
  quarterly: 4n,
  yearly: 1n,
};

/** Returns the amount of a plan per year, to compare plans of different intervals. A year has 52 weeks. */
export function yearlyAmount(interval: PlanInterval, amountCents: bigint): bigint {
  return amountCents * PERIODS_A_YEAR[interval];
}
