import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { NotChargedReason } from './not-charged';

@Entity('usage_events')
@Index('usage_events_transaction', ['organizationId', 'transactionId'], { unique: true })
@Index('usage_events_subscription', ['organizationId', 'subscriptionId', 'id'])
@Index('usage_events_subscription_timestamp', ['organizationId', 'subscriptionId', 'timestamp'])
@Index('usage_events_code', ['organizationId', 'code', 'id'])
@Index('usage_events_timestamp', ['timestamp'], { type: 'brin' })
@Index('usage_events_waiting', ['organizationId', 'subscriptionId'], { where: 'period_id IS NULL' })
@Index('usage_events_not_charged', ['organizationId', 'id'], { where: 'not_charged_reason IS NOT NULL' })
@Index('usage_events_not_charged_reason', ['organizationId', 'notChargedReason', 'id'], {
  where: 'not_charged_reason IS NOT NULL',
})
export class UsageEventEntity {
  @OrganizationId() organizationId!: string;
  /** UUIDv7, so that the primary key is in the order of creation, in which events are listed. */
  @Id() id!: string;
  @Column({ type: 'text' }) transactionId!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'uuid' }) billableMetricId!: string;
  @Column({ type: 'uuid' }) subscriptionId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  /** External IDs are stored as sent. */
  @Column({ type: 'text', nullable: true }) externalSubscriptionId!: string | null;
  @Column({ type: 'text', nullable: true }) externalCustomerId!: string | null;
  @Timestamp() timestamp!: Date;
  @Column({ type: 'jsonb' }) properties!: Record<string, unknown>;
  /** The billing period that contains the event; null while there is none. */
  @Column({ type: 'uuid', nullable: true }) periodId!: string | null;
  /**
   * Whether the event arrived after the invoice of its billing period was final. Late events are listed, but not billed
   * in that period.
   */
  @Column({ type: 'boolean', default: false }) late!: boolean;
  /** Why no charge prices the event; null if one does. */
  @Column({ type: 'text', nullable: true }) notChargedReason!: NotChargedReason | null;
  /** Order of arrival, assigned under the lock of the subscription: the order of events with the same timestamp. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' }) sequence!: string;
  @Timestamp() createdAt!: Date;
}
