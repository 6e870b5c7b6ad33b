import type { DocumentImage } from './blocks/block';
import type { Party, Seller } from './party';

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The state that a document shows. */
export type Stamp = 'draft' | 'paid' | 'void';

/** A line of a document (EN 16931, BG-25). */
export interface DocumentLine {
  description: string;
  /** First and last day of the period that the line covers, YYYY-MM-DD; null without a period. */
  period: { from: string; to: string } | null;
  /** Decimal string. */
  units: string;
  /** UN/ECE Recommendation 20; `C62` for no unit. */
  unitCode: string;
  /** Price per unit before taxes, in major units. */
  unitAmount: string;
  /** In minor units, as all amounts; 0 without a discount. */
  discountCents: bigint;
  /** After the discount, before taxes. */
  netCents: bigint;
  /** Category of EN 16931, from UNCL5305, e.g. `S`. */
  taxCategory: string;
  /** Percent, as a decimal string. */
  taxRate: string;
}

/** The key of a text in `platform/locales/texts`. */
export type TotalKey =
  | 'fees_total'
  | 'discounts_total'
  | 'taxes_total'
  | 'credit_notes_total'
  | 'prepaid_credit_total'
  | 'total'
  | 'paid_total'
  | 'offset_total'
  | 'amount_due'
  | 'credit_total'
  | 'refund_total'
  | 'invoice_offset_total';

/** A row of the totals. The rows are complete and in order: a template shows all of them. */
export interface DocumentTotal {
  key: TotalKey;
  /** Negative for what lowers the total. */
  cents: bigint;
  isSum: boolean;
}

/** The sums of the lines with one tax category and rate (EN 16931, BG-23). */
export interface DocumentTax {
  category: string;
  rate: string;
  taxableCents: bigint;
  taxCents: bigint;
}

/** All that a document shows. */
export interface DocumentContent {
  kind: DocumentKind;
  /** Null for a draft. */
  number: string | null;
  stamp: Stamp | null;
  /** A locale of `platform/locales`. */
  locale: string;
  currency: string;
  /** YYYY-MM-DD; null for a draft of a credit note. */
  issuingDate: string | null;
  /** YYYY-MM-DD; null for a credit note. */
  dueDate: string | null;
  /** First and last day of the billing period; null without one. */
  period: { from: string; to: string } | null;
  /** The number of the invoice that a credit note credits; null for an invoice. */
  creditedInvoice: string | null;
  /** The reason of a credit note, a key `reason.<reason>` of the texts; null for an invoice. */
  reason: string | null;
  seller: Seller;
  buyer: Party;
  /** Null for a seller without a logo. */
  logo: DocumentImage | null;
  lines: readonly DocumentLine[];
  totals: readonly DocumentTotal[];
  taxes: readonly DocumentTax[];
  /** When the document was finalized, or a draft was last updated. */
  fixedAt: Date;
}
