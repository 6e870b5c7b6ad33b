import { Decimal as Decimals } from 'decimal.js';

/** Decimals of so many digits that no sum or product of a life is rounded by them. */
export const Decimal = Decimals.clone({ precision: 80, rounding: Decimals.ROUND_HALF_UP });
export type Decimal = Decimals;

export const ZERO = new Decimal(0);

export function sumOf(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, it) => sum.plus(it), ZERO);
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, it) => sum + it, 0);
}

/** Half up. */
export function wholeCents(cents: Decimal): number {
  return cents.toDecimalPlaces(0, Decimals.ROUND_HALF_UP).toNumber();
}

/** Minor units in a major one. */
export function minorUnits(currency: string): number {
  return { JPY: 1, KWD: 1000 }[currency] ?? 100;
}
