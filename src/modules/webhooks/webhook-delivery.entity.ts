import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

/** `pending` until a 2xx or until the retries are used up. */
export type WebhookDeliveryStatus = 'pending' | 'succeeded' | 'failed';

/**
 * One event on its way to one endpoint. Written once and never changed, so that an outcome costs its indexes
 * nothing. What has become of it stands elsewhere: in `webhook_queue` while it is pending or when it has failed,
 * and in its attempts; one that is not in the queue has succeeded.
 *
 * The id carries the creation instant (UUIDv7 made from `createdAt`), so lists by creation time are
 * ordered by the key and need no index of their own.
 */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_endpoint', ['organizationId', 'webhookEndpointId', 'id'])
@Index('webhook_deliveries_type', ['organizationId', 'webhookType', 'id'])
@Index('webhook_deliveries_object', ['organizationId', 'objectId', 'id'])
export class WebhookDeliveryEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) eventId!: string;
  @Column({ type: 'text' }) webhookType!: string;
  @Column({ type: 'text' }) objectType!: string;
  @Column({ type: 'uuid' }) objectId!: string;
  @Column({ type: 'integer' }) maxRetries!: number;
  @Timestamp() createdAt!: Date;
}
