import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

@Entity('usage_events')
@Index('usage_events_transaction', ['organizationId', 'transactionId'], { unique: true })
@Index('usage_events_subscription', ['organizationId', 'subscriptionId', 'id'])
@Index('usage_events_subscription_timestamp', ['organizationId', 'subscriptionId', 'timestamp'])
@Index('usage_events_code', ['organizationId', 'code', 'id'])
@Index('usage_events_timestamp', ['timestamp'], { type: 'brin' })
@Index('usage_events_waiting', ['organizationId', 'subscriptionId'], { where: 'period_id IS NULL' })
export class UsageEventEntity {
  @OrganizationId() organizationId!: string;
  /** In the order of creation, so that the key orders lists. */
  @Id() id!: string;
  @Column({ type: 'text' }) transactionId!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'uuid' }) billableMetricId!: string;
  @Column({ type: 'uuid' }) subscriptionId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  /** The external ids are as the caller gave them. */
  @Column({ type: 'text', nullable: true }) externalSubscriptionId!: string | null;
  @Column({ type: 'text', nullable: true }) externalCustomerId!: string | null;
  @Timestamp() timestamp!: Date;
  @Column({ type: 'jsonb' }) properties!: Record<string, unknown>;
  /** The window that it falls into; null while there is none yet. */
  @Column({ type: 'uuid', nullable: true }) periodId!: string | null;
  /** Arrived after the window's invoice was final: shown, not billed by itself. */
  @Column({ type: 'boolean', default: false }) late!: boolean;
  /** Order of arrival, given under the subscription's lock: the order in which events are counted. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' }) sequence!: string;
  @Timestamp() createdAt!: Date;
}
