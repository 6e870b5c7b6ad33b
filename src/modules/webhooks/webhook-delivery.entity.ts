import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

/** A delivery is `pending` until a 2xx response or until its retries are used up. */
export type WebhookDeliveryStatus = 'pending' | 'succeeded' | 'failed';

/**
 * One event for one endpoint. The row is immutable, so recording an outcome updates none of its indexes.
 * Its status and progress are in `webhook_queue` while the delivery is pending or failed, and in its attempts.
 * A delivery that is not in the queue has succeeded.
 *
 * The ID is a UUIDv7 derived from `createdAt`, so lists by creation time use the primary key.
 */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_endpoint', ['organizationId', 'webhookEndpointId', 'id'])
@Index('webhook_deliveries_type', ['organizationId', 'webhookType', 'id'])
@Index('webhook_deliveries_object', ['organizationId', 'objectId', 'id'])
@Index('webhook_deliveries_of_customer', ['organizationId', 'customerId', 'id'], {
  where: 'customer_id IS NOT NULL',
})
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
  /** The customer whom the event concerns; null if there is none. */
  @Column({ type: 'uuid', nullable: true }) customerId!: string | null;
}
