import type { InvoiceFeeEntity } from './invoice-fee.entity';
import type { InvoiceEntity } from './invoice.entity';

/** An invoice with its fees, in order. */
export interface Invoice extends InvoiceEntity {
  fees: InvoiceFeeEntity[];
}

/** Returns the columns of the invoice, without its fees. */
export function rowOf({ fees: _, ...row }: Invoice): InvoiceEntity {
  return row;
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
