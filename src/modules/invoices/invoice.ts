import type { InvoiceFeeEntity } from './invoice-fee.entity';
import type { AppliedDiscount } from './extensions/invoice-discounts';
import type { InvoiceDiscountEntity, InvoiceEntity } from './invoice.entity';

/** An invoice with its fees and discounts, each in order. */
export interface Invoice extends InvoiceEntity {
  fees: InvoiceFeeEntity[];
  discounts: AppliedDiscount[];
}

/** Returns the columns of the invoice, without its fees and discounts. */
export function rowOf({ fees: _, discounts: __, ...row }: Invoice): InvoiceEntity {
  return row;
}

export const withoutLines = (row: InvoiceEntity): Invoice => ({ ...row, fees: [], discounts: [] });

export function discountRowsOf(invoice: Invoice): InvoiceDiscountEntity[] {
  const { organizationId, id: invoiceId, discounts } = invoice;
  return discounts.map((it, position) => ({ ...it, organizationId, invoiceId, position }));
}

export function discountOf(row: InvoiceDiscountEntity): AppliedDiscount {
  const { source, sourceId, code, name, amountCents } = row;
  return { source, sourceId, code, name, amountCents };
}

/** Returns the only columns that may change after finalization. */
export function balanceFieldsOf(invoice: Invoice) {
  const { status, amountPaidCents, offsetAmountCents, amountDueCents } = invoice;
  const { paymentOverdue, nextActionAt, billingError, paidAt, voidedAt, updatedAt } = invoice;
  return {
    status,
    amountPaidCents,
    offsetAmountCents,
    amountDueCents,
    paymentOverdue,
    nextActionAt,
    billingError,
    paidAt,
    voidedAt,
    updatedAt,
  };
}
