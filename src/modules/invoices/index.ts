export { InvoicesModule } from './invoices.module';
export type { InvoiceDto } from './invoice.dto';
export { InvoicesService } from './invoices.service';
export { CreditInvoices } from './lifecycle/credit-invoices';
export { InvoiceBilling, type BilledInvoice, type InvoicePreview } from './lifecycle/invoice-billing';
export type { BilledUsage } from './compose/bill-line';
export type { SubscriptionBill, SubscriptionFee } from './compose/subscription-bill';
export { InvoicePreviewDto, toInvoicePreviewResponse } from './invoice-preview.dto';
export { InvoiceRefunds, type InvoiceMoney, type RefundChange } from './settlement/invoice-refunds';
export { InvoiceSettlements, type Settlement } from './settlement/invoice-settlements';
export type { PayableInvoice } from './settlement/payable-invoice';
export { InvoiceReservations } from './settlement/reservations';
export { InvoiceDebts } from './settlement/invoice-debts';
export {
  InvoiceCreated,
  InvoiceFinalized,
  InvoicesOverdue,
  InvoicePaid,
  InvoicesIssued,
  type IssuedInvoices,
  InvoicesNumbered,
  InvoicesRefunded,
  type NumberedInvoices,
  InvoiceVoided,
} from './invoice.events';
export { DocumentDigestField } from './document-digest-field';
export { InvoiceDocuments, type DocumentedInvoice } from './invoice-documents';
export type { InvoiceFeeDto } from './invoice-fee.dto';
export { InvoiceTooLargeError } from './invoice.errors';
export * from './extensions';
export { INVOICE_REFERENCE } from './invoice.reference';
