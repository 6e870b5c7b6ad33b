import Decimal from 'decimal.js';
import { dueDate, formatDate, localDayOf, parseDate, startOfLocalDay } from '../../platform/calendar';
import { AmountOutOfRangeError, MAX_AMOUNT_CENTS } from '../../platform/domain/money';

export const INVOICE_STATUSES = ['draft', 'finalized', 'paid', 'voided'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_TYPES = ['subscription', 'one_off', 'credit'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** `add_on`: added by a registered line source. */
export const FEE_TYPES = ['subscription', 'charge', 'add_on', 'one_off'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

/**
 * Allowed transitions (docs/billing-rules.md). A paid invoice becomes finalized again if a payment is
 * reversed.
 */
const TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['finalized'],
  finalized: ['paid', 'voided'],
  paid: ['finalized'],
  voided: [],
};

export function canMove(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** The components of an invoice total, in the order of docs/billing-rules.md. */
export interface TotalParts {
  feesAmountCents: bigint;
  couponsAmountCents: bigint;
  taxesAmountCents: bigint;
  creditNotesAmountCents: bigint;
  prepaidCreditAmountCents: bigint;
}

/** The total of an invoice, and the amounts applied to it after finalization. */
export interface AppliedParts {
  totalAmountCents: bigint;
  amountPaidCents: bigint;
  offsetAmountCents: bigint;
}

/** Returns the total after credit notes and wallets, before payments and offsets. */
export function totalOf(parts: TotalParts): bigint {
  return (
    parts.feesAmountCents -
    parts.couponsAmountCents +
    parts.taxesAmountCents -
    parts.creditNotesAmountCents -
    parts.prepaidCreditAmountCents
  );
}

export function dueOf(parts: AppliedParts): bigint {
  return parts.totalAmountCents - parts.amountPaidCents - parts.offsetAmountCents;
}

/**
 * @throws AmountOutOfRangeError if the sum is above 2^53-1, the largest integer that JSON represents
 *   exactly.
 */
export function sumCents(amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((total, it) => total + it, 0n);
  if (sum > MAX_AMOUNT_CENTS) throw new AmountOutOfRangeError(`A sum of ${sum} is greater than 2^53-1`);
  return sum;
}

const Exact = Decimal.clone({ precision: 80 });

/**
 * Returns units times a price in cents, rounded once, half up.
 *
 * @throws AmountOutOfRangeError above 2^53-1.
 */
export function unitsTimesCents(units: string, unitAmountCents: bigint): bigint {
  const exact = new Exact(units).mul(unitAmountCents.toString());
  return sumCents([BigInt(exact.toFixed(0, Decimal.ROUND_HALF_UP))]);
}

/** The dates of an invoice, as local days in its time zone. */
export interface DocumentDates {
  timezone: string;
  netPaymentTerm: number;
  issuingDate: string;
  paymentDueDate: string;
}

/** Returns when the grace period of a draft ends: at the start of its issuing date. */
export function graceEndsAt({
  issuingDate,
  timezone,
}: Pick<DocumentDates, 'issuingDate' | 'timezone'>): Date {
  return startOfLocalDay(parseDate(issuingDate), timezone);
}

/**
 * Returns the dates of a draft after the terms of its customer changed (docs/billing-rules.md#due-dates). The job
 * finalizes it at `nextActionAt`, or with its next run if that has passed.
 *
 * @param addedGraceDays days by which the grace period became longer; negative if it became shorter.
 */
export function datesByTerms(
  draft: Pick<DocumentDates, 'timezone' | 'issuingDate'>,
  { addedGraceDays, netPaymentTerm }: { addedGraceDays: number; netPaymentTerm: number },
): Omit<DocumentDates, 'timezone'> & { nextActionAt: Date } {
  const issuingDate = formatDate(parseDate(draft.issuingDate) + addedGraceDays);
  return {
    netPaymentTerm,
    issuingDate,
    paymentDueDate: dueDate(issuingDate, netPaymentTerm),
    nextActionAt: graceEndsAt({ issuingDate, timezone: draft.timezone }),
  };
}

/** Returns the first instant after the due date. */
function overdueFrom(dates: Pick<DocumentDates, 'paymentDueDate' | 'timezone'>): Date {
  return startOfLocalDay(parseDate(dates.paymentDueDate) + 1, dates.timezone);
}

/**
 * Returns the dates of a draft that is finalized at `now`. A draft finalized before its issuing date is
 * issued today. A draft that the job finalizes late keeps its dates.
 */
export function datesOnFinalization(
  draft: DocumentDates,
  now: Date,
): Pick<DocumentDates, 'issuingDate' | 'paymentDueDate'> {
  const today = formatDate(localDayOf(now, draft.timezone));
  const issuedOn = today < draft.issuingDate ? today : draft.issuingDate;
  return { issuingDate: issuedOn, paymentDueDate: dueDate(issuedOn, draft.netPaymentTerm) };
}

/**
 * Returns whether a finalized invoice is overdue. If it is not, `nextActionAt` is when it becomes overdue,
 * or null if nothing is due.
 */
export function overdueState(
  invoice: Pick<DocumentDates, 'paymentDueDate' | 'timezone'> & { amountDueCents: bigint },
  now: Date,
): { paymentOverdue: boolean; nextActionAt: Date | null } {
  if (invoice.amountDueCents === 0n) return { paymentOverdue: false, nextActionAt: null };
  const from = overdueFrom(invoice);
  return from <= now
    ? { paymentOverdue: true, nextActionAt: null }
    : { paymentOverdue: false, nextActionAt: from };
}

/**
 * Returns a prefix such as `ACM-01FA`, from the beginning of the organization's name and the end of its ID.
 */
export function numberPrefix(organization: { id: string; name: string }): string {
  const letters = organization.name.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '');
  const start = letters === '' ? 'INV' : letters.slice(0, 3).toUpperCase();
  return `${start}-${organization.id.slice(-4).toUpperCase()}`;
}

/** Returns a number such as `ACM-01FA-007`, with at least three digits. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(3, '0')}`;
}
