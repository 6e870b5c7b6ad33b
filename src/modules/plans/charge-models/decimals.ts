import Decimal from 'decimal.js';

export { isDecimalString } from '../../../platform/domain/decimal-string';

/**
 * Wide enough that no sum or product of accepted inputs is ever rounded: two factors of at most 50 digits,
 * a division by 100 and a sum over any number of events stay far below 200 digits.
 */
const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });

/** A number of any length without exponent, e.g. `-12.50`. */
const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** A number of units, as the decimal string or the JSON number that a caller sent. */
export type Quantity = string | number;

export const ZERO = new Exact(0);
export const ONE = new Exact(1);

/** Numbers of no more digits come out of JavaScript as they were written. */
const SURE_DIGITS = 15;

/** Whether a JSON number is the one that was sent, to the last digit: a short fraction such as 0.1 is. */
export function isExactNumber(value: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  return PLAIN.test(String(value)) && new Exact(value).precision() <= SURE_DIGITS;
}

/** @throws RangeError for anything but a plain decimal string or a number that is exact. */
export function toDecimal(value: Quantity): Decimal {
  if (typeof value === 'number' ? isExactNumber(value) : PLAIN.test(value)) return new Exact(value);
  throw new RangeError(`Not a decimal: ${JSON.stringify(value)}`);
}

/** Without exponent, trailing zeros or a negative zero: the one way a decimal leaves this module. */
export function toText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

export function atLeastZero(value: Decimal): Decimal {
  return value.isNegative() ? ZERO : value;
}

/** `Decimal.min` would answer a number of the default precision, which rounds from then on. */
export function smallerOf(a: Decimal, b: Decimal): Decimal {
  return a.lessThan(b) ? a : b;
}

/** `rate` is a percentage: 1.5 means 1.5 %. Exact, as 0.01 only moves the point. */
export function percentOf(value: Decimal, rate: Decimal): Decimal {
  return value.times(rate).times('0.01');
}

/** How many times `size` is begun in `value`. Goes by the remainder: a quotient like 1/3 has no end. */
export function timesBegun(value: Decimal, size: Decimal): Decimal {
  const whole = value.divToInt(size);
  return value.greaterThan(whole.times(size)) ? whole.plus(ONE) : whole;
}

/** 10^exponent, also for a negative exponent. */
export function powerOfTen(exponent: number): Decimal {
  return new Exact(`1e${exponent}`);
}
