import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../platform/database/columns';
import type { Party, Seller } from '../documents';
import { StoredTaxes, type StoredTax } from '../taxes';
import type { CreditNoteReason, CreditNoteStatus, RefundStatus, UnusedFeeReturn } from './credit-note.rules';

@Entity('credit_notes')
@Index('credit_notes_sequence', ['organizationId', 'invoiceId', 'sequence'], { unique: true })
@Index('credit_notes_unused_fee', ['organizationId', 'unusedFeeId'], {
  unique: true,
  where: 'unused_fee_id IS NOT NULL',
})
@Index('credit_notes_created', ['organizationId', 'createdAt', 'id'])
@Index('credit_notes_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('credit_notes_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('credit_notes_usable', ['organizationId', 'customerId', 'currency', 'createdAt', 'id'], {
  where: 'balance_amount_cents > 0',
})
@Check(
  'credit_notes_split',
  `credit_amount_cents >= 0 AND refund_amount_cents >= 0 AND offset_amount_cents >= 0
     AND total_amount_cents = credit_amount_cents + refund_amount_cents + offset_amount_cents`,
)
@Check(
  'credit_notes_balance',
  `balance_amount_cents BETWEEN 0 AND credit_amount_cents AND (status = 'finalized' OR balance_amount_cents = 0)`,
)
export class CreditNoteEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) invoiceId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  /** Position among the notes of the invoice, from 1, without gaps. */
  @Column({ type: 'integer' }) sequence!: number;
  /** Null while the invoice is a draft and has no number. */
  @Column({ type: 'text', nullable: true }) number!: string | null;
  @Column({ type: 'text' }) status!: CreditNoteStatus;
  @Column({ type: 'text' }) reason!: CreditNoteReason;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text' }) currency!: string;
  @AmountCents() creditAmountCents!: bigint;
  @AmountCents() refundAmountCents!: bigint;
  @AmountCents() offsetAmountCents!: bigint;
  /** The part of the refund that payments have made. */
  @AmountCents({ default: 0 }) refundedAmountCents!: bigint;
  /** Null without a refund, and for a note that was never finalized. */
  @Column({ type: 'text', nullable: true }) refundStatus!: RefundStatus | null;
  /** Credit that later invoices can still use. */
  @AmountCents() balanceAmountCents!: bigint;
  @AmountCents() taxesAmountCents!: bigint;
  @AmountCents() totalAmountCents!: bigint;
  /** The prepaid fee whose unused part this note credits; at most one note per fee. */
  @Column({ type: 'uuid', nullable: true }) unusedFeeId!: string | null;
  /** The unused part of that fee before discounts; null in notes from before discounts existed. */
  @AmountCents({ nullable: true }) unusedAmountCents!: bigint | null;
  /** How the credit for the unused part is returned; null in other notes, and in older ones that are not drafts. */
  @Column({ type: 'text', nullable: true }) unusedReturnAs!: UnusedFeeReturn | null;
  /** YYYY-MM-DD: the customer's local day on which the note was finalized; null if never. */
  @Column({ type: 'date', nullable: true }) issuingDate!: string | null;
  /** Frozen at the finalization; null before, and in notes of earlier versions. So are the next three columns. */
  @Column({ type: 'jsonb', nullable: true }) seller!: Seller | null;
  @Column({ type: 'jsonb', nullable: true }) buyer!: Party | null;
  @Column({ type: 'text', nullable: true }) locale!: string | null;
  @Column({ type: 'text', nullable: true }) documentTemplate!: string | null;
  /** Digest of the stored PDF; null until it is drawn. */
  @Column({ type: 'text', nullable: true }) documentSha256!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @OptionalTimestamp() finalizedAt!: Date | null;
  @OptionalTimestamp() voidedAt!: Date | null;
}

/** A fee that a note credits. */
@Entity('credit_note_items')
@Index('credit_note_items_note', ['organizationId', 'creditNoteId', 'feeId'], { unique: true })
@Index('credit_note_items_fee', ['organizationId', 'feeId'])
@Check('credit_note_items_amount', 'amount_cents >= 0 AND taxes_amount_cents >= 0')
export class CreditNoteItemEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) creditNoteId!: string;
  /** Index of the item in the request, from 0. */
  @Column({ type: 'integer' }) position!: number;
  @Column({ type: 'uuid' }) feeId!: string;
  /** 0 only in a draft for an unused fee, while discounts reduce the fee to 0. */
  @AmountCents() amountCents!: bigint;
  @AmountCents() taxesAmountCents!: bigint;
  @StoredTaxes() appliedTaxes!: StoredTax[];
}

/** Credit of a note that an invoice uses; released when the invoice is voided. */
@Entity('credit_note_uses')
@Index('credit_note_uses_invoice', ['organizationId', 'invoiceId'])
@Check('credit_note_uses_amount', 'amount_cents > 0')
export class CreditNoteUseEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) creditNoteId!: string;
  @PrimaryColumn({ type: 'uuid' }) invoiceId!: string;
  @AmountCents() amountCents!: bigint;
  @Timestamp() createdAt!: Date;
  @OptionalTimestamp() releasedAt!: Date | null;
}

/** Money that a payment has refunded for a note; negative if that refund failed. */
@Entity('credit_note_refunds')
@Index('credit_note_refunds_note', ['organizationId', 'creditNoteId'])
@Index('credit_note_refunds_payment', ['organizationId', 'paymentId'])
@Check('credit_note_refunds_amount', 'amount_cents <> 0')
export class CreditNoteRefundEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) creditNoteId!: string;
  @Column({ type: 'uuid' }) paymentId!: string;
  /** Null if the provider reported only a running total. */
  @Column({ type: 'uuid', nullable: true }) paymentRefundId!: string | null;
  @AmountCents() amountCents!: bigint;
  @Timestamp() createdAt!: Date;
}
