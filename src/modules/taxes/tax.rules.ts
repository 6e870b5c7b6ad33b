import Decimal from 'decimal.js';

const Exact = Decimal.clone({ precision: 60 });

/**
 * The taxes on one fee: all rates (percent, decimal strings) together, rounded once, half up, to a whole cent
 * (billing-rules.md, Invoices: computed and rounded per fee).
 */
export function taxCents(feeCents: bigint, rates: readonly string[]): bigint {
  const percent = rates.reduce((sum, rate) => sum.plus(rate), new Exact(0));
  const tax = new Exact(feeCents.toString()).mul(percent).div(100);
  return BigInt(tax.toFixed(0, Decimal.ROUND_HALF_UP));
}
