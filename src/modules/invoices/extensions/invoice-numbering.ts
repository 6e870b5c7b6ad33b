import { invoiceNumber, numberPrefix } from '../invoice.rules';
import type { Replaceable } from './replaceable';

/** Dependency-injection token of how invoice numbers are written. */
export const INVOICE_NUMBERING = Symbol('INVOICE_NUMBERING');

/** What `INVOICE_NUMBERING` gives: `use()` puts another way of writing numbers in the place of the service's own. */
export type InvoiceNumberingSlot = Replaceable<InvoiceNumbering>;

/** How an organization's running number is written. That it has no gaps is the service's own affair. */
export interface InvoiceNumbering {
  /** Asked once per organization, by its first invoice, and kept. */
  prefixOf(organization: { id: string; name: string }): string;
  /** Another number for every sequence, which counts from 1. */
  numberOf(prefix: string, sequence: number): string;
}

/** `ACM-01FA-007` (billing-rules.md, Invoices). */
export const PREFIXED_NUMBERS: InvoiceNumbering = { prefixOf: numberPrefix, numberOf: invoiceNumber };
