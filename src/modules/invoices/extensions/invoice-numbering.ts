import { extensionPoint } from '../../../platform/extensions';
import { invoiceNumber, numberPrefix } from '../invoice.rules';

/** Formats invoice numbers. `InvoiceNumbers` assigns the gapless sequence. */
export interface InvoiceNumbering {
  /** Returns the prefix of an organization. Called once, for the first invoice; the prefix is then stored. */
  prefixOf(organization: { id: string; name: string }): string;
  /** Returns the number for a sequence value. Sequence values start at 1; their numbers must be distinct. */
  numberOf(prefix: string, sequence: number): string;
}

/** The default format, e.g. `ACM-01FA-007` (docs/billing-rules.md#invoice-numbers). */
const PREFIXED_NUMBERS: InvoiceNumbering = { prefixOf: numberPrefix, numberOf: invoiceNumber };

/** Formats the numbers of invoices (docs/extending.md#invoice-numbering). */
export const INVOICE_NUMBERING = extensionPoint<InvoiceNumbering>('invoice numbering', {
  replaces: PREFIXED_NUMBERS,
});
