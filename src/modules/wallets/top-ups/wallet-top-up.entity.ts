import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  DecimalNumber,
  Id,
  OrganizationId,
  Timestamp,
} from '../../../platform/database/columns';

/** `undelivered`: paid after its wallet had ended, so a person has to refund it. */
export const TOP_UP_STATUSES = ['pending', 'granted', 'canceled', 'undelivered'] as const;
export type TopUpStatus = (typeof TOP_UP_STATUSES)[number];

/** Credits that an invoice sells; its payment adds them to the wallet. */
@Entity('wallet_top_ups')
@Index('wallet_top_ups_invoice', ['organizationId', 'invoiceId'], { unique: true })
@Index('wallet_top_ups_pending', ['organizationId', 'walletId', 'id'], { where: "status = 'pending'" })
@Index('wallet_top_ups_created', ['organizationId', 'walletId', 'createdAt', 'id'])
@Index('wallet_top_ups_automatic', ['organizationId', 'walletId'], {
  unique: true,
  where: "status = 'pending' AND automatic",
})
@Check('wallet_top_ups_amount', 'amount_cents > 0 AND credits > 0')
export class WalletTopUpEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) walletId!: string;
  @Column({ type: 'uuid' }) invoiceId!: string;
  @DecimalNumber(30, 5) credits!: string;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) status!: TopUpStatus;
  /** Worth of the credits that refunds have taken back. */
  @AmountCents({ default: 0 }) takenBackCents!: bigint;
  /** Worth of those that were refunded, but spent before. */
  @AmountCents({ default: 0 }) notTakenBackCents!: bigint;
  /** Begun by the wallet's own rule. */
  @Column({ type: 'boolean', default: false }) automatic!: boolean;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
