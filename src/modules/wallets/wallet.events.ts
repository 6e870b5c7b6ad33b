import { defineEvent } from '../../platform/outbox/event-catalogue';
import { WalletTransactionDto } from './wallet-transaction.dto';
import { WalletDto } from './wallet.dto';

export const WalletCreated = defineEvent({
  kind: 'wallet.created',
  objectType: 'wallet',
  trigger: 'Wallet created; its initial credits follow as transactions',
  payload: WalletDto,
});

export const WalletTransactionCreated = defineEvent({
  kind: 'wallet.transaction.created',
  objectType: 'wallet_transaction',
  trigger: 'Wallet transaction recorded: a top-up, a grant, a use by an invoice, a return or a void',
  payload: WalletTransactionDto,
});

export const WalletTerminated = defineEvent({
  kind: 'wallet.terminated',
  objectType: 'wallet',
  trigger:
    'Wallet terminated, by request, at its expiration or with its customer; emitted after the transaction that ' +
    'voids its balance',
  payload: WalletDto,
  example: {
    status: 'terminated',
    credits_balance: '0',
    balance_cents: 0,
    terminated_at: '2026-03-01T00:00:00.000Z',
  },
});
