import { formatDate, localDayOf } from '../../platform/calendar';
import type { Buyer } from '../customers';
import type { DocumentedCreditNote } from '../credit-notes';
import type { DocumentedInvoice, InvoiceFeeDto } from '../invoices';
import type {
  DocumentAmount,
  DocumentData,
  DocumentLine,
  DocumentLogo,
  DocumentSeller,
} from './document-data';

/** What a document froze, or, of a draft, what it would freeze now. */
export interface FrozenParts {
  seller: DocumentSeller;
  buyer: Buyer;
  locale: string;
  logo: DocumentLogo | null;
}

type Kind = DocumentAmount['kind'];

/**
 * Returns the data of the document of an invoice. Without `isCurrent` it has only what cannot change after finalization
 * (docs/concepts.md#documents).
 *
 * @param isCurrent whether it shows the state of now: what is paid and due, and a stamp.
 */
export function invoiceData(
  invoice: DocumentedInvoice,
  frozen: FrozenParts,
  { isCurrent, now }: { isCurrent: boolean; now: Date },
): DocumentData {
  const isDraft = invoice.status === 'draft';
  const lines = invoice.fees.map((fee) => feeLine(fee, invoice.timezone));
  return {
    ...frozen,
    type: 'invoice',
    stamp: isDraft ? 'draft' : isCurrent ? stampOf(invoice.status) : null,
    number: invoice.number,
    invoiceNumber: null,
    currency: invoice.currency,
    issuingDate: invoice.issuing_date,
    paymentDueDate: invoice.payment_due_date,
    billingPeriod: periodOf(invoice.billing_period, invoice.timezone),
    reason: null,
    description: null,
    lines,
    taxes: taxBreakdown(lines),
    amounts: [...invoiceAmounts(invoice), ...(isCurrent && !isDraft ? settledAmounts(invoice) : [])],
    date: new Date(invoice.finalized_at ?? now),
  };
}

/** Returns the data of the document of a credit note. @param invoice the one that it credits. */
export function creditNoteData(
  note: DocumentedCreditNote,
  invoice: DocumentedInvoice,
  frozen: FrozenParts,
  { isCurrent, now }: { isCurrent: boolean; now: Date },
): DocumentData {
  const isDraft = note.finalized_at === null;
  const fees = new Map(invoice.fees.map((it) => [it.id, it]));
  const lines = note.items.map((item): DocumentLine => {
    const fee = fees.get(item.fee_id);
    return {
      ...(fee === undefined ? UNKNOWN_FEE : feeLine(fee, invoice.timezone)),
      quantity: null,
      unitAmount: null,
      amountCents: item.amount_cents,
      discountAmountCents: 0,
      taxesAmountCents: item.taxes_amount_cents,
    };
  });
  const isVoid = isCurrent && note.status === 'voided';
  return {
    ...frozen,
    type: 'credit_note',
    stamp: isDraft ? 'draft' : isVoid ? 'void' : null,
    number: isDraft ? null : note.number,
    invoiceNumber: invoice.number,
    currency: note.currency,
    issuingDate: note.issuing_date,
    paymentDueDate: null,
    billingPeriod: null,
    reason: note.reason,
    description: note.description,
    lines,
    taxes: taxBreakdown(lines),
    amounts: creditNoteAmounts(note),
    date: new Date(note.finalized_at ?? now),
  };
}

const UNKNOWN_FEE = { description: '-', period: null, taxes: [] };

function feeLine(fee: InvoiceFeeDto, timezone: string): DocumentLine {
  const { from, to } = fee;
  return {
    description: fee.description,
    period: from === null || to === null ? null : periodOf({ from, to }, timezone),
    quantity: fee.units,
    unitAmount: fee.unit_amount,
    amountCents: fee.amount_cents,
    discountAmountCents: fee.discount_amount_cents,
    taxes: fee.applied_taxes,
    taxesAmountCents: fee.taxes_amount_cents,
  };
}

/** Returns the first and the last local day of `[from, to)`. */
function periodOf(
  period: { from: string; to: string } | null,
  timezone: string,
): { from: string; to: string } | null {
  if (period === null) return null;
  const day = (instant: number): string => formatDate(localDayOf(new Date(instant), timezone));
  const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
  return { from: day(from), to: day(Math.max(from, to - 1)) };
}

const stampOf = (status: string): DocumentData['stamp'] =>
  status === 'paid' ? 'paid' : status === 'voided' ? 'void' : null;

/** Returns what lines with the same taxes add up to, in the order of the lines. */
export function taxBreakdown(lines: readonly DocumentLine[]): DocumentData['taxes'] {
  const groups = new Map<string, { taxes: DocumentLine['taxes']; taxableCents: number; taxCents: number }>();
  for (const line of lines) {
    const key = JSON.stringify(line.taxes.map((it) => [it.code, it.name, it.rate]));
    const group = groups.get(key) ?? { taxes: line.taxes, taxableCents: 0, taxCents: 0 };
    group.taxableCents += line.amountCents - line.discountAmountCents;
    group.taxCents += line.taxesAmountCents;
    groups.set(key, group);
  }
  return [...groups.values()];
}

const amount = (kind: Kind, amountCents: number): DocumentAmount => ({ kind, amountCents });
/** An amount that is left out if it is 0. */
const some = (kind: Kind, amountCents: number): DocumentAmount[] =>
  amountCents === 0 ? [] : [amount(kind, amountCents)];

function invoiceAmounts(invoice: DocumentedInvoice): DocumentAmount[] {
  const { fees_amount_cents: fees, coupons_amount_cents: discounts } = invoice;
  return [
    amount('subtotal', fees),
    ...invoice.coupons.map(({ name, amount_cents: cents }) => ({ ...amount('discount', -cents), name })),
    ...some('total_before_taxes', discounts === 0 ? 0 : fees - discounts),
    amount('taxes_total', invoice.taxes_amount_cents),
    ...some('credit_notes', -invoice.credit_notes_amount_cents),
    ...some('prepaid_credits', -invoice.prepaid_credit_amount_cents),
    amount('total', invoice.total_amount_cents),
  ];
}

function settledAmounts(invoice: DocumentedInvoice): DocumentAmount[] {
  return [
    ...some('paid', -invoice.amount_paid_cents),
    ...some('offset', -invoice.offset_amount_cents),
    amount('due', invoice.amount_due_cents),
  ];
}

function creditNoteAmounts(note: DocumentedCreditNote): DocumentAmount[] {
  return [
    amount('subtotal', note.total_amount_cents - note.taxes_amount_cents),
    amount('taxes_total', note.taxes_amount_cents),
    amount('total', note.total_amount_cents),
    ...some('credited', note.credit_amount_cents),
    ...some('refunded', note.refund_amount_cents),
    ...some('offset_on_invoice', note.offset_amount_cents),
  ];
}
