import { code, codes } from 'currency-codes';

/** Decimal places of currencies that the library lacks: the Caribbean guilder (ISO 4217 amendment 176). */
const NEWER: ReadonlyMap<string, number> = new Map([['XCG', 2]]);

/** All ISO 4217 codes except those of precious metals and test codes. */
export const CURRENCIES: readonly string[] = [
  ...new Set([
    ...codes().filter((it) => !code(it)?.countries.some((country) => country.toLowerCase().startsWith('zz'))),
    ...NEWER.keys(),
  ]),
];

const known = new Set(CURRENCIES);

/** Returns whether the value is an upper-case ISO 4217 currency code, e.g. `USD`. */
export function isCurrency(value: string): boolean {
  return known.has(value);
}

/**
 * Returns the number of decimal places of a currency: 2 for USD, 0 for JPY, 3 for KWD.
 *
 * @throws RangeError for an unknown code
 */
export function currencyExponent(currency: string): number {
  const digits = known.has(currency) ? (NEWER.get(currency) ?? code(currency)?.digits) : undefined;
  if (digits === undefined) throw new RangeError(`Unknown currency ${currency}`);
  return digits;
}
