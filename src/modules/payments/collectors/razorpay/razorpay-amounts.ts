import type { AmountTable, CurrencyAmounts } from '../../collector-kit';

/** How Razorpay counts: as ISO 4217, but for the last digit of the currencies with three decimals, which is 0. */
const TWO_DECIMALS =
  'INR AED ALL AMD AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CNY COP CRC CUP CZK DKK DOP DZD EGP ETB ' +
  'EUR FJD GBP GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS JMD KES KGS KHR KYD KZT LAK LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP ' +
  'MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SCR SEK SGD SLL SOS SVC SZL THB TRY ' +
  'TTD TWD TZS UAH USD UYU UZS XCD YER ZAR ZMW';
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE_DECIMALS = 'BHD IQD JOD KWD OMR TND';
const MINIMA: Readonly<Record<string, bigint>> = { INR: 100n };
const MAXIMUM = 9_999_999_999n;

const TABLE: ReadonlyMap<string, CurrencyAmounts> = new Map(
  (
    [
      [TWO_DECIMALS, 2, 1n],
      [NO_DECIMALS, 0, 1n],
      [THREE_DECIMALS, 3, 10n],
    ] as const
  ).flatMap(([currencies, exponent, step]) =>
    currencies.split(' ').map((currency): [string, CurrencyAmounts] => {
      return [currency, { exponent, step, minimum: MINIMA[currency] ?? step, maximum: MAXIMUM }];
    }),
  ),
);

export const razorpayAmounts: AmountTable = (currency) => TABLE.get(currency) ?? null;
