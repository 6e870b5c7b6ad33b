import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** `received`: stored and not processed yet, one of many in one body. */
export const NOTIFICATION_STATUSES = ['received', 'processed', 'ignored', 'failed', 'held'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** A verified notification with its result (docs/payments.md). */
@Entity('provider_notifications')
@Index('provider_notifications_event', ['organizationId', 'provider', 'eventId'], { unique: true })
@Index('provider_notifications_replay', ['organizationId', 'provider', 'replayHash'], { unique: true })
@Index('provider_notifications_created', ['organizationId', 'provider', 'createdAt', 'id'])
@Index('provider_notifications_received', ['createdAt'], { where: `status = 'received'` })
@Index('provider_notifications_payment', ['organizationId', 'paymentId', 'createdAt'])
@Index('provider_notifications_unmatched', ['organizationId', 'provider', 'providerPaymentId'], {
  where: 'payment_id IS NULL',
})
export class ProviderNotificationEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  /** The provider's id of the event; without one, the hash of the body. */
  @Column({ type: 'text' }) eventId!: string;
  /** SHA-256 of the part that a replay cannot change. */
  @Column({ type: 'text' }) replayHash!: string;
  @Column({ type: 'text', nullable: true }) eventType!: string | null;
  /** By the provider's clock. */
  @OptionalTimestamp() occurredAt!: Date | null;
  /** The signed text; in a body with several events, the text of this one. */
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text' }) status!: NotificationStatus;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** What the notification changed. */
  @Column({ type: 'text', nullable: true }) effect!: string | null;
  /** Whether a person should look at it. */
  @Column({ type: 'boolean', default: false }) needsReview!: boolean;
  @Column({ type: 'uuid', nullable: true }) paymentId!: string | null;
  /** The provider's id of the payment, known to us or not. */
  @Column({ type: 'text', nullable: true }) providerPaymentId!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
