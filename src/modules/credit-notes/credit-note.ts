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

export function rowOf({ items: _, ...row }: CreditNote): CreditNoteEntity {
  return row;
}
