import { Column, Entity, Index } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * The stage of a delivery that has not succeeded: `queued` to be claimed now (or once its endpoint is active),
 * `waiting` for its retry, or `failed` permanently unless retried manually. A succeeded delivery leaves the table. A
 * queued delivery with a lease is in flight; a separate stage for that would make every claim update all indexes of the
 * table.
 */
export type QueueStage = 'queued' | 'waiting' | 'failed';

/**
 * The state of every delivery that has not succeeded. Small and hot: no index contains or filters by a column that a
 * claim changes, so a claim updates no index.
 */
@Entity('webhook_queue')
@Index('webhook_queue_queued', ['organizationId', 'webhookEndpointId', 'deliveryId'], {
  where: `stage = 'queued'`,
})
@Index('webhook_queue_waiting', ['nextAttemptAt'], { where: `stage = 'waiting'` })
@Index('webhook_queue_failed', ['organizationId', 'deliveryId'], { where: `stage = 'failed'` })
@Index('webhook_queue_updated', ['organizationId', 'updatedAt', 'deliveryId'])
@Index('webhook_queue_pending', ['organizationId', 'webhookEndpointId'], { where: 'open' })
export class WebhookQueueEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) deliveryId!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) eventId!: string;
  @Column({ type: 'text' }) webhookType!: string;
  @Column({ type: 'text' }) stage!: QueueStage;
  /**
   * False for `failed`. Redundant with `stage`, so that the planner cannot use the index of pending rows for claims.
   */
  @Column({ type: 'boolean', default: true }) open!: boolean;
  /** When the next attempt is due; kept while it is in flight. */
  @Timestamp() nextAttemptAt!: Date;
  /** The delivery lease: a worker that has not recorded an outcome by then counts as lost. On the database's clock. */
  @OptionalTimestamp() leasedUntil!: Date | null;
  /** Fencing number, incremented by each claim: an outcome is accepted only with the generation of its claim. */
  @Column({ type: 'integer', default: 0 }) generation!: number;
  /** Number of attempts that have started. */
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  @Column({ type: 'integer', default: 0 }) retries!: number;
  @Column({ type: 'integer' }) maxRetries!: number;
  /** Whether the next or running attempt counts as a retry; false for a first attempt and after an expired lease. */
  @Column({ type: 'boolean', default: false }) isRetry!: boolean;
  /** Number of consecutive expired leases. */
  @Column({ type: 'smallint', default: 0, name: 'lapses' }) leaseExpirations!: number;
  @OptionalTimestamp() lastRetriedAt!: Date | null;
  /** Why the delivery has failed, if its last attempt does not tell. */
  @Column({ type: 'text', nullable: true }) errorMessage!: string | null;
  @Timestamp() createdAt!: Date;
  /** Last change that is visible in the API; claims are not. */
  @Timestamp() updatedAt!: Date;
}

/**
 * The lease of an endpoint queue: says which worker serves it, so that the cap on requests in flight holds across
 * processes. The lease is short, so the queues of a killed worker are free within seconds.
 */
@Entity('webhook_lanes')
@Index('webhook_lanes_check', ['checkAt'])
export class EndpointQueueLeaseEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) owner!: string;
  @Timestamp() leasedUntil!: Date;
  /** Earliest time at which a delivery lease of this queue can expire; null if it has none. */
  @OptionalTimestamp() checkAt!: Date | null;
  /** The latest claim from this queue, and the delivery lease that it set. */
  @Column({ type: 'uuid', nullable: true }) claimId!: string | null;
  @OptionalTimestamp() claimLeasedUntil!: Date | null;
}

/** Ended deliveries by day, endpoint and kind. Every outcome updates them, so that counting never scans the history. */
@Entity('webhook_delivery_counts')
export class WebhookDeliveryCountEntity {
  @OrganizationId() organizationId!: string;
  /** The UTC day on which the deliveries were created. */
  @Column({ type: 'date', primary: true }) day!: string;
  @Column({ type: 'uuid', primary: true }) webhookEndpointId!: string;
  @Column({ type: 'text', primary: true }) webhookType!: string;
  @Column({ type: 'bigint', default: 0 }) succeeded!: string;
  @Column({ type: 'bigint', default: 0 }) failed!: string;
}
