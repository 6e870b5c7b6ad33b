import { taxCents } from '../../taxes';

/** A fee of the invoice, and what its credit notes took of it. */
export interface CreditableFee {
  id: string;
  /** The amount of the fee less its discounts: no more was asked of the customer. */
  netAmountCents: bigint;
  taxesAmountCents: bigint;
  /** Percent, decimal strings. */
  taxRates: readonly string[];
  creditedCents: bigint;
  creditedTaxesCents: bigint;
}

/** A part of a fee that is credited. */
export interface CreditedFee {
  fee: CreditableFee;
  amountCents: bigint;
}

/** Returns the net amount of a fee that is not credited yet. */
export function creditableCents(fee: CreditableFee): bigint {
  return fee.netAmountCents - fee.creditedCents;
}

/**
 * Returns the taxes of an item of a note (docs/billing-rules.md#taxes-of-a-credit-note): those of all that is credited of
 * the fee with it, less what the notes before it took. The notes that use up a fee take exactly its taxes.
 */
export function itemTaxes({ fee, amountCents }: CreditedFee): bigint {
  const taxes = taxesOf(fee, fee.creditedCents + amountCents) - fee.creditedTaxesCents;
  // Earlier notes can have taken more: the taxes of a draft fell since, or one of several notes was voided.
  return taxes > 0n ? taxes : 0n;
}

/** Returns the taxes on a part of a fee, rounded half up: by its rates, or in proportion where a tax calculator uses others. */
function taxesOf({ netAmountCents, taxesAmountCents, taxRates }: CreditableFee, cents: bigint): bigint {
  if (cents >= netAmountCents) return taxesAmountCents;
  if (taxCents(netAmountCents, taxRates) === taxesAmountCents) return taxCents(cents, taxRates);
  return (2n * taxesAmountCents * cents + netAmountCents) / (2n * netAmountCents);
}
