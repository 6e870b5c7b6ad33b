import { formatDate, localDayOf } from '../../../platform/calendar';
import type { Formats } from '../../../platform/locales/formats';
import type { Texts } from '../../../platform/locales/locales';
import type { ChargeOutlook } from '../../collections';
import type { DocumentedCreditNote } from '../../credit-notes';
import type { DocumentSubject } from '../../documents';
import type { DocumentedInvoice } from '../../invoices';

/** What an e-mail says, without greeting and closing, in its language. */
export interface EmailContent {
  subject: string;
  paragraphs: readonly string[];
  /** What is attached, and linked. */
  documents: readonly { of: DocumentSubject; number: string }[];
  /** Our page on which the recipient pays; null where nothing is due, or nothing can be paid online. */
  payUrl: string | null;
}

/** In whose name and language an e-mail is written. */
export interface Wording {
  texts: Texts;
  formats: Formats;
  seller: string;
  /** IANA, of the days that it names. */
  timezone: string;
}

/** Returns a day as the e-mail names it. */
export const dayOf = (instant: Date, { formats, timezone }: Wording): string =>
  formats.date(formatDate(localDayOf(instant, timezone)));

/** How an invoice is paid. */
export interface WayToPay {
  /** The page to pay it; null where nothing can be paid online. */
  payUrl: string | null;
  /** Null where nobody charges it. */
  outlook: ChargeOutlook | null;
}

/** Says what is due, and when it is charged by itself, else asks to pay. */
export function invoiceContent(
  invoice: DocumentedInvoice,
  wording: Wording,
  { payUrl, outlook }: WayToPay,
): EmailContent {
  const { texts, formats, seller } = wording;
  const document = invoiceDocument(invoice);
  const { number } = document;
  const { currency, issuing_date: date, amount_due_cents: due } = invoice;
  const total = formats.money(invoice.total_amount_cents, currency);
  const body = texts('email.invoice.body', { number, date: formats.date(date), total });
  const charge = due > 0 ? chargeOf(invoice, wording, outlook) : null;
  const dueBy = { amount: formats.money(due, currency), date: formats.date(invoice.payment_due_date) };
  const toPay = due > 0 ? [charge ?? texts('email.invoice.due', dueBy)] : [];
  return {
    subject: texts('email.invoice.subject', { number, seller }),
    paragraphs: [body, ...toPay],
    documents: [document],
    payUrl: due > 0 && charge === null ? payUrl : null,
  };
}

/** Returns when an invoice is charged, and with which method; null where its customer has to do something. */
function chargeOf(
  { amount_due_cents: due, currency }: DocumentedInvoice,
  wording: Wording,
  outlook: ChargeOutlook | null,
): string | null {
  const { texts, formats } = wording;
  const amount = formats.money(due, currency);
  if (outlook?.kind === 'charging')
    return texts('email.invoice.charging', { amount, method: outlook.method });
  if (outlook?.kind !== 'planned') return null;
  return texts('email.invoice.charge', { amount, method: outlook.method, date: dayOf(outlook.at, wording) });
}

/** Asks to pay or to authenticate what could not be charged; null if there is nothing to do any more. */
export function interruptedChargeContent(
  invoice: DocumentedInvoice,
  wording: Wording,
  { payUrl, outlook }: WayToPay,
): EmailContent | null {
  const { texts, formats, seller } = wording;
  const { amount_due_cents: due, currency } = invoice;
  if (due <= 0 || outlook === null || outlook.kind === 'planned' || outlook.kind === 'charging') return null;
  const document = invoiceDocument(invoice);
  const values = { number: document.number, seller, amount: formats.money(due, currency) };
  const about = outlook.kind === 'action_required' ? 'email.charge_action' : 'email.charge_failed';
  const body = outlook.kind === 'no_method' ? 'email.charge_failed.no_method' : (`${about}.body` as const);
  const again =
    outlook.kind === 'retried'
      ? [texts('email.charge_failed.again', { date: dayOf(outlook.at, wording) })]
      : [];
  return {
    subject: texts(`${about}.subject`, values),
    paragraphs: [texts(body, values), ...again],
    documents: [document],
    payUrl,
  };
}

export function creditNoteContent(
  note: DocumentedCreditNote,
  invoiceNumber: string,
  { texts, formats, seller }: Wording,
): EmailContent {
  const number = note.number ?? '-';
  const total = formats.money(note.total_amount_cents, note.currency);
  return {
    subject: texts('email.credit_note.subject', { number, seller }),
    paragraphs: [texts('email.credit_note.body', { number, total, invoice: invoiceNumber })],
    documents: [{ of: { type: 'credit_note', id: note.id }, number }],
    payUrl: null,
  };
}

/** A payment that succeeded. */
interface ReceivedPayment {
  amountCents: bigint;
  currency: string;
  receivedAt: Date;
}

/** @param invoices what was paid, in whole or in part. */
export function receiptContent(
  payment: ReceivedPayment,
  invoices: readonly DocumentedInvoice[],
  wording: Wording,
): EmailContent {
  const { texts, formats, seller } = wording;
  const amount = formats.money(payment.amountCents, payment.currency);
  const documents = invoices.map(invoiceDocument);
  const numbers = documents.map((it) => it.number).join(', ');
  return {
    subject: texts('email.receipt.subject', { amount, seller }),
    paragraphs: [
      texts('email.receipt.body', { amount, date: dayOf(payment.receivedAt, wording) }),
      texts('email.receipt.documents', { numbers }),
    ],
    documents,
    payUrl: null,
  };
}

/**
 * @param invoices those of the request with an amount due, at least one
 * @param payUrl the page to pay the request; null where nothing can be paid online
 */
export function paymentRequestContent(
  invoices: readonly DocumentedInvoice[],
  currency: string,
  { texts, formats, seller }: Wording,
  payUrl: string | null,
): EmailContent {
  const total = invoices.reduce((sum, it) => sum + BigInt(it.amount_due_cents), 0n);
  const amount = formats.money(total, currency);
  const lines = invoices.map((invoice) => {
    const { number } = invoiceDocument(invoice);
    const dueDate = invoice.payment_due_date;
    const due = formats.money(invoice.amount_due_cents, currency);
    const date = formats.date(dueDate);
    return texts('email.payment_request.invoice', { number, amount: due, date });
  });
  return {
    subject: texts('email.payment_request.subject', { amount, seller }),
    paragraphs: [texts('email.payment_request.body', { amount }), ...lines],
    documents: invoices.map(invoiceDocument),
    payUrl,
  };
}

function invoiceDocument({ id, number }: DocumentedInvoice): EmailContent['documents'][number] {
  if (number === null) throw new Error(`The final invoice ${id} has no number`);
  return { of: { type: 'invoice', id }, number };
}
