import { currencyExponent, isCurrency } from '../../../../platform/domain/currency';
import type { AmountTable } from '../../collector-kit';

/** The smallest prices of Dodo Payments; elsewhere one unit of the currency. */
const MINIMA: Readonly<Record<string, bigint>> = { USD: 50n, EUR: 50n, GBP: 50n, INR: 5000n };
const MAXIMUM = 99_999_999n;
/** Sanctioned or unsupported. */
const REFUSED = new Set(['CUP', 'IRR', 'KPW', 'SYP', 'RUB', 'BYN', 'VED', 'VES', 'SDG', 'SSP']);

/** How Dodo Payments counts: as ISO 4217. */
export const dodopaymentsAmounts: AmountTable = (currency) => {
  if (!isCurrency(currency) || REFUSED.has(currency)) return null;
  const minimum = MINIMA[currency] ?? 1n;
  return { exponent: currencyExponent(currency), step: 1n, minimum, maximum: MAXIMUM };
};
