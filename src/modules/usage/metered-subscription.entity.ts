import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { EventCharge } from './aggregation/event-charges';

/** The fields of a subscription that ingestion needs. Every reader and writer of its usage locks this row first. */
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
  /** When the subscription is scheduled to end, even if it cannot be billed then; null for never. */
  @OptionalTimestamp() endsAt!: Date | null;
}

/** A billing period of a subscription. Its usage is billed together. */
@Entity('usage_periods')
@Index('usage_periods_window', ['organizationId', 'subscriptionId', 'endsAt'])
@Index('usage_periods_unfollowed', ['organizationId', 'id'], { where: 'NOT followed' })
@Index('usage_periods_open', ['organizationId', 'planVersionId', 'id'], { where: "state = 'open'" })
export class UsagePeriodEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) subscriptionId!: string;
  @Column({ type: 'uuid' }) planVersionId!: string;
  @Timestamp() startsAt!: Date;
  @Timestamp() endsAt!: Date;
  /** The whole billing period of the subscription; null if the period itself is the whole one. */
  @OptionalTimestamp() wholeFrom!: Date | null;
  @OptionalTimestamp() wholeTo!: Date | null;
  /** When the billing period began and ends for all of its plans; null if that follows from the columns above. */
  @OptionalTimestamp() spanFrom!: Date | null;
  @OptionalTimestamp() spanTo!: Date | null;
  /** The time zone of its days; null in periods from before prorated charges. */
  @Column({ type: 'text', nullable: true }) timezone!: string | null;
  /** The first day that prorated charges bill; null if that is the day of `startsAt`. */
  @Column({ type: 'date', nullable: true }) firstDay!: string | null;
  /** The most days that prorated charges bill, apart from those of earlier plans; null for all of the billing period. */
  @Column({ type: 'integer', nullable: true }) daysLeft!: number | null;
  /** Closed once its invoice is final: events that arrive later are late. */
  @Column({ type: 'text', default: 'open' }) state!: 'open' | 'closed';
  /** The charges of its plan version whose amounts depend on individual events. */
  @Column({ type: 'jsonb', default: [] }) eventCharges!: EventCharge[];
  /** The metrics with a prorated charge. Their changes are counted by day. */
  @Column({ type: 'uuid', array: true, default: [] }) proratedMetrics!: string[];
  /** Whether a plan change ended the period early, so that the next one continues the same billing period. */
  @Column({ type: 'boolean', default: false }) endsWithPlan!: boolean;
  /** Charges that the bill of the period leaves out, because the next plan bills their level. */
  @Column({ type: 'uuid', array: true, default: [] }) carriedCharges!: string[];
  /** Whether the usage listeners have handled all usage counted so far. */
  @Column({ type: 'boolean', default: true }) followed!: boolean;
}

/** A plan version whose open billing periods the usage listeners must process again. */
@Entity('usage_rechecks')
export class UsageRecheckEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) planVersionId!: string;
  /** The last period that has been marked; the periods are marked in the order of their IDs. */
  @Column({ type: 'uuid' }) afterPeriodId!: string;
}
