export { CreditNotesModule } from './credit-notes.module';
export { UnusedFeeCredits, type UnusedFee } from './unused-fee-credits';
