import type {
  DocumentContent,
  DocumentDetails,
  DocumentLine,
  DocumentTotal,
  DocumentView,
  Stamp,
} from '../documents';
import { unitAmountOf, type PayableFee } from '../invoices';
import { NO_UNIT } from '../../platform/locales';
import { taxClassOf, taxClassTotals } from '../taxes';
import type { CreditNote } from './credit-note';
import type { CreditNoteItemEntity } from './credit-note.entity';

/** The invoice that a note credits. */
export interface CreditedInvoice {
  number: string | null;
  fees: readonly Pick<PayableFee, 'id' | 'description'>[];
}

const STAMPS: Readonly<Partial<Record<CreditNote['status'], Stamp>>> = { draft: 'draft', voided: 'void' };

/** Returns what the document of a credit note shows. */
export function creditNoteContent(
  note: CreditNote,
  invoice: CreditedInvoice,
  { seller, buyer, locale }: DocumentDetails,
  view: DocumentView,
): Omit<DocumentContent, 'logo'> {
  const { status, currency, issuingDate, finalizedAt, updatedAt } = note;
  const isStamped = view === 'current' || finalizedAt === null;
  const descriptions = new Map(invoice.fees.map((it) => [it.id, it.description]));
  return {
    kind: 'credit_note',
    number: finalizedAt === null ? null : note.number,
    stamp: isStamped ? (STAMPS[status] ?? null) : null,
    locale,
    currency,
    issuingDate,
    dueDate: null,
    period: null,
    creditedInvoice: invoice.number,
    reason: `reason.${note.reason}`,
    seller,
    buyer,
    lines: note.items.map((it) => lineOf(it, descriptions.get(it.feeId) ?? '', currency)),
    totals: totalsOf(note),
    taxes: taxClassTotals(note.items),
    fixedAt: finalizedAt ?? updatedAt,
  };
}

function lineOf(item: CreditNoteItemEntity, description: string, currency: string): DocumentLine {
  const { category, rate } = taxClassOf(item.appliedTaxes);
  return {
    description,
    period: null,
    units: '1',
    unitCode: NO_UNIT,
    unitAmount: unitAmountOf(item.amountCents, '1', currency),
    discountCents: 0n,
    netCents: item.amountCents,
    taxCategory: category,
    taxRate: rate,
  };
}

function totalsOf(note: CreditNote): DocumentTotal[] {
  const { taxesAmountCents, totalAmountCents } = note;
  const parts: readonly (readonly [DocumentTotal['key'], bigint])[] = [
    ['credit_total', note.creditAmountCents],
    ['refund_total', note.refundAmountCents],
    ['invoice_offset_total', note.offsetAmountCents],
  ];
  return [
    { key: 'fees_total', cents: totalAmountCents - taxesAmountCents, isSum: false },
    { key: 'taxes_total', cents: taxesAmountCents, isSum: false },
    { key: 'total', cents: totalAmountCents, isSum: true },
    ...parts.flatMap(([key, cents]) => (cents === 0n ? [] : [{ key, cents, isSum: false }])),
  ];
}
