import type { Buyer } from '../customers';

/** What a document is of. */
export interface DocumentSubject {
  type: 'invoice' | 'credit_note';
  id: string;
}

/** The organization as it was when the document became final. */
export interface DocumentSeller {
  name: string;
  /** The name on documents; null: `name`. */
  legal_name: string | null;
  tax_id: string | null;
  address_line1: string | null;
  address_line2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  legal_text: string | null;
  /** `#rrggbb`, as `header_color`. */
  accent_color: string;
  header_color: string;
}

/** An image, PNG or JPEG. */
export interface DocumentLogo {
  contentType: string;
  content: Buffer;
}

/** A tax of a line. */
export interface DocumentTax {
  code: string;
  name: string;
  /** Percent, a decimal string. */
  rate: string;
}

/** A fee of an invoice, or a credited fee. Amounts are in the minor unit of the currency. */
export interface DocumentLine {
  description: string;
  /** Dates, YYYY-MM-DD, first and last day; null if the line covers no period. */
  period: { from: string; to: string } | null;
  /** Decimal strings; null on credit notes. */
  quantity: string | null;
  unitAmount: string | null;
  amountCents: number;
  discountAmountCents: number;
  taxes: readonly DocumentTax[];
  taxesAmountCents: number;
}

/** An amount under the lines. */
export interface DocumentAmount {
  /** Which, e.g. `total`: part of the key of its text. */
  kind:
    | 'subtotal'
    | 'total_before_taxes'
    | 'taxes_total'
    | 'credit_notes'
    | 'prepaid_credits'
    | 'total'
    | 'paid'
    | 'offset'
    | 'due'
    | 'credited'
    | 'refunded'
    | 'offset_on_invoice'
    | 'discount';
  /** Of a discount. */
  name?: string;
  amountCents: number;
}

/** Everything that a document shows, before it is written in a language. */
export interface DocumentData {
  type: DocumentSubject['type'];
  /** `draft`: not final; `paid`, `void`: the state of now, only for a rendering of its own. */
  stamp: 'draft' | 'paid' | 'void' | null;
  locale: string;
  /** Null on drafts. */
  number: string | null;
  /** The number of the invoice that a credit note credits. */
  invoiceNumber: string | null;
  currency: string;
  /** Dates, YYYY-MM-DD. */
  issuingDate: string | null;
  paymentDueDate: string | null;
  /** First and last day. */
  billingPeriod: { from: string; to: string } | null;
  /** Of a credit note. */
  reason: string | null;
  description: string | null;
  seller: DocumentSeller;
  buyer: Buyer;
  logo: DocumentLogo | null;
  lines: readonly DocumentLine[];
  /** What the lines that have the same taxes add up to. */
  taxes: readonly { taxes: readonly DocumentTax[]; taxableCents: number; taxCents: number }[];
  amounts: readonly DocumentAmount[];
  /** When the document became final, or now for a draft: the date in the metadata of the PDF. */
  date: Date;
}

/** A rendered document. */
export interface RenderedDocument {
  /** A whole page without external resources. */
  html: string;
  pdf: Buffer;
}
