import { Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';
import type { BillingError, BillingTime } from '../invoices';
import type { PlanInterval } from '../plans';
import type { OnTerminationAction, SubscriptionStatus } from './subscription.rules';

const MAYBE_ID = { type: 'uuid', nullable: true } as const;

/** A plan change updates the row, so a subscription has the same row for its whole lifetime. */
@Entity('subscriptions')
@Index('subscriptions_external_id', ['organizationId', 'externalId'], { unique: true })
@Index('subscriptions_created', ['organizationId', 'createdAt', 'id'])
@SearchIndex('subscriptions_search_external_id')
@Index('subscriptions_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('subscriptions_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('subscriptions_plan', ['organizationId', 'planId', 'createdAt', 'id'])
@Index('subscriptions_next_plan', ['organizationId', 'nextPlanId'], { where: 'next_plan_id IS NOT NULL' })
@Index('subscriptions_next_action', ['nextActionAt', 'id'], { where: 'next_action_at IS NOT NULL' })
@Index('subscriptions_billing_error', ['organizationId', 'id'], { where: 'billing_error IS NOT NULL' })
export class SubscriptionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) externalId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'uuid' }) planId!: string;
  /**
   * The plan version that was current when the subscription started with or changed to this plan. It determines the
   * price.
   */
  @Column({ type: 'uuid' }) planVersionId!: string;
  /** The number of this version and its price, copied so that lists and events can show them. */
  @Column({ type: 'integer' }) planVersion!: number;
  @Column({ type: 'text' }) planInterval!: PlanInterval;
  @AmountCents() planAmountCents!: bigint;
  @Column({ type: 'text' }) planCurrency!: string;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  @Column({ type: 'text' }) status!: SubscriptionStatus;
  @Column({ type: 'text' }) billingTime!: BillingTime;
  /**
   * When the subscription starts or started. Its local day is the anchor of anniversary periods, even after
   * plan changes.
   */
  @Timestamp() subscriptionAt!: Date;
  @OptionalTimestamp() startedAt!: Date | null;
  /**
   * The local day of the start (YYYY-MM-DD) in the time zone of that time. A later change of the time zone keeps
   * it. Null before the start, and in rows that began before this column existed.
   */
  @Column({ type: 'date', nullable: true }) anchorDay!: string | null;
  /** When the trial ends under the current plan; null without a trial. */
  @OptionalTimestamp() trialEndsAt!: Date | null;
  @OptionalTimestamp() trialEndedAt!: Date | null;
  /** When the trial began, if it came with a plan change; null if it began with the subscription, or without a trial. */
  @OptionalTimestamp() trialBeganAt!: Date | null;
  @OptionalTimestamp() endingAt!: Date | null;
  /**
   * When the cancellation was requested. An active subscription ends at `cancelsAt`; a pending one, immediately.
   */
  @OptionalTimestamp() canceledAt!: Date | null;
  /** When a scheduled cancellation takes effect, even after a plan change; null if none was scheduled. */
  @OptionalTimestamp() cancelsAt!: Date | null;
  @OptionalTimestamp() terminatedAt!: Date | null;
  /** When the subscription ended, by cancellation or termination; null if it never started. */
  @OptionalTimestamp() endedAt!: Date | null;
  @Column(MAYBE_ID) previousPlanId!: string | null;
  /** The plan to change to at the end of the period, even the current one in a newer version; null if none is scheduled. */
  @Column(MAYBE_ID) nextPlanId!: string | null;
  /** The version of that plan that was current when the downgrade was requested. */
  @Column(MAYBE_ID) nextPlanVersionId!: string | null;
  @Column({ type: 'text' }) onTerminationAction!: OnTerminationAction;
  /** When the current plan took over: at the start or the last plan change; null before the start. */
  @OptionalTimestamp({ name: 'segment_started_at' }) planStartedAt!: Date | null;
  /**
   * The whole current or last billing period, including days before the plan took over. Null before the
   * start.
   */
  @OptionalTimestamp() periodFrom!: Date | null;
  @OptionalTimestamp() periodTo!: Date | null;
  /** The time zone of this billing period. A new time zone of the customer applies from the next period. */
  @Column({ type: 'text', nullable: true }) timezone!: string | null;
  /**
   * The first billed day of this billing period (YYYY-MM-DD), which follows the last billed day of the previous
   * period or plan. Null before the start, and in periods that began before this column existed.
   */
  @Column({ type: 'date', nullable: true }) firstDay!: string | null;
  /** The usage period of this billing period. It begins at `usageFrom`, an exact time. */
  @Column(MAYBE_ID) usagePeriodId!: string | null;
  @OptionalTimestamp() usageFrom!: Date | null;
  /** The prepaid fee billed for the period; null if there is none. */
  @Column(MAYBE_ID) advanceFeeId!: string | null;
  /** Null unless the due action fails. The subscription is set aside until the action succeeds. */
  @Column({ type: 'jsonb', nullable: true }) billingError!: BillingError | null;
  /** When the next action is due, or is retried after a failure; null once the subscription has ended. */
  @OptionalTimestamp() nextActionAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
}
