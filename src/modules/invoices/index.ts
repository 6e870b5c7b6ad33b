export { InvoicesModule } from './invoices.module';
export { InvoiceBilling, type BilledInvoice, type BillPreview } from './invoice-billing';
export {
  InvoiceFunding,
  type FundableInvoice,
  type FundingKind,
  type InvoiceFunder,
} from './invoice-funding';
export { InvoiceSettlements, type PayableInvoice, type Settlement } from './invoice-settlements';
export type { SubscriptionBill, SubscriptionFee } from './subscription-bill';
