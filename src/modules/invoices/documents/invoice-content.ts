import { formatDate, localDayOf } from '../../../platform/calendar';
import type {
  DocumentContent,
  DocumentDetails,
  DocumentLine,
  DocumentTotal,
  DocumentView,
  Stamp,
} from '../../documents';
import { taxClassOf, taxClassTotals } from '../../taxes';
import { netAmountOf, taxedFee, unitAmountOf } from '../fee-amounts';
import type { Invoice } from '../invoice';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';

const STAMPS: Readonly<Partial<Record<Invoice['status'], Stamp>>> = {
  draft: 'draft',
  paid: 'paid',
  voided: 'void',
};

/** Returns what the document of an invoice shows. */
export function invoiceContent(
  invoice: Invoice,
  { seller, buyer, locale }: DocumentDetails,
  view: DocumentView,
): Omit<DocumentContent, 'logo'> {
  const { number, currency, status, timezone, issuingDate, paymentDueDate, billingFrom, billingTo } = invoice;
  const isStamped = view === 'current' || status === 'draft';
  return {
    kind: 'invoice',
    number,
    stamp: isStamped ? (STAMPS[status] ?? null) : null,
    locale,
    currency,
    issuingDate,
    dueDate: paymentDueDate,
    period: daysOf(billingFrom, billingTo, timezone),
    creditedInvoice: null,
    reason: null,
    seller,
    buyer,
    lines: invoice.fees.map((it) => lineOf(it, currency, timezone)),
    totals: totalsOf(invoice, view),
    taxes: taxClassTotals(invoice.fees.map(taxedFee)),
    fixedAt: invoice.finalizedAt ?? invoice.updatedAt,
  };
}

function lineOf(fee: InvoiceFeeEntity, currency: string, timezone: string): DocumentLine {
  const { category, rate } = taxClassOf(fee.appliedTaxes);
  return {
    description: fee.description,
    period: daysOf(fee.coversFrom, fee.coversTo, timezone),
    units: fee.units,
    unitCode: fee.unitCode,
    unitAmount: unitAmountOf(fee.amountCents, fee.units, currency),
    discountCents: fee.discountAmountCents,
    netCents: netAmountOf(fee),
    taxCategory: category,
    taxRate: rate,
  };
}

/** Returns the totals; those of what happened after the finalization only in the current view. */
function totalsOf(invoice: Invoice, view: DocumentView): DocumentTotal[] {
  const optional = (key: DocumentTotal['key'], cents: bigint): DocumentTotal[] =>
    cents === 0n ? [] : [{ key, cents: -cents, isSum: false }];
  const total = invoice.totalAmountCents;
  const isCurrent = view === 'current';
  return [
    { key: 'fees_total', cents: invoice.feesAmountCents, isSum: false },
    ...optional('discounts_total', invoice.couponsAmountCents),
    { key: 'taxes_total', cents: invoice.taxesAmountCents, isSum: false },
    ...optional('credit_notes_total', invoice.creditNotesAmountCents),
    ...optional('prepaid_credit_total', invoice.prepaidCreditAmountCents),
    { key: 'total', cents: total, isSum: true },
    ...(isCurrent ? optional('paid_total', invoice.amountPaidCents) : []),
    ...(isCurrent ? optional('offset_total', invoice.offsetAmountCents) : []),
    { key: 'amount_due', cents: isCurrent ? invoice.amountDueCents : total, isSum: true },
  ];
}

/** Returns the first and the last local day of `[from, to)`. */
function daysOf(from: Date | null, to: Date | null, timezone: string): DocumentLine['period'] {
  if (from === null || to === null) return null;
  const last = new Date(Math.max(from.getTime(), to.getTime() - 1));
  return { from: formatDate(localDayOf(from, timezone)), to: formatDate(localDayOf(last, timezone)) };
}
