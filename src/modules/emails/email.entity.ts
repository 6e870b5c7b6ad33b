import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { EmailKind, EmailState } from './email.rules';

/** An e-mail to a customer. */
@Entity('emails')
@Index('emails_cause', ['organizationId', 'kind', 'sourceId', 'causeNumber'], {
  unique: true,
  where: 'is_automatic',
})
@Index('emails_created', ['organizationId', 'createdAt', 'id'])
@Index('emails_by_kind', ['organizationId', 'kind', 'createdAt', 'id'])
@Index('emails_by_state', ['organizationId', 'state', 'createdAt', 'id'])
@Index('emails_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('emails_invoice', ['organizationId', 'invoiceId', 'createdAt', 'id'], {
  where: 'invoice_id IS NOT NULL',
})
@Index('emails_credit_note', ['organizationId', 'creditNoteId', 'createdAt', 'id'], {
  where: 'credit_note_id IS NOT NULL',
})
@Index('emails_payment', ['organizationId', 'paymentId'], { where: 'payment_id IS NOT NULL' })
@Index('emails_payment_request', ['organizationId', 'paymentRequestId', 'createdAt', 'id'], {
  where: 'payment_request_id IS NOT NULL',
})
@Index('emails_due', ['dueAt', 'organizationId', 'id'], { where: 'due_at IS NOT NULL' })
@Index('emails_waiting', ['createdAt'], { where: "state = 'pending'" })
@Check('emails_state', "state IN ('pending', 'sent', 'bounced', 'failed', 'canceled')")
@Check(
  'emails_pending',
  "(state = 'pending') = (due_at IS NOT NULL) AND (state = 'pending') = (completed_at IS NULL)",
)
export class EmailEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: EmailKind;
  @Column({ type: 'text' }) state!: EmailState;
  /** Whether an event caused it, not a request: of these, each source has one of a kind. */
  @Column({ type: 'boolean' }) isAutomatic!: boolean;
  /** Which cause of its source it has: attempts of a payment request or of an automatic charge are counted, others have one. */
  @Column({ type: 'integer', default: 1 }) causeNumber!: number;
  @Column({ type: 'uuid' }) customerId!: string;
  /** The invoice, credit note, payment (of a receipt) or payment request that it is about. */
  @Column({ type: 'uuid' }) sourceId!: string;
  /** Also of a receipt for a payment of an invoice, and the credited one of a credit note. */
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Column({ type: 'uuid', nullable: true }) creditNoteId!: string | null;
  @Column({ type: 'uuid', nullable: true }) paymentId!: string | null;
  @Column({ type: 'uuid', nullable: true }) paymentRequestId!: string | null;
  /** The address; null once the customer is erased. */
  @Column({ type: 'text', nullable: true }) recipient!: string | null;
  @Column({ type: 'text' }) locale!: string;
  /** Null until the message is composed, as `messageId`. */
  @Column({ type: 'text', nullable: true }) subject!: string | null;
  @Column({ type: 'text', nullable: true }) messageId!: string | null;
  /** Begun attempts; the number fences off an attempt that outlived its lease. */
  @Column({ type: 'integer' }) attempts!: number;
  /** When the next attempt begins; while one is under way, the end of its lease. */
  @OptionalTimestamp() dueAt!: Date | null;
  @OptionalTimestamp() lastAttemptAt!: Date | null;
  @Column({ type: 'text', nullable: true }) lastError!: string | null;
  /** When it was sent, bounced, failed or was canceled. */
  @OptionalTimestamp() completedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** The message of an e-mail, byte for byte. Written before the first attempt and never changed. */
@Entity('email_messages')
@Index('email_messages_created', ['createdAt'])
export class EmailMessageEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) emailId!: string;
  @Column({ type: 'bytea' }) content!: Buffer;
  @Timestamp() createdAt!: Date;
}

/** What an organization sends to its customers by itself, and how. */
@Entity('email_settings')
export class EmailSettingsEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'boolean' }) sendInvoices!: boolean;
  @Column({ type: 'boolean' }) sendReceipts!: boolean;
  @Column({ type: 'boolean' }) sendCreditNotes!: boolean;
  @Column({ type: 'boolean' }) sendPaymentRequests!: boolean;
  @Column({ type: 'text', nullable: true }) replyTo!: string | null;
  /** Null: the name of the organization on documents. */
  @Column({ type: 'text', nullable: true }) senderName!: string | null;
  /** Null: that of each customer. */
  @Column({ type: 'text', nullable: true }) locale!: string | null;
}
