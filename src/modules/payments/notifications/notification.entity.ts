import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** `received`: on record and not processed yet, one of very many in one body. */
export const NOTIFICATION_STATUSES = ['received', 'processed', 'ignored', 'failed', 'held'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** The inbox: one verified notification, with what was done and why. */
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
  /** The provider's id of the event; where it has none, the hash of the body. */
  @Column({ type: 'text' }) eventId!: string;
  /** SHA-256 of what a replay cannot change. */
  @Column({ type: 'text' }) replayHash!: string;
  @Column({ type: 'text', nullable: true }) eventType!: string | null;
  /** By the provider's clock. */
  @OptionalTimestamp() occurredAt!: Date | null;
  /** The text that was signed; of a batch, the one event. */
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text' }) status!: NotificationStatus;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** What was done. */
  @Column({ type: 'text', nullable: true }) effect!: string | null;
  /** Something a person should look at. */
  @Column({ type: 'boolean', default: false }) needsReview!: boolean;
  @Column({ type: 'uuid', nullable: true }) paymentId!: string | null;
  /** The provider's name of the payment that it is about, whether or not we know it. */
  @Column({ type: 'text', nullable: true }) providerPaymentId!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
