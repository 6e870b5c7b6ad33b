import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { BillingTime } from '../invoices';
import type { OnTerminationAction, SubscriptionStatus } from './subscription.rules';

const MAYBE_ID = { type: 'uuid', nullable: true } as const;

/** One row for the whole life: a plan change swaps the plan and begins a new segment in it. */
@Entity('subscriptions')
@Index('subscriptions_external_id', ['organizationId', 'externalId'], { unique: true })
@Index('subscriptions_created', ['organizationId', 'createdAt', 'id'])
@Index('subscriptions_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('subscriptions_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('subscriptions_plan', ['organizationId', 'planId', 'createdAt', 'id'])
@Index('subscriptions_next_plan', ['organizationId', 'nextPlanId'], { where: 'next_plan_id IS NOT NULL' })
@Index('subscriptions_next_action', ['nextActionAt', 'id'], { where: 'next_action_at IS NOT NULL' })
export class SubscriptionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) externalId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'uuid' }) planId!: string;
  /** The price: that of the plan when it was taken. */
  @Column({ type: 'uuid' }) planVersionId!: string;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  @Column({ type: 'text' }) status!: SubscriptionStatus;
  @Column({ type: 'text' }) billingTime!: BillingTime;
  /** When it starts or started; its local day is the anchor of anniversaries, also over plan changes. */
  @Timestamp() subscriptionAt!: Date;
  @OptionalTimestamp() startedAt!: Date | null;
  /** When the trial ends by the present plan; null without one. */
  @OptionalTimestamp() trialEndsAt!: Date | null;
  @OptionalTimestamp() trialEndedAt!: Date | null;
  @OptionalTimestamp() endingAt!: Date | null;
  /** When the cancellation was asked for; it takes effect at the end of the period. */
  @OptionalTimestamp() canceledAt!: Date | null;
  @OptionalTimestamp() terminatedAt!: Date | null;
  /** When it really ended, canceled or terminated. */
  @OptionalTimestamp() endedAt!: Date | null;
  @Column(MAYBE_ID) previousPlanId!: string | null;
  /** The plan that a downgrade brings at the end of the period. */
  @Column(MAYBE_ID) nextPlanId!: string | null;
  @Column({ type: 'text' }) onTerminationAction!: OnTerminationAction;
  /** When the present plan took over: the start, or the last plan change. */
  @OptionalTimestamp() segmentStartedAt!: Date | null;
  /** The whole period that is running or ran last, not cut to the segment. */
  @OptionalTimestamp() periodFrom!: Date | null;
  @OptionalTimestamp() periodTo!: Date | null;
  /** The time zone in which that period was made: one that the customer gets later counts from the next. */
  @Column({ type: 'text', nullable: true }) timezone!: string | null;
  /** The usage window of that period, from `usageFrom` on: usage counts from the exact instant. */
  @Column(MAYBE_ID) usagePeriodId!: string | null;
  @OptionalTimestamp() usageFrom!: Date | null;
  /** The fee that was paid in advance for the period; null: none. */
  @Column(MAYBE_ID) advanceFeeId!: string | null;
  /** When the clock has to act next; null once it has ended. */
  @OptionalTimestamp() nextActionAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
