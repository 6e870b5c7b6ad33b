import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * A period in which an endpoint was active with the same selected event kinds. It is written in the
 * transaction that changes the endpoint. Reconciliation derives from it which deliveries an event must have;
 * sending does not use it.
 */
@Entity('webhook_endpoint_subscriptions')
@Index('webhook_endpoint_subscriptions_open', ['organizationId', 'webhookEndpointId'], {
  unique: true,
  where: 'ends_at IS NULL',
})
@Index('webhook_endpoint_subscriptions_ended', ['endsAt'], { where: 'ends_at IS NOT NULL' })
export class EndpointSubscriptionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  /**
   * Event kinds and groups; empty means every event. Null means unknown: the period began before history was
   * recorded.
   */
  @Column({ type: 'text', array: true, nullable: true }) eventTypes!: string[] | null;
  @Timestamp() startsAt!: Date;
  /** Null if the period has not ended. */
  @OptionalTimestamp() endsAt!: Date | null;
}
