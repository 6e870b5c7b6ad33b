import type { AmountTable, CurrencyAmounts } from '../../collector-kit';

/** How GoCardless counts: cents. Its limits depend on the scheme and the merchant, so only nonsense is refused here. */
const RULES: CurrencyAmounts = { exponent: 2, step: 1n, minimum: 1n, maximum: 9_999_999_999n };
const CURRENCIES = new Set(['AUD', 'CAD', 'DKK', 'EUR', 'GBP', 'NZD', 'SEK', 'USD']);

export const gocardlessAmounts: AmountTable = (currency) => (CURRENCIES.has(currency) ? RULES : null);

/** Instant payments, which links are; other currencies have debits alone. */
export const LINK_CURRENCIES: ReadonlySet<string> = new Set(['EUR', 'GBP']);
