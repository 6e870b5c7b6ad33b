import { taxCents } from '../taxes';
import type { FeeWithTaxes } from './credit-note-tax-split.rules';

/** A fee of an invoice and the amounts that its credit notes have already credited. */
export interface CreditableFee extends FeeWithTaxes {
  id: string;
  /** Before discounts and taxes. */
  amountCents: bigint;
  creditedTaxesCents: bigint;
}

/** A fee and the part of its net amount to credit. */
export interface CreditedFee {
  fee: CreditableFee;
  amountCents: bigint;
}

/** Returns the net amount of a fee that is not credited yet. */
export function creditableCents(fee: CreditableFee): bigint {
  return fee.netAmountCents - fee.creditedCents;
}

/**
 * Returns the taxes of an item of a note, in cents (docs/billing-rules.md#taxes-of-a-credit-note): the taxes on
 * everything that is credited of the fee, this item included, less the taxes of the earlier notes. So each note is right
 * to the rounding, and the notes that credit a whole fee credit exactly its taxes.
 */
export function itemTaxes({ fee, amountCents }: CreditedFee): bigint {
  const taxes = taxesOn(fee, fee.creditedCents + amountCents) - fee.creditedTaxesCents;
  // Earlier notes may have credited more: the taxes of a draft have decreased, or the earliest note was voided.
  return taxes > 0n ? taxes : 0n;
}

/**
 * Returns the taxes on a part of a fee, rounded half up: by the rates of the fee, or in proportion if its taxes do not
 * follow from them, because a tax calculator computed them otherwise.
 */
function taxesOn({ netAmountCents, taxesAmountCents, taxes }: CreditableFee, partCents: bigint): bigint {
  const taxRates = taxes.map((it) => it.rate);
  if (partCents >= netAmountCents) return taxesAmountCents;
  if (taxCents(netAmountCents, taxRates) === taxesAmountCents) return taxCents(partCents, taxRates);
  return (2n * taxesAmountCents * partCents + netAmountCents) / (2n * netAmountCents);
}
