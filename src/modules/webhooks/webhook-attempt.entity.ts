import { Column, Entity, Index } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * One attempt of a delivery. The claim assigns its number, so numbers have no gaps and no duplicates. After a
 * successful attempt there are no more; its `recordedAt` is the `updated_at` of the delivery.
 */
@Entity('webhook_attempts')
@Index('webhook_attempts_succeeded', ['organizationId', 'recordedAt', 'deliveryId'], { where: 'success' })
export class WebhookAttemptEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) deliveryId!: string;
  @Column({ type: 'integer', primary: true }) attemptNumber!: number;
  @Column({ type: 'uuid' }) id!: string;
  @Column({ type: 'integer', nullable: true }) httpStatus!: number | null;
  @Column({ type: 'text', nullable: true }) responseBody!: string | null;
  @Column({ type: 'boolean' }) success!: boolean;
  @Column({ type: 'text', nullable: true }) errorMessage!: string | null;
  @Timestamp() attemptedAt!: Date;
  @Timestamp() recordedAt!: Date;
  /**
   * Number of automatic and manual retries of the delivery up to this attempt. `lastRetriedAt` is when the
   * last of them started.
   */
  @Column({ type: 'integer' }) retries!: number;
  @OptionalTimestamp() lastRetriedAt!: Date | null;
  /** Null if the outcome is unknown, or if a version without durations recorded the attempt. */
  @Column({ type: 'integer', nullable: true }) durationMs!: number | null;
}
