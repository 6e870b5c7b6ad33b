/** Currencies whose minor unit in ISO 4217, by which the API counts, differs from what browsers display. */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' ').map((it) => [it, 2]),
  ),
  ...Object.fromEntries(
    'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ').map((it) => [it, 0]),
  ),
  IQD: 3,
};

/** Returns the number of decimals of a currency. */
export function exponentOf(currency: string): number {
  const known = EXPONENTS[currency];
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}

/** Returns an amount in the minor unit as a decimal in the major unit: 4900, EUR -> `49.00`. */
export function toMajor(minor: number | bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const amount = BigInt(minor);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(exponent + 1, '0');
  const sign = amount < 0n ? '-' : '';
  if (exponent === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * Returns what was typed in the major unit as an amount in the minor unit; null unless it is one. Both `.` and `,` may
 * separate the decimals.
 */
export function toMinor(major: string, currency: string): number | null {
  const exponent = exponentOf(currency);
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(major.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  if (decimals.length > exponent) return null;
  const minor = Number(`${sign}${whole}${decimals.padEnd(exponent, '0')}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Returns an amount in the minor unit as people of this locale write it. */
export function formatMoney(minor: number | bigint, currency: string, locale?: string): string {
  return formatMajor(toMajor(minor, currency), currency, locale);
}

/** Returns a decimal in the major unit as money; more decimals than the currency has are kept (unit prices). */
export function formatMajor(major: string, currency: string, locale?: string): string {
  const exponent = exponentOf(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: Math.max(exponent, 12),
  }).format(major as Intl.StringNumericLiteral);
}
