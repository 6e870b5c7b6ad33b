import { localDayOf, startOfLocalDay, trialEnd } from '../../platform/calendar';
import type { UsagePeriod } from '../events';
import type { PlanVersion } from '../plans';
import { periodContaining, type Period, type PeriodRule } from './periods';
import type { SubscriptionEntity } from './subscription.entity';
import { trialAfterChange } from './subscription.rules';

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

/** The start of a period and its time zone. */
export interface Beginning {
  at: Date;
  /** The customer's current time zone. */
  timezone: string;
  /** Id of the new period's usage period. */
  usagePeriodId: string;
}

/** Largest difference between the local times of two zones. */
const WIDEST_SHIFT_MS = 26 * 3_600_000;

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
  { at, timezone, usagePeriodId }: Beginning,
): RunningSubscription {
  const { subscriptionAt: startedAt } = subscription;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), at);
  const trialEndsAt = trialEnd(startedAt, version.trialPeriodDays, timezone);
  const trialEndedAt = trialEndsAt !== null && trialEndsAt <= at ? trialEndsAt : null;
  const start = {
    status: 'active',
    startedAt,
    planStartedAt: startedAt,
    trialEndsAt,
    trialEndedAt,
  } as const;
  const period = { periodFrom: from, periodTo: to, timezone };
  return { ...subscription, ...start, ...period, usagePeriodId, usageFrom: later(from, startedAt) };
}

/** Returns the subscription in the period that begins at `at`, where the previous one ends, on time or early. */
export function inNextPeriod(
  subscription: RunningSubscription,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: Beginning,
): RunningSubscription {
  // After a change of the time zone, the old period's end is near a boundary of the new zone, on either side. Look
  // inside the period that begins there, not at the one that ends.
  const moved = timezone !== subscription.timezone && at >= subscription.periodTo;
  const inside = moved ? new Date(at.getTime() + WIDEST_SHIFT_MS) : at;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), inside);
  const period = { periodFrom: from, periodTo: to, timezone, usagePeriodId, usageFrom: at };
  return { ...subscription, ...period, advanceFeeId: null };
}

/** Returns the subscription on another plan from `at` on, in the new plan's period that contains `at`. */
export function onPlan(
  subscription: RunningSubscription,
  version: PlanVersion,
  beginning: Beginning,
): RunningSubscription {
  const { at, timezone } = beginning;
  const planned = trialEnd(subscription.startedAt, version.trialPeriodDays, timezone);
  return {
    ...inNextPeriod(subscription, version, beginning),
    ...trialAfterChange(subscription, planned, at),
    planId: version.planId,
    planVersionId: version.id,
    previousPlanId: subscription.planId,
    nextPlanId: null,
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
 * Returns the current or last billing period as the API shows it: not before the start of the day on which the plan
 * took over, not after the end of the subscription.
 */
export function shownPeriod(subscription: RunningSubscription, endedAt = subscription.endedAt): Period {
  const { periodFrom, periodTo, usageFrom, planStartedAt, timezone } = subscription;
  const firstDay = startOfLocalDay(localDayOf(planStartedAt, timezone), timezone);
  // Later periods begin where the previous one ended, also after a change of the time zone shifted the boundary.
  const from = usageFrom > planStartedAt ? usageFrom : later(periodFrom, firstDay);
  const to = endedAt === null || endedAt > periodTo ? periodTo : endedAt;
  return { from, to: later(to, from) };
}

/** Returns the usage period of the current billing period. */
export function usagePeriod(subscription: RunningSubscription): UsagePeriod {
  return {
    id: subscription.usagePeriodId,
    subscriptionId: subscription.id,
    planVersionId: subscription.planVersionId,
    from: subscription.usageFrom,
    to: subscription.periodTo,
  };
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
