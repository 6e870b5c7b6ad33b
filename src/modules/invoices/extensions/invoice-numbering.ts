import { extensionPoint } from '../../../platform/extensions';
import { invoiceNumber, numberPrefix } from '../invoice.rules';

/** Formats the numbers of invoices. That their sequence has no gaps is not its concern. */
export interface InvoiceNumbering {
  /** Returns the prefix of an organization. Asked for its first invoice; the answer is kept. */
  prefixOf(organization: { id: string; name: string }): string;
  /** Returns another number for every sequence, which counts from 1. */
  numberOf(prefix: string, sequence: number): string;
}

/** `ACM-01FA-007` (docs/billing-rules.md#invoice-numbers). */
const PREFIXED_NUMBERS: InvoiceNumbering = { prefixOf: numberPrefix, numberOf: invoiceNumber };

/** Formats invoice numbers in another way (docs/extending.md#invoice-numbering). */
export const INVOICE_NUMBERING = extensionPoint<InvoiceNumbering>('invoice numbering', {
  replaces: PREFIXED_NUMBERS,
});
