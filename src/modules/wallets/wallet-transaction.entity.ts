import { Check, Column, Entity, Index } from 'typeorm';
import { AmountCents, DecimalNumber, Id, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { TransactionSource, TransactionStatus, TransactionType } from './wallet.rules';

/**
 * An immutable row of a wallet's ledger. Its opening balance is the closing balance of the previous
 * transaction. Foreign keys chain the transactions, and link the wallet to its newest transaction, so the
 * database itself guarantees that the balance is the sum of the transactions.
 */
@Entity('wallet_transactions')
@Index('wallet_transactions_sequence', ['organizationId', 'walletId', 'sequence'], { unique: true })
@Index('wallet_transactions_chain', ['organizationId', 'walletId', 'sequence', 'balanceAfterCents'], {
  unique: true,
})
@Index('wallet_transactions_created', ['organizationId', 'walletId', 'createdAt', 'id'])
@Index('wallet_transactions_invoice', ['organizationId', 'invoiceId', 'walletId', 'source'], {
  unique: true,
  where: 'invoice_id IS NOT NULL',
})
@Check('wallet_transactions_amount', 'amount_cents > 0 AND credits >= 0')
@Check(
  'wallet_transactions_sum',
  `balance_after_cents >= 0 AND balance_after_cents = balance_before_cents +
     CASE transaction_type WHEN 'inbound' THEN amount_cents ELSE - amount_cents END`,
)
@Check(
  'wallet_transactions_first',
  `previous_sequence IS NOT DISTINCT FROM nullif(sequence - 1, 0)
     AND (previous_sequence IS NOT NULL OR balance_before_cents = 0)`,
)
export class WalletTransactionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) walletId!: string;
  /** Number of the transaction in its wallet, from 1 without gaps. */
  @Column({ type: 'integer' }) sequence!: number;
  /** Null for the first transaction. */
  @Column({ type: 'integer', nullable: true }) previousSequence!: number | null;
  @Column({ type: 'text' }) transactionType!: TransactionType;
  @Column({ type: 'text' }) transactionStatus!: TransactionStatus;
  @Column({ type: 'text' }) source!: TransactionSource;
  /** Never negative; the type gives the direction. */
  @DecimalNumber(30, 5) credits!: string;
  @AmountCents() amountCents!: bigint;
  @AmountCents() balanceBeforeCents!: bigint;
  @AmountCents() balanceAfterCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Timestamp() createdAt!: Date;
}
