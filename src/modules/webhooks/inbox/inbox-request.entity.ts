import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** Counts the requests that the inbox of an endpoint has received. Its lock puts them in the order of their commits. */
@Entity('webhook_inboxes')
export class InboxEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) webhookEndpointId!: string;
  @Column({ type: 'bigint' }) lastSequence!: string;
}

/**
 * A request that the inbox of an endpoint has received. Its body is that of the delivery, and kept once, with the event;
 * without the delivery, there is no request either.
 */
@Entity('webhook_inbox_requests')
@Index('webhook_inbox_requests_sequence', ['organizationId', 'webhookEndpointId', 'sequence'], {
  unique: true,
})
@Index('webhook_inbox_requests_created', ['organizationId', 'webhookEndpointId', 'createdAt', 'id'])
@Index('webhook_inbox_requests_old', ['createdAt'])
export class InboxRequestEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  /** Number of the request among those of the inbox, from 1 without gaps. Streams are resumed after one. */
  @Column({ type: 'bigint' }) sequence!: string;
  @Column({ type: 'uuid' }) deliveryId!: string;
  /** By name in lower case. */
  @Column({ type: 'json' }) headers!: Record<string, string>;
  /** When it was received. */
  @Timestamp() createdAt!: Date;
}
