export type {
  CreditNote as CreditNoteBody,
  Wallet as WalletBody,
  WalletTransaction as WalletTransactionBody,
} from '@billing-service/sdk';
