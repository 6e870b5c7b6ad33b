import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

@Entity('usage_events')
@Index('usage_events_subscription_id', { synchronize: false }) // over id_slot(id), which TypeORM cannot describe
@Index('usage_events_subscription_at', ['subscriptionId', 'timestamp'])
@Index('usage_events_metric', { synchronize: false })
@Index('usage_events_timestamp', ['timestamp'], { type: 'brin' })
@Index('usage_events_waiting', ['organizationId', 'subscriptionId'], { where: 'period_id IS NULL' })
@Index('usage_events_uncharged', ['organizationId', 'id'], { where: 'NOT charged' })
export class UsageEventEntity {
  @OrganizationId() organizationId!: string;
  /** UUIDv7, so that the primary key is in the order of creation, as lists are. */
  @Id() id!: string;
  @Column({ type: 'text' }) transactionId!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'uuid' }) billableMetricId!: string;
  @Column({ type: 'uuid' }) subscriptionId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  /** External ids are stored as sent. */
  @Column({ type: 'text', nullable: true }) externalSubscriptionId!: string | null;
  @Column({ type: 'text', nullable: true }) externalCustomerId!: string | null;
  @Timestamp() timestamp!: Date;
  @Column({ type: 'jsonb' }) properties!: Record<string, unknown>;
  /** The billing period that contains the event; null while there is none. */
  @Column({ type: 'uuid', nullable: true }) periodId!: string | null;
  /** Arrived after the invoice of its billing period was final: listed, but not billed by itself. */
  @Column({ type: 'boolean', default: false }) late!: boolean;
  /** Whether the plan of the billing period has a charge for the metric; null while the event waits for its period. */
  @Column({ type: 'boolean', nullable: true, default: true }) charged!: boolean | null;
  /** Order of arrival, assigned under the subscription's lock. Events are counted in this order. */
  @Column({ type: 'bigint', generated: 'increment' }) sequence!: string;
  @Timestamp() createdAt!: Date;
}
