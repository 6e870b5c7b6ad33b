import type { AmountTable, CurrencyAmounts } from '../../collector-kit';

/**
 * How Stripe counts (docs/payments.md#amounts-of-providers): ISO 4217 with the exceptions of its page on currencies.
 * Minima are those of its table of charge amounts; without an entry there only 0 is refused.
 */
const TWO_DECIMALS =
  'USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK ' +
  'DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP LKR LRD ' +
  'LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD ' +
  'SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UYU UZS WST XCD XCG YER ZAR ZMW';
const NO_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF';
/** Two decimals at Stripe, for compatibility, and always 00. */
const WHOLE_UNITS = 'ISK UGX';
/** The last digit is 0. */
const THREE_DECIMALS = 'BHD JOD KWD OMR TND';

const MINIMA: Readonly<Record<string, bigint>> = {
  USD: 50n,
  AED: 200n,
  AUD: 50n,
  BGN: 100n,
  BRL: 50n,
  CAD: 50n,
  CHF: 50n,
  CZK: 1500n,
  DKK: 250n,
  EUR: 50n,
  GBP: 30n,
  HKD: 400n,
  HUF: 17_500n,
  INR: 50n,
  JPY: 50n,
  MXN: 1000n,
  MYR: 200n,
  NOK: 300n,
  NZD: 50n,
  PLN: 200n,
  RON: 200n,
  SEK: 300n,
  SGD: 50n,
  THB: 1000n,
};
/** Eight digits; twelve of rupiah. */
const MAXIMUM = 99_999_999n;
const MAXIMUM_IDR = 999_999_999_999n;

const GROUPS: readonly (readonly [currencies: string, exponent: number, step: bigint])[] = [
  [TWO_DECIMALS, 2, 1n],
  [NO_DECIMALS, 0, 1n],
  [WHOLE_UNITS, 2, 100n],
  [THREE_DECIMALS, 3, 10n],
];

const TABLE: ReadonlyMap<string, CurrencyAmounts> = new Map(
  GROUPS.flatMap(([currencies, exponent, step]) =>
    currencies.split(' ').map((currency): [string, CurrencyAmounts] => {
      const maximum = currency === 'IDR' ? MAXIMUM_IDR : MAXIMUM;
      return [currency, { exponent, step, minimum: MINIMA[currency] ?? step, maximum }];
    }),
  ),
);

export const stripeAmounts: AmountTable = (currency) => TABLE.get(currency) ?? null;
