import { defineEvent, defineInternalEvent } from '../../platform/outbox/event-catalogue';
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
    'Wallet terminated, by request, at its expiration or with its customer; after the transaction that voids its balance',
  payload: WalletDto,
});

/** A top-up that was paid after its wallet had ended. */
export interface UndeliveredTopUp {
  organizationId: string;
  invoiceId: string;
}

/** A paid top-up added no credits: a person has to refund its payment. */
export const TopUpUndelivered = defineInternalEvent<UndeliveredTopUp>('wallet.top_up_undelivered');
