import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** `received`: stored but not processed yet, because the body had many notifications. */
export const NOTIFICATION_STATUSES = ['received', 'processed', 'ignored', 'failed', 'held'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** A verified notification with its result (docs/payments.md). */
@Entity('provider_notifications')
@Index('provider_notifications_event', ['organizationId', 'provider', 'eventId'], { unique: true })
@Index('provider_notifications_replay', ['organizationId', 'provider', 'replayHash'], { unique: true })
@Index('provider_notifications_created', ['organizationId', 'provider', 'createdAt', 'id'])
@Index('provider_notifications_received', ['createdAt'], { where: `status = 'received'` })
@Index('provider_notifications_payment', ['organizationId', 'paymentId', 'createdAt'])
@Index('provider_notifications_review', ['organizationId', 'provider', 'createdAt', 'id'], {
  where: 'needs_review',
})
@Index('provider_notifications_unmatched', ['organizationId', 'provider', 'providerPaymentId'], {
  where: 'payment_id IS NULL',
})
export class ProviderNotificationEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  /** ID of the event at the provider, or else the hash of the body. */
  @Column({ type: 'text' }) eventId!: string;
  /** SHA-256 of the signed part, which a replay cannot change. */
  @Column({ type: 'text' }) replayHash!: string;
  @Column({ type: 'text', nullable: true }) eventType!: string | null;
  /** Time by the provider's clock; null if the notification has none. */
  @OptionalTimestamp() occurredAt!: Date | null;
  /** The signed body; for a body with several events, the text of this event. */
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text' }) status!: NotificationStatus;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** The change that the notification made, as a sentence; null if there was none. */
  @Column({ type: 'text', nullable: true }) effect!: string | null;
  @Column({ type: 'boolean', default: false }) needsReview!: boolean;
  @Column({ type: 'uuid', nullable: true }) paymentId!: string | null;
  /** ID of the payment at the provider, even if no payment has this ID. */
  @Column({ type: 'text', nullable: true }) providerPaymentId!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
