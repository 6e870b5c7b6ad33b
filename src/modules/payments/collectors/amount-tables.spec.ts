import fc from 'fast-check';
import { CURRENCIES, currencyExponent } from '../../../platform/domain/currency';
import {
  fromProviderAmount,
  InexpressibleAmountError,
  toProviderAmount,
  type AmountTable,
} from '../collector-kit';
import { dodopaymentsAmounts } from './dodopayments/dodopayments-amounts';
import { gocardlessAmounts } from './gocardless/gocardless-amounts';
import { razorpayAmounts } from './razorpay/razorpay-amounts';
import { stripeAmounts } from './stripe/stripe-amounts';

const TABLES: readonly (readonly [string, AmountTable])[] = [
  ['Stripe', stripeAmounts],
  ['GoCardless', gocardlessAmounts],
  ['Razorpay', razorpayAmounts],
  ['Dodo Payments', dodopaymentsAmounts],
];

describe('the amounts of the published providers', () => {
  it.each([
    ['USD', 1999n, 1999n],
    ['JPY', 500n, 500n],
    ['MGA', 50_000n, 500n],
    ['ISK', 500n, 50_000n],
    ['UGX', 4000n, 400_000n],
    ['KWD', 12_340n, 12_340n],
  ])('Stripe counts %s %d as %d', (currency, cents, amount) => {
    expect(toProviderAmount(stripeAmounts, cents, currency)).toBe(amount);
  });

  it.each([
    ['KWD', 12_345n],
    ['MGA', 50_001n],
    ['USD', 49n],
    ['USD', 100_000_000n],
    ['KPW', 5000n],
  ])('Stripe does not take %s %d', (currency, cents) => {
    expect(() => toProviderAmount(stripeAmounts, cents, currency)).toThrow(InexpressibleAmountError);
  });

  it.each(TABLES)('what %s takes comes back as it was, in every currency', (_, table) => {
    const taken = CURRENCIES.filter((it) => table(it) !== null);
    expect(taken.length).toBeGreaterThan(7);
    fc.assert(
      fc.property(fc.constantFrom(...taken), fc.bigInt(1n, 9_999n), (currency, units) => {
        const cents = units * 10n ** BigInt(currencyExponent(currency)) * 10n;
        try {
          const amount = toProviderAmount(table, cents, currency);
          expect(fromProviderAmount(table, amount, currency)).toBe(cents);
        } catch (error) {
          expect(error).toBeInstanceOf(InexpressibleAmountError);
        }
      }),
    );
  });
});
