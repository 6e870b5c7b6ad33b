import { defineEvent } from '../../platform/outbox/event-catalogue';
import { WalletTransactionDto } from './wallet-transaction.dto';
import { WalletDto } from './wallet.dto';

export const WalletCreated = defineEvent({
  kind: 'wallet.created',
  objectType: 'wallet',
  trigger: 'Wallet created; its first credits follow as transactions',
  payload: WalletDto,
});

export const WalletTransactionCreated = defineEvent({
  kind: 'wallet.transaction.created',
  objectType: 'wallet_transaction',
  trigger: 'Wallet transaction recorded: every top-up, grant, use on an invoice, return and void',
  payload: WalletTransactionDto,
});

export const WalletTerminated = defineEvent({
  kind: 'wallet.terminated',
  objectType: 'wallet',
  trigger:
    'Wallet terminated, by call or at its expiration; after the transaction that voids what is left in it',
  payload: WalletDto,
});
