import { Decimal } from 'decimal.js';

/** What the series of invoices counts. */
export type InvoiceTransition = 'finalized' | 'paid' | 'voided';

/** Billing periods of one year, by interval. */
const PERIODS_PER_YEAR: Readonly<Record<string, number>> = {
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};
const MONTHS_PER_YEAR = 12;
const DIGITS = 12;

/**
 * Returns a price per billing period as an amount per month, in minor units with up to 12 decimals
 * (docs/concepts.md#analytics).
 *
 * @throws RangeError for an unknown interval
 */
export function monthlyCents(amountCents: number, interval: string): string {
  const periods = PERIODS_PER_YEAR[interval];
  if (periods === undefined) throw new RangeError(`${interval} is no interval`);
  return new Decimal(amountCents).times(periods).div(MONTHS_PER_YEAR).toDecimalPlaces(DIGITS).toFixed();
}

/** Returns whole minor units, rounded half up. */
export function wholeCents(cents: string): number {
  return new Decimal(cents).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
}
