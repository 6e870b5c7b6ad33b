export { CreditNotesModule } from './credit-notes.module';
export { CreditNotesService } from './credit-notes.service';
export { CreditNoteCreated, CreditNoteFinalized } from './credit-note.events';
export { UnusedFeeCredits, type UnusedFee } from './unused-fee-credits';
export type { UnusedFeeReturn } from './credit-note.rules';
export { CreditNoteRefunds } from './credit-note-refunds';
export type { MadeRefund, OpenRefund } from './credit-note';
