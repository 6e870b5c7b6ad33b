import type { Invoice } from '../invoice';
import { netCents } from '../invoice-fee.entity';
import type { InvoiceStatus, InvoiceType } from '../invoice.rules';

/** An invoice as payments and credit notes see it. */
export interface PayableInvoice {
  id: string;
  number: string | null;
  customerId: string;
  invoiceType: InvoiceType;
  status: InvoiceStatus;
  currency: string;
  /** IANA; the dates of the invoice are days of this zone. */
  timezone: string;
  issuingDate: string;
  totalAmountCents: bigint;
  amountDueCents: bigint;
  amountPaidCents: bigint;
  paymentOverdue: boolean;
  fees: PayableFee[];
}

/** A fee as credit notes see it. */
export interface PayableFee {
  id: string;
  /** Before discounts. */
  amountCents: bigint;
  /** After discounts: at most this much of it can be credited. */
  netAmountCents: bigint;
  taxesAmountCents: bigint;
  /** Percent, decimal strings. */
  taxRates: readonly string[];
}

export function toPayable(invoice: Invoice): PayableInvoice {
  const { id, number, customerId, invoiceType, status, currency, timezone, issuingDate } = invoice;
  const { totalAmountCents, amountDueCents, amountPaidCents, paymentOverdue } = invoice;
  const fees = invoice.fees.map((fee) => ({
    id: fee.id,
    amountCents: fee.amountCents,
    netAmountCents: netCents(fee),
    taxesAmountCents: fee.taxesAmountCents,
    taxRates: fee.appliedTaxes.map((it) => it.rate),
  }));
  const amounts = { totalAmountCents, amountDueCents, amountPaidCents };
  return {
    id,
    number,
    customerId,
    invoiceType,
    status,
    currency,
    timezone,
    issuingDate,
    ...amounts,
    paymentOverdue,
    fees,
  };
}
