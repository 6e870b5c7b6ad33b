import Decimal from 'decimal.js';

const Exact = Decimal.clone({ precision: 60 });

/** Returns a percentage of an amount, rounded once, half up. @param rate percent, a decimal string such as `"12.5"`. */
export function percentOf(cents: bigint, rate: string): bigint {
  const exact = new Exact(cents.toString()).mul(rate).div(100);
  return BigInt(exact.toFixed(0, Decimal.ROUND_HALF_UP));
}
