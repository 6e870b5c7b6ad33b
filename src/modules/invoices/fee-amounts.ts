import type { Taxed } from '../taxes';
import type { InvoiceFeeEntity } from './invoice-fee.entity';

/** Returns the amount of a fee after discounts, in cents: what is taxed, and what credit notes can credit. */
export function netAmountOf(fee: Pick<InvoiceFeeEntity, 'amountCents' | 'discountAmountCents'>): bigint {
  return fee.amountCents - fee.discountAmountCents;
}

/** Returns the net amount of a fee with its taxes. */
export function taxedFee(
  fee: Pick<InvoiceFeeEntity, 'amountCents' | 'discountAmountCents' | 'taxesAmountCents' | 'appliedTaxes'>,
): Taxed {
  const { taxesAmountCents, appliedTaxes } = fee;
  return { amountCents: netAmountOf(fee), taxesAmountCents, appliedTaxes };
}
