export { INVOICE_LINES, type AddedLine, type InvoiceLineSource } from './invoice-lines';
export {
  INVOICE_DISCOUNTS,
  type AppliedDiscount,
  type DiscountableBill,
  type DiscountableLine,
  type DiscountedInvoice,
  type InvoiceDiscounts,
  type ProposedDiscount,
} from './invoice-discounts';
export {
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxableInvoice,
  type TaxableLine,
  type TaxCalculator,
} from './tax-calculator';
export { INVOICE_FUNDING, type FundableInvoice, type Funding, type InvoiceFunder } from './invoice-funding';
export {
  CollectionInFlightError,
  INVOICE_RESERVATIONS,
  type InvoiceReservation,
  type InvoiceReserver,
} from './invoice-reservations';
export { INVOICE_FIELDS } from './invoice-fields';
export { INVOICE_VOIDING_GUARDS } from './voiding-guards';
export { FEE_CREDITS, type FeeCredits } from './fee-credits';
export { INVOICE_NUMBERING, type InvoiceNumbering } from './invoice-numbering';
