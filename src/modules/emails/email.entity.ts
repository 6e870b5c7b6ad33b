import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { EmailKind, EmailStatus } from './email.rules';

/** An e-mail to a customer. */
@Entity('emails')
@Index('emails_created_at', ['organizationId', 'createdAt', 'id'])
@Index('emails_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('emails_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('emails_object', ['organizationId', 'objectId', 'createdAt', 'id'])
@Index('emails_due', ['nextAttemptAt', 'organizationId', 'id'], { where: 'next_attempt_at IS NOT NULL' })
export class EmailEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: EmailKind;
  /** ID of the invoice, payment, credit note or payment request. */
  @Column({ type: 'uuid' }) objectId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) status!: EmailStatus;
  /** Address of the recipient. */
  @Column({ type: 'text' }) recipient!: string;
  @Column({ type: 'text', nullable: true }) replyTo!: string | null;
  /** Null until the message is written. */
  @Column({ type: 'text', nullable: true }) subject!: string | null;
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  /** When the next attempt is due, by the database's clock; null if none is. A worker that sends moves the time. */
  @OptionalTimestamp() nextAttemptAt!: Date | null;
  /** When the attempts began to fail; null if the last one did not. */
  @OptionalTimestamp() failingSince!: Date | null;
  /** Why the last attempt failed. */
  @Column({ type: 'text', nullable: true }) error!: string | null;
  @OptionalTimestamp() sentAt!: Date | null;
  @Timestamp() createdAt!: Date;
}

/** The message of an e-mail, written before the first attempt and never changed. */
@Entity('email_messages')
export class EmailMessageEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) emailId!: string;
  /** The whole message (RFC 5322), with its attachments. */
  @Column({ type: 'bytea' }) message!: Buffer;
}
