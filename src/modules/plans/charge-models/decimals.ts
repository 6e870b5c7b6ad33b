import Decimal from 'decimal.js';

export { isDecimalString } from '../../../platform/domain/decimal-string';

/**
 * Enough precision to never round a sum or product of accepted inputs: products of two factors of at most 50
 * digits, divided by 100 and summed over any number of events, stay far below 200 digits.
 */
const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });

/** A decimal of any length without an exponent, e.g. `-12.50`. */
const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** A number of units: the decimal string or JSON number that the request contained. */
export type Quantity = string | number;

export const ZERO = new Exact(0);
export const ONE = new Exact(1);

/** Maximum number of digits that a JavaScript number preserves exactly. */
const SURE_DIGITS = 15;

/**
 * Returns whether a JSON number prints as the decimal that the client wrote: a safe integer, or a plain decimal with
 * at most 15 significant digits, such as 0.1.
 */
export function isExactNumber(value: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  return PLAIN.test(String(value)) && new Exact(value).precision() <= SURE_DIGITS;
}

/**
 * Parses a quantity.
 *
 * @throws RangeError unless it is a plain decimal string or an exact number.
 */
export function toDecimal(value: Quantity): Decimal {
  if (typeof value === 'number' ? isExactNumber(value) : PLAIN.test(value)) return new Exact(value);
  throw new RangeError(`Not a decimal: ${JSON.stringify(value)}`);
}

/** Formats a decimal without exponent, trailing zeros or negative zero. */
export function toText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

export function atLeastZero(value: Decimal): Decimal {
  return value.isNegative() ? ZERO : value;
}

/** Not `Decimal.min`: its result has the default precision, so later operations would round. */
export function smallerOf(a: Decimal, b: Decimal): Decimal {
  return a.lessThan(b) ? a : b;
}

/** Returns exactly `rate` percent of the value; a rate of 1.5 means 1.5 %. */
export function percentOf(value: Decimal, rate: Decimal): Decimal {
  return value.times(rate).times('0.01');
}

/** Returns value / size, rounded up. Uses the remainder, because quotients such as 1/3 do not terminate. */
export function timesBegun(value: Decimal, size: Decimal): Decimal {
  const whole = value.divToInt(size);
  return value.greaterThan(whole.times(size)) ? whole.plus(ONE) : whole;
}

/** Returns 10^exponent; the exponent may be negative. */
export function powerOfTen(exponent: number): Decimal {
  return new Exact(`1e${exponent}`);
}
