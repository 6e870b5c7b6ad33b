import { invoiceNumber, numberPrefix } from '../invoice.rules';
import type { Replaceable } from './replaceable';

/** Dependency-injection token of the invoice number format. */
export const INVOICE_NUMBERING = Symbol('INVOICE_NUMBERING');

/** Provided as `INVOICE_NUMBERING`; `use()` replaces the format of invoice numbers. */
export type InvoiceNumberingSlot = Replaceable<InvoiceNumbering>;

/** Formats invoice numbers. `InvoiceNumbers` assigns the gapless sequence. */
export interface InvoiceNumbering {
  /** Returns the prefix of an organization. Called once, for the first invoice; the prefix is then stored. */
  prefixOf(organization: { id: string; name: string }): string;
  /** Returns the number for a sequence value. Sequence values start at 1; their numbers must be distinct. */
  numberOf(prefix: string, sequence: number): string;
}

/** The default format, e.g. `ACM-01FA-007` (docs/billing-rules.md). */
export const PREFIXED_NUMBERS: InvoiceNumbering = { prefixOf: numberPrefix, numberOf: invoiceNumber };
