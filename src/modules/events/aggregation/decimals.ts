import Decimal from 'decimal.js';

/**
 * Wide enough that no sum of accepted values, nor one times an instant, is ever rounded. Only the division of a
 * weighted average is; see units.ts.
 */
export const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });

export const ZERO = new Exact(0);

/** Without exponent, trailing zeros or a negative zero. */
export function toText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}
