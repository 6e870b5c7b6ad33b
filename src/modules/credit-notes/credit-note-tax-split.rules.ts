import { apportion, sharesByRate, splitTax, type Shares, type StoredTax, type TaxAmount } from '../taxes';

/** A fee with its taxes, and what its credit notes have credited so far. */
export interface FeeWithTaxes {
  /** After discounts, before taxes. */
  netAmountCents: bigint;
  taxesAmountCents: bigint;
  /** Their amounts add up to `taxesAmountCents`. */
  taxes: readonly TaxAmount[];
  creditedCents: bigint;
  /** Credited amounts of the taxes; a tax without one is absent. */
  creditedTaxes: readonly TaxAmount[];
}

/**
 * Splits the taxes of an item of a note over the taxes of its fee (docs/billing-rules.md#amounts-per-tax): the
 * shares of everything that is credited of the fee, this item included, less what the earlier notes credited of each tax.
 * No tax is credited beyond its amount on the fee, so the notes that credit a whole fee credit each tax exactly.
 *
 * @param amountCents the amount of the item before taxes.
 * @param taxesCents the taxes of the item, to which the parts add up.
 */
export function splitItemTaxes(fee: FeeWithTaxes, amountCents: bigint, taxesCents: bigint): StoredTax[] {
  const credited = fee.taxes.map((tax) => creditedOf(fee, tax));
  const { numerators, denominator } = sharesOf(fee, fee.creditedCents + amountCents);
  const shares = {
    numerators: numerators.map((it, index) => it - (credited[index] ?? 0n) * denominator),
    denominator,
  };
  const left = fee.taxes.map((tax, index) => tax.amountCents - (credited[index] ?? 0n));
  const limits = left.map((it) => (it > 0n ? it : 0n));
  const parts = apportion(taxesCents, shares, fee.taxes, limits);
  return fee.taxes.map((tax, index) => ({ ...tax, amountCents: parts[index] ?? 0n }));
}

/** Returns the exact taxes on a part of a fee: by their rates, or in proportion if those of the fee are not by rates. */
function sharesOf({ netAmountCents, taxesAmountCents, taxes }: FeeWithTaxes, partCents: bigint): Shares {
  const byRates = splitTax(netAmountCents, taxesAmountCents, taxes);
  if (byRates.every((it, index) => it.amountCents === taxes[index]?.amountCents)) {
    return sharesByRate(partCents, taxes);
  }
  return { numerators: taxes.map((it) => it.amountCents * partCents), denominator: netAmountCents };
}

function creditedOf({ creditedTaxes }: FeeWithTaxes, { code, rate }: TaxAmount): bigint {
  return creditedTaxes
    .filter((it) => it.code === code && it.rate === rate)
    .reduce((sum, it) => sum + it.amountCents, 0n);
}
