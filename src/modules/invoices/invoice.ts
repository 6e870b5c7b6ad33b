import type { InvoiceFeeEntity } from './invoice-fee.entity';
import type { AppliedDiscount } from './extensions/invoice-discounts';
import type { InvoiceDiscountEntity, InvoiceEntity } from './invoice.entity';

/** An invoice with its fees and discounts, in their order. */
export interface Invoice extends InvoiceEntity {
  fees: InvoiceFeeEntity[];
  discounts: AppliedDiscount[];
}

/** Returns the columns of the invoice itself. */
export function rowOf({ fees: _, discounts: __, ...row }: Invoice): InvoiceEntity {
  return row;
}

/** Returns the rows of its discounts. */
export function discountRowsOf({
  organizationId,
  id: invoiceId,
  discounts,
}: Invoice): InvoiceDiscountEntity[] {
  return discounts.map((it, position) => ({ ...it, organizationId, invoiceId, position }));
}

/** Returns a discount as the invoice shows it. */
export function discountOf({
  source,
  sourceId,
  code,
  name,
  amountCents,
}: InvoiceDiscountEntity): AppliedDiscount {
  return { source, sourceId, code, name, amountCents };
}

/** Returns the columns that may still change once an invoice is finalized: these and no others. */
export function settlementFieldsOf(invoice: Invoice) {
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
