import Decimal from 'decimal.js';

/** Most digits before and after the point of a decimal that callers may send. */
const MAX_WHOLE_DIGITS = 30;
export const MAX_DECIMALS = 20;

const ACCEPTED = new RegExp(`^-?\\d{1,${MAX_WHOLE_DIGITS}}(?:\\.\\d{1,${MAX_DECIMALS}})?$`);

/** True for a decimal string that a caller may send, e.g. `"0.0025"`; no exponent, no blank, no leading `+` or `.`. */
export function isDecimalString(value: unknown): value is string {
  return typeof value === 'string' && ACCEPTED.test(value);
}

/** Digits after the point that count: `"5.50"` has one. */
export function decimalsOf(value: string): number {
  return new Decimal(value).decimalPlaces();
}

/** The one way to write a decimal: `"020.50"` is `"20.5"`. */
export function plainDecimal(value: string): string {
  const decimal = new Decimal(value);
  return decimal.isZero() ? '0' : decimal.toFixed();
}

/** -1, 0 or 1 as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: string, b: string): number {
  return new Decimal(a).comparedTo(b);
}
