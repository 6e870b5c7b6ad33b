import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';
import type { EventCharge } from '../aggregation/event-charges';

/** A subscription as far as ingestion needs it. Every reader and writer of its usage locks this row first. */
@Entity('metered_subscriptions')
@Index('metered_subscriptions_external_id', ['organizationId', 'externalId'], { unique: true })
@Index('metered_subscriptions_customer', ['organizationId', 'customerId'])
export class MeteredSubscriptionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) externalId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @OptionalTimestamp() startedAt!: Date | null;
  @OptionalTimestamp() endedAt!: Date | null;
}

/** A billing period whose usage is billed together. */
@Entity('usage_periods')
@Index('usage_periods_window', ['organizationId', 'subscriptionId', 'endsAt'])
export class UsagePeriodEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) subscriptionId!: string;
  @Column({ type: 'uuid' }) planVersionId!: string;
  @Timestamp() startsAt!: Date;
  @Timestamp() endsAt!: Date;
  /** The whole billing period that this one is a part of; null in periods that were opened as whole ones. */
  @OptionalTimestamp() wholeFrom!: Date | null;
  @OptionalTimestamp() wholeTo!: Date | null;
  /** Closed once its invoice is final: events that arrive later are late. */
  @Column({ type: 'text', default: 'open' }) state!: 'open' | 'closed';
  /** The charges of its plan version that depend on every single event. */
  @Column({ type: 'jsonb', default: [] }) eventCharges!: EventCharge[];
  /** The time zone of its days; null in periods of previous releases. */
  @Column({ type: 'text', nullable: true }) timezone!: string | null;
  /** Metrics of its plan version with a prorated charge. */
  @Column({ type: 'uuid', array: true, default: [] }) proratedMetrics!: string[];
  /** Metrics that its plan version charges; null in periods of previous releases, in which all count as charged. */
  @Column({ type: 'uuid', array: true, nullable: true }) chargedMetrics!: string[] | null;
  /** Whether another plan took over at its end, so that the day of the end belongs to the next period. */
  @Column({ type: 'boolean', default: false }) endsWithPlan!: boolean;
  /** Charges that are not billed for this period, but with the level that the period of the next plan takes over. */
  @Column({ type: 'uuid', array: true, default: [] }) carriedCharges!: string[];
  /**
   * The dirty flag, inverted: false while usage was counted that the usage consumers have not seen. In no index, so that a
   * change of it touches none; a trigger lists the dirty periods in unfollowed_periods.
   */
  @Column({ type: 'boolean', default: true }) followed!: boolean;
}

/** A dirty billing period. */
@Entity('unfollowed_periods')
export class UnfollowedPeriodEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
}
