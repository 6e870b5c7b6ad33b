import Decimal from 'decimal.js';
import { plainDecimal } from '../../platform/domain/decimal-string';
import { Money } from '../../platform/domain/money';
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

const PRICE_DECIMALS = 10;
const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_UP });

/**
 * Returns the price per unit for an amount in minor units, in major units with up to 10 decimal places. Without units, such
 * as for a flat amount, it is the price of one unit.
 */
export function unitAmountOf(cents: bigint, units: string, currency: string): string {
  const amount = new Exact(Money.ofCents(cents, currency).toMajor());
  const divisor = new Exact(units);
  return plainDecimal((divisor.isZero() ? amount : amount.div(divisor)).toFixed(PRICE_DECIMALS));
}
