import type { MadeRefund, OpenRefund } from '../credit-notes';
import type { RefundableInvoice } from '../invoices';

/** The money of a payment, before its refunded amount changes. */
export interface RefundedPayment {
  /** Money that was applied to no invoice: for a refund, what is left of it; for a failure, what was refunded of it. */
  surplusCents: bigint;
  /** Oldest first. */
  invoices: readonly RefundableInvoice[];
}

/** The part of a refund that returns the money of an invoice, for one of its credit notes or for none. */
export interface RefundShare {
  invoiceId: string;
  creditNoteId: string | null;
  /** The refund that made a share which comes back; null for a new share. */
  paymentRefundId: string | null;
  /** Negative if a refund failed. */
  amountCents: bigint;
}

/**
 * Returns the shares of a refund (docs/billing-rules.md#refunds-of-credit-notes): first for the notes that wait for one,
 * oldest first, then the money that was applied to no invoice, which is no share, and then the oldest invoice.
 */
export function sharesOfRefund(
  amountCents: bigint,
  { surplusCents, invoices }: RefundedPayment,
  openNotes: readonly OpenRefund[],
): RefundShare[] {
  const rest = new Rest(amountCents);
  const left = new Map(invoices.map((it) => [it.invoiceId, it.appliedCents - it.refundedCents]));
  const shares: RefundShare[] = [];
  const add = (invoiceId: string, creditNoteId: string | null, most: bigint): void => {
    const ofInvoice = left.get(invoiceId) ?? 0n;
    const taken = rest.take(most < ofInvoice ? most : ofInvoice);
    left.set(invoiceId, ofInvoice - taken);
    if (taken > 0n) shares.push({ invoiceId, creditNoteId, paymentRefundId: null, amountCents: taken });
  };
  for (const it of openNotes) add(it.invoiceId, it.creditNoteId, it.openCents);
  rest.take(surplusCents);
  for (const it of invoices) add(it.invoiceId, null, amountCents);
  return shares;
}

/**
 * Returns the shares that come back because a refund failed, with negative amounts: first what this refund returned for
 * notes, then what was returned for no note, and last what other refunds returned for notes, newest first: those known
 * only by a running total, which contains the failed refund, before the others.
 */
export function sharesOfFailure(
  amountCents: bigint,
  { surplusCents, invoices }: RefundedPayment,
  made: readonly MadeRefund[],
  failedId: string | null,
): RefundShare[] {
  const rest = new Rest(amountCents);
  const shares: RefundShare[] = [];
  const add = (share: Omit<RefundShare, 'amountCents'>, most: bigint): void => {
    const taken = rest.take(most);
    if (taken > 0n) shares.push({ ...share, amountCents: -taken });
  };
  const addNote = ({ amountCents: most, ...share }: MadeRefund): void => add(share, most);
  const isOwn = (it: MadeRefund): boolean => failedId !== null && it.paymentRefundId === failedId;
  made.filter(isOwn).forEach(addNote);
  for (const { invoiceId, refundedCents } of [...invoices].reverse()) {
    const forNotes = made.filter((it) => it.invoiceId === invoiceId);
    const plain = forNotes.reduce((sum, it) => sum - it.amountCents, refundedCents);
    add({ invoiceId, creditNoteId: null, paymentRefundId: null }, plain);
  }
  rest.take(surplusCents);
  const others = made.filter((it) => !isOwn(it));
  others.filter((it) => it.paymentRefundId === null).forEach(addNote);
  others.filter((it) => it.paymentRefundId !== null).forEach(addNote);
  return shares;
}

/** The part of an amount that is not taken yet. */
class Rest {
  constructor(private cents: bigint) {}

  /** Takes at most `most`, which may be negative, and returns the amount taken. */
  take(most: bigint): bigint {
    const limit = most > 0n ? most : 0n;
    const taken = this.cents < limit ? this.cents : limit;
    this.cents -= taken;
    return taken;
  }
}
