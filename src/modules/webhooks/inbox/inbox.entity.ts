import { Column, Entity, Index } from 'typeorm';
import { OrganizationId, Timestamp } from '../../../platform/database/columns';

/**
 * The counters of an endpoint that is or was an inbox. Recording a message locks the row until the commit, so that a
 * reader never sees a position before all smaller ones.
 */
@Entity('webhook_inboxes')
export class WebhookInboxEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) webhookEndpointId!: string;
  /** Position of the newest message. */
  @Column({ type: 'bigint' }) lastPosition!: string;
  /** Number of stored messages; retention decreases it. */
  @Column({ type: 'bigint' }) messages!: string;
}

/**
 * A delivery to an inbox, written by the statement that records its attempt. The body is the payload of the event. The
 * headers are stored, because a rotated secret could not sign them again.
 */
@Entity('webhook_inbox_messages')
@Index('webhook_inbox_messages_position', ['organizationId', 'webhookEndpointId', 'position'], {
  unique: true,
})
export class WebhookInboxMessageEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) deliveryId!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) eventId!: string;
  /** Number of the message within its inbox, in the order in which messages become visible. */
  @Column({ type: 'bigint' }) position!: string;
  @Column({ type: 'json' }) headers!: Record<string, string>;
  @Timestamp() receivedAt!: Date;
}

/** The lease of an open stream. The primary key enforces the maximum number of streams across processes. */
@Entity('webhook_inbox_streams')
export class WebhookInboxStreamEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'smallint', primary: true }) slot!: number;
  @Column({ type: 'uuid' }) id!: string;
  /** On the database's clock. The process renews the lease; that of a killed process expires. */
  @Timestamp() leasedUntil!: Date;
}
