import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/** `pending` until a 2xx or until the retries are used up. */
export type WebhookDeliveryStatus = 'pending' | 'succeeded' | 'failed';

/**
 * One event on its way to one endpoint: what the API shows. Written once per attempt; what the engine needs
 * between attempts is in `webhook_queue`, so that this table and its indexes cost history nothing.
 *
 * The id carries the creation instant (UUIDv7 made from `createdAt`), so lists by creation time are
 * ordered by the key and need no index of their own.
 */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_endpoint', ['organizationId', 'webhookEndpointId', 'id'])
@Index('webhook_deliveries_type', ['organizationId', 'webhookType', 'id'])
@Index('webhook_deliveries_object', ['organizationId', 'objectId', 'id'])
@Index('webhook_deliveries_updated', ['organizationId', 'updatedAt', 'id'])
export class WebhookDeliveryEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) eventId!: string;
  @Column({ type: 'text' }) webhookType!: string;
  @Column({ type: 'text' }) objectType!: string;
  @Column({ type: 'uuid' }) objectId!: string;
  @Column({ type: 'text', default: 'pending' }) status!: WebhookDeliveryStatus;
  /** Retries made so far, by schedule and by hand. */
  @Column({ type: 'integer', default: 0 }) retries!: number;
  @Column({ type: 'integer' }) maxRetries!: number;
  @OptionalTimestamp() lastRetriedAt!: Date | null;
  @Column({ type: 'integer', nullable: true }) httpStatus!: number | null;
  @Column({ type: 'text', nullable: true }) response!: string | null;
  /** Why the last attempt failed, or why there was none. */
  @Column({ type: 'text', nullable: true }) errorMessage!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
