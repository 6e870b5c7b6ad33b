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

/** billing-rules.md, Invoices. Back from paid: money that settled the invoice went back after all. */
const TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['finalized'],
  finalized: ['paid', 'voided'],
  paid: ['finalized'],
  voided: [],
};

export function canMove(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** What makes up the total of an invoice, in the order of billing-rules.md. */
export interface TotalParts {
  feesAmountCents: bigint;
  couponsAmountCents: bigint;
  taxesAmountCents: bigint;
  creditNotesAmountCents: bigint;
  prepaidCreditAmountCents: bigint;
}

/** What an invoice has been given since it was finalized. */
export interface SettledParts {
  totalAmountCents: bigint;
  amountPaidCents: bigint;
  offsetAmountCents: bigint;
}

/** What the customer has to pay in money: credit notes and prepaid credits are taken off (as at Lago). */
export function totalOf(parts: TotalParts): bigint {
  return (
    parts.feesAmountCents -
    parts.couponsAmountCents +
    parts.taxesAmountCents -
    parts.creditNotesAmountCents -
    parts.prepaidCreditAmountCents
  );
}

export function dueOf(parts: SettledParts): bigint {
  return parts.totalAmountCents - parts.amountPaidCents - parts.offsetAmountCents;
}

/** @throws AmountOutOfRangeError beyond 2^53-1, which the interface cannot carry. */
export function sumCents(amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((total, it) => total + it, 0n);
  if (sum > MAX_AMOUNT_CENTS) throw new AmountOutOfRangeError(`A sum of ${sum} is beyond 2^53-1`);
  return sum;
}

const Exact = Decimal.clone({ precision: 80 });

/** Units times a price in cents, rounded once, half up. @throws AmountOutOfRangeError beyond 2^53-1. */
export function unitsTimesCents(units: string, unitAmountCents: bigint): bigint {
  const exact = new Exact(units).mul(unitAmountCents.toString());
  return sumCents([BigInt(exact.toFixed(0, Decimal.ROUND_HALF_UP))]);
}

/** The dates of a document, and the time zone that they are days of. */
export interface DocumentDates {
  timezone: string;
  netPaymentTerm: number;
  issuingDate: string;
  paymentDueDate: string;
}

/** A draft's grace ends as the day of its issue begins. */
export function graceEndsAt({
  issuingDate,
  timezone,
}: Pick<DocumentDates, 'issuingDate' | 'timezone'>): Date {
  return startOfLocalDay(parseDate(issuingDate), timezone);
}

/** The first instant at which the due date is over. */
function overdueFrom(dates: Pick<DocumentDates, 'paymentDueDate' | 'timezone'>): Date {
  return startOfLocalDay(parseDate(dates.paymentDueDate) + 1, dates.timezone);
}

/**
 * The dates of a draft that is finalized at `now`: before its day it is issued today (as at Lago); a job that
 * comes late changes nothing.
 */
export function datesOnFinalization(
  draft: DocumentDates,
  now: Date,
): Pick<DocumentDates, 'issuingDate' | 'paymentDueDate'> {
  const today = formatDate(localDayOf(now, draft.timezone));
  const issuedOn = today < draft.issuingDate ? today : draft.issuingDate;
  return { issuingDate: issuedOn, paymentDueDate: dueDate(issuedOn, draft.netPaymentTerm) };
}

/** Whether a finalized invoice is overdue, and when it will be if it is not yet. */
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

/** `ACM-01FA`: the beginning of the organization's name and the end of its id. */
export function numberPrefix(organization: { id: string; name: string }): string {
  const letters = organization.name.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '');
  const start = letters === '' ? 'INV' : letters.slice(0, 3).toUpperCase();
  return `${start}-${organization.id.slice(-4).toUpperCase()}`;
}

/** `ACM-01FA-007`: at least three digits. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(3, '0')}`;
}
