export { InvoicesModule } from './invoices.module';
export { InvoiceBilling, type BilledInvoice, type BillPreview } from './invoice-billing';
export {
  INVOICE_FUNDING,
  type FundableInvoice,
  type Funding,
  type InvoiceFunder,
} from './extensions/invoice-funding';
export {
  InvoiceBalances,
  type PayableFee,
  type PayableInvoice,
  type AppliedAmount,
} from './invoice-balances';
export {
  billingErrorAfter,
  describeBillingFailure,
  type BillingError,
  type BillingFailure,
} from './billing-error';
export { InvoiceRefunds, type RefundableInvoice } from './invoice-refunds';
export { InvoiceDebts, type OverdueListener } from './invoice-debts';
export type { SubscriptionBill, SubscriptionFee } from './subscription-bill';
export { InvoiceCouponDto, toInvoiceCoupon } from './invoice.dto';
export { taxedFee, unitAmountOf } from './fee-amounts';
export { InvoiceTooLargeError } from './invoice.errors';
export { InvoiceCreated, InvoiceFinalized, InvoicePaid, InvoiceVoided } from './invoice.events';
export {
  INVOICE_DISCOUNTS,
  type AppliedDiscount,
  type DiscountableBill,
  type DiscountableLine,
  type DiscountedInvoice,
  type InvoiceDiscounts,
  type ProposedDiscount,
} from './extensions/invoice-discounts';
export { INVOICE_LINES, type AddedLine, type InvoiceLineSource } from './extensions/invoice-lines';
export {
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxCalculator,
  type TaxableInvoice,
  type TaxableLine,
} from './extensions/tax-calculator';
export { INVOICE_NUMBERING, type InvoiceNumbering } from './extensions/invoice-numbering';
export {
  BILLING_TIMES,
  INVOICE_PREVIEWS,
  type BillingTime,
  type InvoicePreviewer,
  type PreviewedBill,
  type PreviewedSubscription,
} from './extensions/invoice-previews';
export { INVOICE_VOIDING_GUARDS } from './invoice-voiding';
