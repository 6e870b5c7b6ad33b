import type { CreditNoteEntity, CreditNoteItemEntity } from './credit-note.entity';
import type { CreditNoteReason, ItemInput, Split } from './credit-note.rules';

export interface CreditNote extends CreditNoteEntity {
  items: CreditNoteItemEntity[];
}

export interface NewCreditNote {
  invoiceId: string;
  reason: CreditNoteReason;
  description: string | null;
  items: ItemInput[];
  /** Contains only the amounts that were sent. */
  split: Partial<Split>;
  isFinal: boolean;
}

/** A finalized note whose refund no payment has made completely. */
export interface OpenRefund {
  creditNoteId: string;
  invoiceId: string;
  /** Greater than 0. */
  openCents: bigint;
}

/** The amount that a refund of a payment has returned for a note. */
export interface MadeRefund {
  creditNoteId: string;
  invoiceId: string;
  /** Null if the provider reported only a running total. */
  paymentRefundId: string | null;
  amountCents: bigint;
}

export function rowOf({ items: _, ...row }: CreditNote): CreditNoteEntity {
  return row;
}
