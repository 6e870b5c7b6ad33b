export { CreditNotesModule } from './credit-notes.module';
export { CreditNotesService } from './credit-notes.service';
export { CreditNoteCreated, CreditNoteFinalized } from './credit-note.events';
export { CreditNoteDocuments, type DocumentedCreditNote } from './credit-note-documents';
export type { UnusedFeeReturn } from './credit-note.rules';
export {
  CreditNoteRefunds,
  type GivenRefund,
  type NoteRefund,
  type OpenRefund,
} from './refunds/credit-note-refunds';
export { NOTE_REFUNDER, type NoteRefunder, type NoteToRefund } from './refunds/note-refunder';
export { UnusedFeeCredits, type UnusedFee } from './issuing/unused-fee-credits';
