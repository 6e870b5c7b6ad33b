import Decimal from 'decimal.js';

/**
 * Precise enough that no sum of accepted values, or of values times instants, is rounded. Only the division of a
 * weighted average rounds; see units.ts.
 */
export const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });

export const ZERO = new Exact(0);

/** Formats a decimal without exponent, trailing zeros or a negative zero. */
export function toText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}
