import { currencyExponent } from '../../../platform/domain/currency';

/** How a provider counts a currency. Amounts are in the provider's own smallest unit. */
export interface CurrencyAmounts {
  /** Decimals of the provider's unit; 2 for cents. */
  readonly exponent: number;
  /** Amounts are multiples of it: 10 where the last digit must be 0. */
  readonly step: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/** By ISO 4217 code; a currency that is absent cannot be collected. */
export type AmountTable = (currency: string) => CurrencyAmounts | null;

/** An amount that a provider cannot collect, with the sentence for the caller. */
export class InexpressibleAmountError extends Error {}

/**
 * Converts an amount of this service to the unit of a provider (docs/payments.md#amounts-of-providers).
 *
 * @throws InexpressibleAmountError
 */
export function toProviderAmount(table: AmountTable, amountCents: bigint, currency: string): bigint {
  const rules = table(currency);
  if (rules === null) throw new InexpressibleAmountError(`The provider does not take ${currency}.`);
  const amount = scaled(amountCents, currencyExponent(currency), rules.exponent);
  if (amount === null || amount % rules.step !== 0n)
    throw new InexpressibleAmountError(`The provider cannot take this amount in ${currency} exactly.`);
  if (amount < rules.minimum)
    throw new InexpressibleAmountError(`The amount is below the provider's minimum in ${currency}.`);
  if (amount > rules.maximum)
    throw new InexpressibleAmountError(`The amount is above the provider's maximum in ${currency}.`);
  return amount;
}

/**
 * Converts an amount that goes back to the payer, which may be smaller than the smallest charge.
 *
 * @throws InexpressibleAmountError
 */
export function toProviderRefund(table: AmountTable, amountCents: bigint, currency: string): bigint {
  const unlimited: AmountTable = (it) => {
    const rules = table(it);
    return rules === null ? null : { ...rules, minimum: 1n };
  };
  return toProviderAmount(unlimited, amountCents, currency);
}

/**
 * Converts an amount of a provider back.
 *
 * @throws RangeError for an amount that this service cannot express
 */
export function fromProviderAmount(table: AmountTable, amount: bigint, currency: string): bigint {
  const rules = table(currency);
  const cents = rules === null ? null : scaled(amount, rules.exponent, currencyExponent(currency));
  if (cents === null) throw new RangeError(`${amount} in ${currency} is no amount of the provider`);
  return cents;
}

function scaled(amount: bigint, from: number, to: number): bigint | null {
  if (to >= from) return amount * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  return amount % divisor === 0n ? amount / divisor : null;
}
