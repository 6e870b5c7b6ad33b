import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * A span of time in which an endpoint was active with these event types, written with the change that begins or
 * ends it. Outside its spans an endpoint gets nothing. It explains which deliveries an event must have; nothing
 * is sent by it.
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
   * Kinds and groups; empty: every event. Null: not known, since the endpoint is older than this history; the
   * migration that began it has written these spans.
   */
  @Column({ type: 'text', array: true, nullable: true }) eventTypes!: string[] | null;
  @Timestamp() startsAt!: Date;
  /** Null while it lasts. */
  @OptionalTimestamp() endsAt!: Date | null;
}
