import Decimal from 'decimal.js';
import { currencyExponent } from '../domain/currency';
import { decimalsOf } from '../domain/decimal-string';
import { Money } from '../domain/money';
import { localeFile } from './locales';

/** The largest number of decimal places that Intl formats. */
const MAX_FRACTION_DIGITS = 100;

/** Formats what people read, as their locale writes it. The result depends on nothing but the arguments. */
export interface Formats {
  /** An amount in the minor unit of its currency, with the currency's code: `1.234,56 EUR`. */
  readonly money: (cents: bigint | number, currency: string) => string;
  /** A price in major units, with all of its decimal places and at least those of the currency. */
  readonly price: (amount: string, currency: string) => string;
  /** A decimal string with all of its decimal places. */
  readonly number: (decimal: string) => string;
  /** A rate in percent, a decimal string. */
  readonly percent: (rate: string) => string;
  /** A date, YYYY-MM-DD. */
  readonly date: (date: string) => string;
}

/** Returns the formats of a locale. @throws RangeError for one without a file. */
export function formatsOf(locale: string): Formats {
  const tag = localeFile(locale).formats;
  const price = (amount: string, currency: string): string => {
    const least = currencyExponent(currency);
    return new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      numberingSystem: 'latn',
      useGrouping: 'always',
      minimumFractionDigits: least,
      maximumFractionDigits: Math.min(MAX_FRACTION_DIGITS, Math.max(least, decimalsOf(amount))),
    }).format(amount as Intl.StringNumericLiteral);
  };
  const number = (decimal: string, style: 'decimal' | 'percent', decimals: number): string =>
    new Intl.NumberFormat(tag, {
      style,
      numberingSystem: 'latn',
      useGrouping: 'always',
      maximumFractionDigits: Math.min(MAX_FRACTION_DIGITS, decimals),
    }).format(decimal as Intl.StringNumericLiteral);
  const days = new Intl.DateTimeFormat(tag, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return {
    money: (cents, currency) => price(Money.ofCents(cents, currency).toMajor(), currency),
    price,
    number: (decimal) => number(decimal, 'decimal', decimalsOf(decimal)),
    percent: (rate) => number(new Decimal(rate).div(100).toFixed(), 'percent', decimalsOf(rate)),
    date: (date) => days.format(new Date(`${date}T00:00:00Z`)),
  };
}
