import { localDayOf, startOfLocalDay, trialEnd } from '../../../platform/calendar';
import type { UsagePeriod } from '../../events';
import type { PlanVersion } from '../../plans';
import { periodContaining, type Period, type PeriodRule } from '../periods';
import type { SubscriptionEntity } from '../subscription.entity';
import { priceInForce } from './price-in-force';
import { cancellationAt, periodEndOf, trialAfterChange } from '../subscription.rules';

/** A plan version that a subscription is billed by, with the name that its invoices show. */
export interface PlanInForce {
  name: string;
  version: PlanVersion;
}

/** A subscription that has started, and so has a billing period. */
export interface RunningSubscription extends SubscriptionEntity {
  startedAt: Date;
  planStartedAt: Date;
  periodFrom: Date;
  periodTo: Date;
  timezone: string;
  usagePeriodId: string;
  usageFrom: Date;
}

/** How a billing period begins. */
export interface PeriodStart {
  at: Date;
  /** The customer's current time zone. */
  timezone: string;
  /** Id of the new period's usage period. */
  usagePeriodId: string;
}

/** The largest difference between two local times. */
const MAX_SHIFT_MS = 26 * 3_600_000;

/** @throws Error before the start; callers check the status first. */
export function asRunning(subscription: SubscriptionEntity): RunningSubscription {
  if (subscription.startedAt === null) throw new Error(`Subscription ${subscription.id} has not started`);
  return subscription as RunningSubscription;
}

/**
 * Returns the subscription as it starts.
 *
 * @param at the start or, if that lies in the past, now: the period that contains it is the first.
 */
export function started(
  subscription: SubscriptionEntity,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: PeriodStart,
): RunningSubscription {
  const { subscriptionAt: startedAt } = subscription;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), at);
  const trialEndsAt = trialEnd(startedAt, version.trialPeriodDays, timezone);
  const trialEndedAt = trialEndsAt !== null && trialEndsAt <= at ? trialEndsAt : null;
  const dates = { startedAt, planStartedAt: startedAt, trialEndsAt, trialEndedAt };
  const period = { periodFrom: from, periodTo: to, timezone };
  return {
    ...subscription,
    status: 'active',
    ...dates,
    ...period,
    usagePeriodId,
    usageFrom: later(from, startedAt),
  };
}

/** Returns the subscription in the period that begins at `at`, where the previous one ends, on time or early. */
export function inNextPeriod(
  subscription: RunningSubscription,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: PeriodStart,
): RunningSubscription {
  // After a change of the time zone, the old period's end is near a boundary of the new zone, on either side. Look inside
  // the period that begins there, not at the one that ends.
  const moved = timezone !== subscription.timezone && at >= subscription.periodTo;
  const inside = moved ? new Date(at.getTime() + MAX_SHIFT_MS) : at;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), inside);
  const period = { periodFrom: from, periodTo: to, timezone, usagePeriodId, usageFrom: at };
  return { ...subscription, ...period, advanceFeeId: null };
}

/** Returns the subscription on another plan from `at` on, in the new plan's period that contains `at`. */
export function onPlan(
  subscription: RunningSubscription,
  version: PlanVersion,
  start: PeriodStart,
): RunningSubscription {
  const { at, timezone } = start;
  const planned = trialEnd(subscription.startedAt, version.trialPeriodDays, timezone);
  return {
    ...inNextPeriod(subscription, version, start),
    ...trialAfterChange(subscription, planned, at),
    ...priceInForce(version),
    previousPlanId: subscription.planId,
    nextPlanId: null,
    cancelsAt: cancellationAt(subscription),
    planStartedAt: at,
  };
}

/** Returns the rule for the subscription's billing periods under a version of a plan. */
export function ruleOf(
  { billingTime, subscriptionAt }: SubscriptionEntity,
  { interval }: PlanVersion,
  timezone: string,
): PeriodRule {
  return { interval, billingTime, anchor: subscriptionAt, timezone };
}

/**
 * Returns the current or last billing period as the API shows it: not before the start of the day on which the plan took
 * over, not after the end of the subscription.
 */
export function shownPeriod(subscription: RunningSubscription, endedAt = subscription.endedAt): Period {
  const { periodFrom, usageFrom, planStartedAt, timezone } = subscription;
  const periodEnd = periodEndOf(subscription);
  const firstDay = startOfLocalDay(localDayOf(planStartedAt, timezone), timezone);
  // Later periods begin where the previous one ended, also after a change of the time zone shifted the boundary.
  const from = usageFrom > planStartedAt ? usageFrom : later(periodFrom, firstDay);
  const to = endedAt === null || endedAt > periodEnd ? periodEnd : endedAt;
  return { from, to: later(to, from) };
}

/** Returns the period in which usage counts towards the current billing period. */
export function usagePeriodOf(subscription: RunningSubscription): UsagePeriod {
  return {
    id: subscription.usagePeriodId,
    subscriptionId: subscription.id,
    planVersionId: subscription.planVersionId,
    from: subscription.usageFrom,
    to: periodEndOf(subscription),
    whole: { from: subscription.periodFrom, to: subscription.periodTo },
    timezone: subscription.timezone,
  };
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
