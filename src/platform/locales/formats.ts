import { Money } from '../domain/money';
import { currencyExponent } from '../domain/currency';

/** The units of quantities that Intl can name, by their code of UN/ECE Recommendation 20. */
const UNITS: Readonly<Record<string, string>> = {
  SEC: 'second',
  MIN: 'minute',
  HUR: 'hour',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  ANN: 'year',
  AD: 'byte',
  '2P': 'kilobyte',
  '4L': 'megabyte',
  E34: 'gigabyte',
  E35: 'terabyte',
  GRM: 'gram',
  KGM: 'kilogram',
  MTR: 'meter',
  KMT: 'kilometer',
  LTR: 'liter',
  P1: 'percent',
};

/** Units whose abbreviations are unusual in some languages. */
const WRITTEN_OUT: ReadonlySet<string> = new Set(['DAY', 'WEE', 'MON', 'ANN']);

/** Units with an international symbol that Intl does not know. */
const SYMBOLS: Readonly<Record<string, string>> = { KWH: 'kWh', MWH: 'MWh', WHR: 'Wh', MTQ: 'm³', TNE: 't' };

/** The code of a quantity without a unit, as in "3 seats". */
export const NO_UNIT = 'C62';

/** Intl formats at most this many decimal places. */
const MAX_DIGITS = 20;

/** Formats amounts, numbers and dates by the rules of a locale. Decimals are strings, and stay exact. */
export class Formats {
  private readonly numbers: Intl.NumberFormat;
  private readonly dates: Intl.DateTimeFormat;

  constructor(private readonly locale: string) {
    this.numbers = this.numberFormat({});
    // Dates are calendar days; UTC keeps them from shifting.
    this.dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  }

  /** Formats an amount in minor units with the decimal places of its currency, e.g. `12.345,60 €`. */
  money(cents: bigint, currency: string): string {
    const digits = currencyExponent(currency);
    const format = this.numberFormat({ style: 'currency', currency, minimumFractionDigits: digits });
    return format.format(Money.ofCents(cents, currency).toMajor() as Intl.StringNumericLiteral);
  }

  /** Formats a price per unit in major units, with as many decimal places as it needs, but at least those of the currency. */
  price(amount: string, currency: string): string {
    const minimumFractionDigits = currencyExponent(currency);
    const format = this.numberFormat({ style: 'currency', currency, minimumFractionDigits });
    return format.format(amount as Intl.StringNumericLiteral);
  }

  /** @param rate in percent, as a decimal string. */
  percent(rate: string): string {
    return this.numberFormat({ style: 'unit', unit: 'percent' }).format(rate as Intl.StringNumericLiteral);
  }

  /** @param unitCode a code of UN/ECE Recommendation 20; `C62` for no unit. */
  quantity(units: string, unitCode: string): string {
    const unit = UNITS[unitCode];
    if (unit !== undefined) {
      const unitDisplay = WRITTEN_OUT.has(unitCode) ? 'long' : 'short';
      const format = this.numberFormat({ style: 'unit', unit, unitDisplay });
      return format.format(units as Intl.StringNumericLiteral);
    }
    const number = this.numbers.format(units as Intl.StringNumericLiteral);
    return unitCode === NO_UNIT ? number : `${number} ${SYMBOLS[unitCode] ?? unitCode}`;
  }

  /** @param date YYYY-MM-DD. */
  date(date: string): string {
    return this.dates.format(new Date(`${date}T00:00:00Z`));
  }

  /** Returns the name of a country, e.g. `Frankreich`. */
  country(code: string): string {
    return new Intl.DisplayNames(this.locale, { type: 'region' }).of(code) ?? code;
  }

  private numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return new Intl.NumberFormat(this.locale, { maximumFractionDigits: MAX_DIGITS, ...options });
  }
}
