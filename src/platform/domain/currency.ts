import { code, codes } from 'currency-codes';

/** In ISO 4217 since the library's list was made, with their digits: the Caribbean guilder (amendment 176). */
const NEWER: ReadonlyMap<string, number> = new Map([['XCG', 2]]);

/** ISO 4217 codes that money is paid in: the list without precious metals and test codes. */
export const CURRENCIES: readonly string[] = [
  ...new Set([
    ...codes().filter((it) => !code(it)?.countries.some((country) => country.toLowerCase().startsWith('zz'))),
    ...NEWER.keys(),
  ]),
];

const known = new Set(CURRENCIES);

/** True for an upper-case ISO 4217 currency code, e.g. `USD`. */
export function isCurrency(value: string): boolean {
  return known.has(value);
}

/**
 * Digits after the point in a currency's major unit: 2 for USD, 0 for JPY, 3 for KWD.
 *
 * @throws RangeError for an unknown code.
 */
export function currencyExponent(currency: string): number {
  const digits = known.has(currency) ? (NEWER.get(currency) ?? code(currency)?.digits) : undefined;
  if (digits === undefined) throw new RangeError(`Unknown currency ${currency}`);
  return digits;
}
