import Decimal from 'decimal.js';

const Exact = Decimal.clone({ precision: 60 });

/**
 * Returns the taxes on one fee, in cents: the fee times the sum of the rates, rounded once, half up
 * (docs/billing-rules.md#taxes).
 *
 * @param rates decimal strings, in percent.
 */
export function taxCents(feeCents: bigint, rates: readonly string[]): bigint {
  const percent = rates.reduce((sum, rate) => sum.plus(rate), new Exact(0));
  const tax = new Exact(feeCents.toString()).mul(percent).div(100);
  return BigInt(tax.toFixed(0, Decimal.ROUND_HALF_UP));
}
