import type { CreditNoteEntity, CreditNoteItemEntity } from './credit-note.entity';
import type { CreditNoteReason, ItemInput, Split } from './credit-note.rules';

/** A credit note with its items. */
export interface CreditNote extends CreditNoteEntity {
  items: CreditNoteItemEntity[];
}

/** The request for a credit note. */
export interface NewCreditNote {
  invoiceId: string;
  reason: CreditNoteReason;
  description: string | null;
  items: ItemInput[];
  /** Only the amounts that the request sends. */
  split: Partial<Split>;
  isFinal: boolean;
}

export function rowOf({ items: _, ...row }: CreditNote): CreditNoteEntity {
  return row;
}
