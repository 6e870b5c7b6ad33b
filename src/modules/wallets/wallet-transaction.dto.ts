import { AnswerField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import type { WalletTransactionEntity } from './wallet-transaction.entity';
import { TRANSACTION_SOURCES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from './wallet.rules';

export class ListWalletTransactionsDto extends pageQuery(['created_at', 'sequence']) {}

export class WalletTransactionDto {
  @AnswerField({
    description: 'ID of the transaction',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b33-9c44-6e8f0a1b2c3d',
  })
  id!: string;

  @AnswerField({
    description: 'ID of the wallet',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b',
  })
  wallet_id!: string;

  @AnswerField({
    description: 'Number of the transaction in its wallet, starting at 1, without gaps',
    type: 'integer',
    example: 1,
  })
  sequence!: number;

  @AnswerField({
    description: '`inbound` adds credits to the wallet, `outbound` removes them',
    type: String,
    enum: [...TRANSACTION_TYPES],
    example: 'inbound',
  })
  transaction_type!: string;

  @AnswerField({
    description:
      '`purchased` or `granted`: credits were added; `invoiced`: an invoice used them; `voided`: the ' +
      'wallet was terminated or expired',
    type: String,
    enum: [...TRANSACTION_STATUSES],
    example: 'purchased',
  })
  transaction_status!: string;

  @AnswerField({
    description:
      'Cause of the transaction: a `paid` or `granted` top-up, an `invoice` that used credits, a ' +
      '`voided_invoice` that returned them, or the `termination` or `expiration` of the wallet',
    type: String,
    enum: [...TRANSACTION_SOURCES],
    example: 'paid',
  })
  source!: string;

  @AnswerField({ description: 'Number of credits added or removed', type: String, example: '100' })
  credits!: string;

  @AnswerField({ description: 'Value of the credits, in minor units', type: 'integer', example: 15000 })
  amount_cents!: number;

  @AnswerField({
    description: 'Balance of the wallet after the transaction, in minor units',
    type: 'integer',
    example: 15000,
  })
  balance_after_cents!: number;

  @AnswerField({ description: 'Currency of the wallet', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description: 'ID of the invoice that used or returned the credits; otherwise null',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  invoice_id!: string | null;

  @AnswerField({
    description: 'When the transaction was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;
}

export function toWalletTransactionResponse(transaction: WalletTransactionEntity): WalletTransactionDto {
  return {
    id: transaction.id,
    wallet_id: transaction.walletId,
    sequence: transaction.sequence,
    transaction_type: transaction.transactionType,
    transaction_status: transaction.transactionStatus,
    source: transaction.source,
    credits: transaction.credits,
    amount_cents: Number(transaction.amountCents),
    balance_after_cents: Number(transaction.balanceAfterCents),
    currency: transaction.currency,
    invoice_id: transaction.invoiceId,
    created_at: transaction.createdAt.toISOString(),
  };
}
