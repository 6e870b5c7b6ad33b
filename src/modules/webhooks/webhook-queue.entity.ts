import { Column, Entity, Index } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * Where an outstanding delivery stands:
 * `queued` to be claimed now (or once its endpoint is active), `waiting` for its retry, `failed` for good unless
 * retried by hand. A delivered one leaves the table. A queued one with a lease is under way: a stage of its own
 * would make every claim touch all indexes of the table, and claims are most of what happens to it.
 */
export type QueueStage = 'queued' | 'waiting' | 'failed';

/**
 * The state of every delivery that is not delivered. Small and hot: a claim changes no column that an index
 * covers or chooses by, so that it touches none of them.
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
   * False for `failed`. Says nothing that `stage` does not; a column of its own so that the planner cannot
   * take the index for counting what is pending when it claims.
   */
  @Column({ type: 'boolean', default: true }) open!: boolean;
  /** When the next attempt is due; kept while it is under way. */
  @Timestamp() nextAttemptAt!: Date;
  /** A worker that has not recorded by then has lost the delivery. Always the database's clock. */
  @OptionalTimestamp() leasedUntil!: Date | null;
  /** Counts claims; an outcome is only taken with the generation it was claimed under. */
  @Column({ type: 'integer', default: 0 }) generation!: number;
  /** Attempts begun; the next one's number is one more. */
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  @Column({ type: 'integer', default: 0 }) retries!: number;
  @Column({ type: 'integer' }) maxRetries!: number;
  /** The next or running attempt counts as a retry; false for first attempts and after a lapsed lease. */
  @Column({ type: 'boolean', default: false }) isRetry!: boolean;
  /** Leases lapsed in a row. */
  @Column({ type: 'smallint', default: 0 }) lapses!: number;
  @OptionalTimestamp() lastRetriedAt!: Date | null;
  /** Why it has failed, when that is not told by its last attempt. */
  @Column({ type: 'text', nullable: true }) errorMessage!: string | null;
  @Timestamp() createdAt!: Date;
  /** Last change that the API shows; a claim is none. */
  @Timestamp() updatedAt!: Date;
}

/**
 * Which worker serves an endpoint at the moment, so that the cap on requests in flight holds over all
 * processes. The lease is short: a killed worker's lanes are free within seconds.
 */
@Entity('webhook_lanes')
@Index('webhook_lanes_check', ['checkAt'])
export class WebhookLaneEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) webhookEndpointId!: string;
  @Column({ type: 'uuid' }) owner!: string;
  @Timestamp() leasedUntil!: Date;
  /** When a lease of a delivery of this lane can have run out; null when there can be none. */
  @OptionalTimestamp() checkAt!: Date | null;
  /** The claim that took the lane last, and until when it leased deliveries. */
  @Column({ type: 'uuid', nullable: true }) claimId!: string | null;
  @OptionalTimestamp() claimLeasedUntil!: Date | null;
}

/** Settled deliveries by day, endpoint and kind, kept with every outcome, so that counting reads no history. */
@Entity('webhook_delivery_counts')
export class WebhookDeliveryCountEntity {
  @OrganizationId() organizationId!: string;
  /** The day, in UTC, on which the deliveries were created. */
  @Column({ type: 'date', primary: true }) day!: string;
  @Column({ type: 'uuid', primary: true }) webhookEndpointId!: string;
  @Column({ type: 'text', primary: true }) webhookType!: string;
  @Column({ type: 'bigint', default: 0 }) succeeded!: string;
  @Column({ type: 'bigint', default: 0 }) failed!: string;
}
