import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  DecimalNumber,
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  Timestamp,
} from '../../platform/database/columns';
import type { WalletStatus } from './wallet.rules';

/**
 * Prepaid credits of a customer. A foreign key guarantees that the balance equals the balance after the
 * newest transaction.
 */
@Entity('wallets')
@Index('wallets_code', ['organizationId', 'customerId', 'code'], {
  unique: true,
  where: "status = 'active'",
})
@Index('wallets_created', ['organizationId', 'createdAt', 'id'])
@Index('wallets_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('wallets_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('wallets_expiration', ['expirationAt', 'id'], {
  where: "status = 'active' AND expiration_at IS NOT NULL",
})
@Check('wallets_balance', 'balance_cents >= 0 AND credits_balance >= 0')
@Check('wallets_consumed', 'consumed_amount_cents >= 0 AND consumed_credits >= 0')
@Check('wallets_empty_ledger', 'last_sequence IS NOT NULL OR balance_cents = 0')
export class WalletEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  @Column({ type: 'text', nullable: true }) code!: string | null;
  @Column({ type: 'text' }) currency!: string;
  /** Value of a credit, in major units. */
  @DecimalNumber(20, 10) rateAmount!: string;
  /** The wallet with the lowest number is used first. */
  @Column({ type: 'integer', default: 50 }) priority!: number;
  @OptionalTimestamp() expirationAt!: Date | null;
  @Column({ type: 'text' }) status!: WalletStatus;
  @AmountCents() balanceCents!: bigint;
  @DecimalNumber(30, 5) creditsBalance!: string;
  /** Amount used by invoices, minus the amount returned by voided invoices. */
  @AmountCents() consumedAmountCents!: bigint;
  @DecimalNumber(30, 5) consumedCredits!: string;
  /** Sequence of the newest transaction; null before the first. */
  @Column({ type: 'integer', nullable: true }) lastSequence!: number | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() terminatedAt!: Date | null;
}
