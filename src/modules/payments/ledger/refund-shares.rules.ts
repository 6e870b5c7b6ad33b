import type { GivenRefund, OpenRefund } from '../../credit-notes';
import type { OpenOrder } from '../refunds/refund-orders.repository';

/** An invoice that a payment was applied to. */
export interface RefundableInvoice {
  invoiceId: string;
  /** What the payment paid of it and did not refund. */
  leftCents: bigint;
  /** What all payments paid of it, less their refunds and what notes will refund; below 0 if that is more. */
  freeCents: bigint;
}

/** What can be refunded of a payment. */
export interface RefundableMoney {
  /** Oldest first. */
  invoices: readonly RefundableInvoice[];
  /** What was not applied to an invoice, and is not refunded. */
  excessCents: bigint;
  /** Of the notes of the invoices, oldest first, with drafts. */
  openNotes: readonly OpenRefund[];
}

/** A part of a refund: money of an invoice, for one of its notes or not. Excess money is no share. */
export interface RefundShare {
  invoiceId: string;
  creditNoteId: string | null;
  amountCents: bigint;
}

/** Returns what can be refunded without a note: neither what was refunded nor what notes will refund. */
export function refundableCents({ invoices, excessCents }: RefundableMoney): bigint {
  return invoices.reduce((sum, it) => sum + freeOf(it), excessCents);
}

/** Returns what can be refunded of a payment for one note. */
export function refundableForNote({ invoices }: RefundableMoney, note: OpenRefund): bigint {
  const invoice = invoices.find((it) => it.invoiceId === note.invoiceId);
  return min(note.leftCents, invoice?.leftCents ?? 0n);
}

/**
 * Returns what is left to refund of a payment, for a note or for none: neither what is refunded, nor what is ordered of the
 * payment, for the note, or without a note of other payments of the same invoices.
 */
export function leftCents(
  { id, amountCents, refundedAmountCents }: { id: string; amountCents: bigint; refundedAmountCents: bigint },
  money: RefundableMoney,
  note: OpenRefund | null,
  orders: readonly OpenOrder[],
): bigint {
  const sumOf = (isCounted: (it: OpenOrder) => boolean): bigint =>
    orders.filter(isCounted).reduce((sum, it) => sum + it.amountCents, 0n);
  const ofPayment = amountCents - refundedAmountCents - sumOf((it) => it.paymentId === id);
  const isWithoutNote = (it: OpenOrder): boolean =>
    it.creditNoteId === null && (it.paymentId === id || it.reason !== 'surplus');
  const ofPurpose =
    note === null
      ? refundableCents(money) - sumOf(isWithoutNote)
      : refundableForNote(money, note) - sumOf((it) => it.creditNoteId === note.creditNoteId);
  const left = min(ofPayment, ofPurpose);
  return left > 0n ? left : 0n;
}

/** Returns the shares of a refund that was made for one note. */
export function sharesForNote({ invoiceId, creditNoteId }: OpenRefund, amountCents: bigint): RefundShare[] {
  return [{ invoiceId, creditNoteId, amountCents }];
}

/** Returns the shares of a refund that is made for no note: excess money first, then the oldest invoice. */
export function sharesWithoutNote(
  { invoices, excessCents }: RefundableMoney,
  amountCents: bigint,
): RefundShare[] {
  const taker = new Taker(amountCents);
  taker.take(excessCents);
  return invoices.flatMap((it) => taker.share(it.invoiceId, null, freeOf(it)));
}

/** Returns the shares of a refund that was ordered. A surplus is no share of an invoice; the rest is as a refund by hand. */
export function sharesOfOrder(
  money: RefundableMoney,
  creditNoteId: string | null,
  amountCents: bigint,
): RefundShare[] {
  const note = money.openNotes.find((it) => it.creditNoteId === creditNoteId);
  return note === undefined ? sharesWithoutNote(money, amountCents) : sharesForNote(note, amountCents);
}

/**
 * Returns the shares of a refund that a provider reports: for the notes that wait for one, oldest first, then as without a
 * note, and last from what drafts of notes would refund, because the money is gone.
 */
export function sharesOfReport(money: RefundableMoney, amountCents: bigint): RefundShare[] {
  const taker = new Taker(amountCents);
  const left = new Map(money.invoices.map((it) => [it.invoiceId, it.leftCents]));
  const shares: RefundShare[] = [];
  const add = (invoiceId: string, creditNoteId: string | null, most: bigint): void => {
    const taken = taker.share(invoiceId, creditNoteId, min(most, left.get(invoiceId) ?? 0n));
    for (const it of taken) left.set(invoiceId, (left.get(invoiceId) ?? 0n) - it.amountCents);
    shares.push(...taken);
  };
  for (const note of money.openNotes.filter((it) => it.status === 'finalized')) {
    add(note.invoiceId, note.creditNoteId, note.leftCents);
  }
  taker.take(money.excessCents);
  for (const it of money.invoices) add(it.invoiceId, null, freeOf(it));
  for (const it of money.invoices) add(it.invoiceId, null, it.leftCents);
  return shares;
}

/** What refunds of a payment have returned. */
export interface ReturnedMoney {
  /** Per invoice, oldest first, with what was returned for its notes. */
  invoices: readonly { invoiceId: string; refundedCents: bigint }[];
  /** Newest first. */
  forNotes: readonly GivenRefund[];
  excessCents: bigint;
}

/** A share that comes back, with the refund that made it. */
export interface FailedShare extends RefundShare {
  paymentRefundId: string | null;
}

/**
 * Returns the shares of a refund that failed: those that this refund made for notes, then excess money, then money of
 * invoices that was returned for no note, the newest invoice first, and last what other refunds returned for notes.
 */
export function sharesOfFailure(
  { invoices, forNotes, excessCents }: ReturnedMoney,
  amountCents: bigint,
  paymentRefundId: string | null,
): FailedShare[] {
  const taker = new Taker(amountCents);
  const ofNote = (it: GivenRefund): FailedShare[] =>
    taker
      .share(it.invoiceId, it.creditNoteId, it.amountCents)
      .map((share) => ({ ...share, paymentRefundId: it.paymentRefundId }));
  const isOwn = (it: GivenRefund): boolean =>
    paymentRefundId !== null && it.paymentRefundId === paymentRefundId;
  const own = forNotes.filter(isOwn).flatMap(ofNote);
  taker.take(excessCents);
  const plain = [...invoices].reverse().flatMap(({ invoiceId, refundedCents }) => {
    const forItsNotes = forNotes.filter((it) => it.invoiceId === invoiceId);
    const rest = forItsNotes.reduce((sum, it) => sum - it.amountCents, refundedCents);
    return taker.share(invoiceId, null, rest).map((share) => ({ ...share, paymentRefundId: null }));
  });
  return [...own, ...plain, ...forNotes.filter((it) => !isOwn(it)).flatMap(ofNote)];
}

/** Takes parts of an amount until nothing is left of it. */
class Taker {
  constructor(private leftCents: bigint) {}

  /** Takes at most `most`. Returns what it took. */
  take(most: bigint): bigint {
    const taken = min(this.leftCents, most > 0n ? most : 0n);
    this.leftCents -= taken;
    return taken;
  }

  /** Takes a share of an invoice; none for 0. */
  share(invoiceId: string, creditNoteId: string | null, most: bigint): RefundShare[] {
    const amountCents = this.take(most);
    return amountCents > 0n ? [{ invoiceId, creditNoteId, amountCents }] : [];
  }
}

function freeOf({ leftCents, freeCents }: RefundableInvoice): bigint {
  const free = min(leftCents, freeCents);
  return free > 0n ? free : 0n;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
