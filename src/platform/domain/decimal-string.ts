import Decimal from 'decimal.js';

/** Maximum number of digits before and after the decimal point of a decimal in a request. */
const MAX_WHOLE_DIGITS = 30;
export const MAX_DECIMALS = 20;

const ACCEPTED = new RegExp(`^-?\\d{1,${MAX_WHOLE_DIGITS}}(?:\\.\\d{1,${MAX_DECIMALS}})?$`);

/**
 * Returns whether a request may contain this decimal string, e.g. `"0.0025"`: no exponent, no blanks, no leading `+` or
 * `.`.
 */
export function isDecimalString(value: unknown): value is string {
  return typeof value === 'string' && ACCEPTED.test(value);
}

/** Returns the number of decimal places without trailing zeros: 1 for `"5.50"`. */
export function decimalsOf(value: string): number {
  return new Decimal(value).decimalPlaces();
}

/** Returns a decimal without exponent and surplus zeros: `"20.5"` for `"020.50"`. */
export function plainDecimal(value: string): string {
  const decimal = new Decimal(value);
  return decimal.isZero() ? '0' : decimal.toFixed();
}

/** Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: string, b: string): number {
  return new Decimal(a).comparedTo(b);
}
