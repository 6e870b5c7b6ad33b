export type {
  TaxAmount as TaxAmountBody,
  InvoiceFee as InvoiceFeeBody,
  Invoice as InvoiceBody,
} from '@billing-service/sdk';
