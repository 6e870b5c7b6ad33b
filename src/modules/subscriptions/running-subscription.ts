import { localDayOf, startOfLocalDay, trialEnd } from '../../platform/calendar';
import type { UsagePeriod } from '../usage';
import type { PlanVersion } from '../plans';
import { periodContaining, type Period, type PeriodRule } from './periods';
import type { SubscriptionEntity } from './subscription.entity';
import { trialAfterChange } from './subscription.rules';

/** A plan version, with the plan name to show on invoices. */
export interface PlanInForce {
  name: string;
  version: PlanVersion;
}

/** A subscription that has started and therefore has a billing period. */
export interface RunningSubscription extends SubscriptionEntity {
  startedAt: Date;
  planStartedAt: Date;
  periodFrom: Date;
  periodTo: Date;
  timezone: string;
  usagePeriodId: string;
  usageFrom: Date;
}

export interface Beginning {
  at: Date;
  /** The customer's current time zone. */
  timezone: string;
  /** ID for the usage period of the new period. */
  usagePeriodId: string;
}

/** Maximum difference between the local times of two zones, in ms. */
const WIDEST_SHIFT_MS = 26 * 3_600_000;

/**
 * Narrows the type.
 *
 * @throws Error if the subscription has not started; callers must check the status first.
 */
export function asRunning(subscription: SubscriptionEntity): RunningSubscription {
  if (subscription.startedAt === null) throw new Error(`Subscription ${subscription.id} has not started`);
  return subscription as RunningSubscription;
}

/**
 * Returns the subscription after its start. Does not save it.
 *
 * @param at the start of the subscription, or now if that is in the past. The first period is the one that
 * contains it.
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

/** Returns the subscription in the period that begins at `at`, where the previous period ended. */
export function inNextPeriod(
  subscription: RunningSubscription,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: Beginning,
): RunningSubscription {
  // After a change to the time zone, the old period ends shortly before or after a period boundary of the new
  // zone. Pick an instant well inside the next period, so as not to find the old period again.
  const moved = timezone !== subscription.timezone && at >= subscription.periodTo;
  const inside = moved ? new Date(at.getTime() + WIDEST_SHIFT_MS) : at;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), inside);
  const period = { periodFrom: from, periodTo: to, timezone, usagePeriodId, usageFrom: at };
  return { ...subscription, ...period, advanceFeeId: null };
}

/** Returns the subscription after a change to this plan version, in the period that contains `at`. */
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

/** Returns the inputs that determine the billing periods under this plan version. */
export function ruleOf(
  { billingTime, subscriptionAt }: SubscriptionEntity,
  { interval }: PlanVersion,
  timezone: string,
): PeriodRule {
  return { interval, billingTime, anchor: subscriptionAt, timezone };
}

/**
 * Returns the billing period as the API shows it; after the end, the last one. It begins no earlier than the
 * day on which the plan took over, and ends no later than the subscription.
 */
export function shownPeriod(subscription: RunningSubscription, endedAt = subscription.endedAt): Period {
  const { periodFrom, periodTo, usageFrom, planStartedAt, timezone } = subscription;
  const firstDay = startOfLocalDay(localDayOf(planStartedAt, timezone), timezone);
  // Except for the first, a period begins where the previous one ended, even if a change to the time zone
  // moved the boundary.
  const from = usageFrom > planStartedAt ? usageFrom : later(periodFrom, firstDay);
  const to = endedAt === null || endedAt > periodTo ? periodTo : endedAt;
  return { from, to: later(to, from) };
}

/** Returns the usage period that belongs to the current billing period. */
export function usagePeriod(subscription: RunningSubscription): UsagePeriod {
  return {
    id: subscription.usagePeriodId,
    subscriptionId: subscription.id,
    planVersionId: subscription.planVersionId,
    from: subscription.usageFrom,
    to: subscription.periodTo,
    whole: { from: subscription.periodFrom, to: subscription.periodTo },
    timezone: subscription.timezone,
  };
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
