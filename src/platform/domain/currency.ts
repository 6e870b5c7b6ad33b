import { code, codes } from 'currency-codes';

/** ISO 4217 codes that money is paid in: the list without precious metals and test codes. */
export const CURRENCIES: readonly string[] = codes().filter(
  (it) => !code(it)?.countries.some((country) => country.toLowerCase().startsWith('zz')),
);

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
  const record = known.has(currency) ? code(currency) : undefined;
  if (record === undefined) throw new RangeError(`Unknown currency ${currency}`);
  return record.digits;
}
