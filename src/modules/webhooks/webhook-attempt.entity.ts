import { Column, Entity, Index } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * One attempt to deliver. Its number is given out with the claim, so it has no gaps and never doubles. A
 * successful one is the last of its delivery and tells when that was updated.
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
  /** Retries of the delivery made so far, by schedule and by hand, and when the last of them began. */
  @Column({ type: 'integer' }) retries!: number;
  @OptionalTimestamp() lastRetriedAt!: Date | null;
}
