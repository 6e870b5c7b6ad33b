import { Column, Entity, Index } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * The stage of a delivery that has not succeeded. `queued`: can be claimed now, or once its endpoint is
 * active. `waiting`: waits for its retry. `failed`: ends here unless it is retried manually. A succeeded
 * delivery leaves the table. A queued delivery with a lease is in flight. There is no separate stage for
 * that, because it would make every claim update all indexes of the table.
 */
export type QueueStage = 'queued' | 'waiting' | 'failed';

/**
 * The mutable part of each delivery that has not succeeded. The table is small and updated constantly. No
 * index contains or filters by a column that a claim changes, so a claim updates no index.
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
   * False if and only if `stage` is `failed`. Duplicates `stage` so that the planner cannot use the index of
   * pending rows for claims.
   */
  @Column({ type: 'boolean', default: true }) open!: boolean;
  /** When the next attempt is due. Unchanged while the attempt is in flight. */
  @Timestamp() nextAttemptAt!: Date;
  /**
   * End of the delivery lease, on the database's clock. A worker that has not recorded an outcome by then
   * counts as lost. Null if the delivery is not claimed.
   */
  @OptionalTimestamp() leasedUntil!: Date | null;
  /**
   * Fencing number: an outcome is accepted only with the generation of its claim. Claiming and releasing
   * increment it.
   */
  @Column({ type: 'integer', default: 0 }) generation!: number;
  /** Number of attempts that have started. */
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  @Column({ type: 'integer', default: 0 }) retries!: number;
  @Column({ type: 'integer' }) maxRetries!: number;
  /**
   * Whether the next or current attempt counts as a retry. False for a first attempt and after an expired
   * lease.
   */
  @Column({ type: 'boolean', default: false }) isRetry!: boolean;
  /** Number of consecutive expired leases. */
  @Column({ type: 'smallint', default: 0, name: 'lapses' }) leaseExpirations!: number;
  @OptionalTimestamp() lastRetriedAt!: Date | null;
  /** Set if the delivery failed because its endpoint was deleted. Otherwise see its last attempt. */
  @Column({ type: 'text', nullable: true }) errorMessage!: string | null;
  @Timestamp() createdAt!: Date;
  /** `updated_at` of the delivery in the API. Claims do not change it. */
  @Timestamp() updatedAt!: Date;
}

/**
 * The lease of an endpoint queue. It determines which worker serves the queue, so that the cap on requests in
 * flight applies across processes. The lease is short, so that the queues of a killed worker are free within
 * seconds.
 */
@Entity('webhook_lanes')
@Index('webhook_lanes_check', ['checkAt'])
export class EndpointQueueLeaseEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) owner!: string;
  @Timestamp() leasedUntil!: Date;
  /** Earliest time at which a delivery lease in this queue can expire; null if there are none. */
  @OptionalTimestamp() checkAt!: Date | null;
  /** The latest claim from this queue. `claimLeasedUntil` is the end of the delivery leases that it set. */
  @Column({ type: 'uuid', nullable: true }) claimId!: string | null;
  @OptionalTimestamp() claimLeasedUntil!: Date | null;
}

/**
 * Number of finished deliveries by day, endpoint and event kind. Every final outcome updates it, so that statistics
 * never scan all deliveries.
 */
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
