import type { InvoiceFeeEntity } from './invoice-fee.entity';
import type { InvoiceEntity } from './invoice.entity';

/** An invoice with its fees, in their order. */
export interface Invoice extends InvoiceEntity {
  fees: InvoiceFeeEntity[];
}

/** Returns the columns of the invoice itself. */
export function rowOf({ fees: _, ...row }: Invoice): InvoiceEntity {
  return row;
}

/** Returns the columns that may still change once an invoice is finalized: these and no others. */
export function balanceFieldsOf(invoice: Invoice) {
  const { status, amountPaidCents, offsetAmountCents, amountDueCents } = invoice;
  const { paymentOverdue, nextActionAt, paidAt, voidedAt, updatedAt } = invoice;
  return {
    status,
    amountPaidCents,
    offsetAmountCents,
    amountDueCents,
    paymentOverdue,
    nextActionAt,
    paidAt,
    voidedAt,
    updatedAt,
  };
}
