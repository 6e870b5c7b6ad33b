import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  DecimalNumber,
  Id,
  OptionalDecimalNumber,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../platform/database/columns';
import type { RecurringGrant } from './grants/recurring-grant.rules';
import type { WalletStatus } from './wallet.rules';

/** Prepaid credits of a customer. A foreign key ties the balance to the newest transaction of the ledger. */
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
@Index('wallets_auto_top_up_due', ['autoTopUpDueAt', 'id'], {
  where: "status = 'active' AND auto_top_up_due_at IS NOT NULL",
})
@Index('wallets_next_grant', ['nextGrantAt', 'id'], {
  where: "status = 'active' AND next_grant_at IS NOT NULL",
})
@Check(
  'wallets_auto_top_up',
  `num_nonnulls(auto_top_up_below, auto_top_up_credits, auto_top_up_max_per_month) IN (0, 3)
     AND (auto_top_up_due_at IS NULL OR auto_top_up_below IS NOT NULL)`,
)
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
  /** 1 is used first. */
  @Column({ type: 'integer', default: 50 }) priority!: number;
  @OptionalTimestamp() expirationAt!: Date | null;
  @Column({ type: 'text' }) status!: WalletStatus;
  @AmountCents() balanceCents!: bigint;
  @DecimalNumber(30, 5) creditsBalance!: string;
  /** What invoices used, less what voided invoices gave back. */
  @AmountCents() consumedAmountCents!: bigint;
  @DecimalNumber(30, 5) consumedCredits!: string;
  /** Sequence of the newest transaction; null before the first. */
  @Column({ type: 'integer', nullable: true }) lastSequence!: number | null;
  /** Credits; this and the next two are null without automatic top-ups. */
  @OptionalDecimalNumber(30, 5) autoTopUpBelow!: string | null;
  @OptionalDecimalNumber(30, 5) autoTopUpCredits!: string | null;
  @Column({ type: 'integer', nullable: true }) autoTopUpMaxPerMonth!: number | null;
  /** When a balance that is too low is looked at; null: nothing to do. */
  @OptionalTimestamp() autoTopUpDueAt!: Date | null;
  @Column({ type: 'jsonb', default: [] }) recurringGrants!: RecurringGrant[];
  /** When the next period of any of them begins. */
  @OptionalTimestamp() nextGrantAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @OptionalTimestamp() terminatedAt!: Date | null;
}
