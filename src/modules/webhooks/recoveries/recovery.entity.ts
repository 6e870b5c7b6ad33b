import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** A job that retries the failed deliveries of an endpoint, in the order of their creation. */
@Entity('webhook_recoveries')
@Index('webhook_recoveries_running', ['organizationId', 'webhookEndpointId'], {
  unique: true,
  where: 'next_run_at IS NOT NULL',
})
@Index('webhook_recoveries_next_run', ['nextRunAt', 'id'], { where: 'next_run_at IS NOT NULL' })
export class RecoveryEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) webhookEndpointId!: string;
  /** Deliveries created from then on. */
  @Timestamp() since!: Date;
  /** Deliveries created before then. */
  @Timestamp() until!: Date;
  /** Deliveries to retry when the recovery was requested. */
  @Column({ type: 'integer' }) total!: number;
  @Column({ type: 'integer', default: 0 }) retried!: number;
  /** The last delivery that was retried. */
  @Column({ type: 'uuid', nullable: true }) lastDeliveryId!: string | null;
  /** Due while deliveries remain; null when it has ended. */
  @OptionalTimestamp() nextRunAt!: Date | null;
  @OptionalTimestamp() completedAt!: Date | null;
  @OptionalTimestamp() canceledAt!: Date | null;
  /** Deliveries that have failed by then are retried; one that fails again later is not. */
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
