import { invoiceNumber, numberPrefix } from '../invoice.rules';
import type { Replaceable } from './replaceable';

/** Dependency-injection token of the format of invoice numbers. */
export const INVOICE_NUMBERING = Symbol('INVOICE_NUMBERING');

/** What `INVOICE_NUMBERING` provides: `use()` replaces the format of invoice numbers. */
export type InvoiceNumberingSlot = Replaceable<InvoiceNumbering>;

/** Formats the numbers of invoices. That their sequence has no gaps is not its concern. */
export interface InvoiceNumbering {
  /** Returns the prefix of an organization. Asked for its first invoice; the answer is kept. */
  prefixOf(organization: { id: string; name: string }): string;
  /** Returns another number for every sequence, which counts from 1. */
  numberOf(prefix: string, sequence: number): string;
}

/** `ACM-01FA-007` (docs/billing-rules.md). */
export const PREFIXED_NUMBERS: InvoiceNumbering = { prefixOf: numberPrefix, numberOf: invoiceNumber };
