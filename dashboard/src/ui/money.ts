/** Returns the number of decimal places of a currency: 2 for EUR, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns an amount in the minor unit as a decimal string: 123 cents of EUR are `1.23`. */
export function toDecimal(cents: number | bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(cents)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const sign = cents < 0 ? '-' : '';
  const point = digits.length - decimals;
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Returns an amount for people, such as `€1,234.50`. */
export function formatMoney(cents: number | bigint, currency: string): string {
  // Intl formats a decimal string exactly; a number would lose digits of large amounts.
  return formatOf(currency).format(toDecimal(cents, currency) as Intl.StringNumericLiteral);
}

/** Returns an exact price in the major unit with all its decimals, such as `€0.0025`. */
export function formatPrice(decimal: string, currency: string): string {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    maximumFractionDigits: MAX_DECIMALS,
  });
  return format.format(decimal as Intl.StringNumericLiteral);
}

/** Returns an exact number of units with all its decimals, such as `1,000.5`. */
export function formatUnits(decimal: string | number): string {
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: MAX_DECIMALS });
  return format.format(String(decimal) as Intl.StringNumericLiteral);
}

const MAX_DECIMALS = 20;

/**
 * Returns the amount that a person has entered, in the minor unit.
 *
 * @throws RangeError for a text that is no amount of this currency
 */
export function toCents(text: string, currency: string): number {
  const decimals = decimalsOf(currency);
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text.trim());
  const fraction = match?.[3] ?? '';
  if (match === null || fraction.length > decimals) {
    throw new RangeError(
      decimals === 0
        ? `${currency} has no decimal places: enter a whole number.`
        : `Enter an amount such as ${(12.5).toFixed(decimals)}.`,
    );
  }
  return Number(`${match[1]}${match[2]}${fraction.padEnd(decimals, '0')}`);
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
    formats.set(currency, format);
  }
  return format;
}
