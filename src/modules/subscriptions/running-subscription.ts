import { localDayOf, startOfLocalDay, trialEnd } from '../../platform/calendar';
import type { UsagePeriod } from '../events';
import type { PlanVersion } from '../plans';
import { periodContaining, type Period, type PeriodRule } from './periods';
import type { SubscriptionEntity } from './subscription.entity';
import { trialAfterChange } from './subscription.rules';

/** A plan as a subscription is billed by it: one version, with the name that the bill shows. */
export interface PlanInForce {
  name: string;
  version: PlanVersion;
}

/** A subscription that has started: it has a period. */
export interface RunningSubscription extends SubscriptionEntity {
  startedAt: Date;
  segmentStartedAt: Date;
  periodFrom: Date;
  periodTo: Date;
  timezone: string;
  usagePeriodId: string;
  usageFrom: Date;
}

/** Where and when a period begins. */
export interface Beginning {
  at: Date;
  /** The customer's, now. */
  timezone: string;
  /** Id of the new usage period. */
  usagePeriodId: string;
}

/** No two time zones show local times further apart. */
const WIDEST_SHIFT_MS = 26 * 3_600_000;

/** @throws Error before the start: its caller has asked for the status. */
export function asRunning(subscription: SubscriptionEntity): RunningSubscription {
  if (subscription.startedAt === null) throw new Error(`Subscription ${subscription.id} has not started`);
  return subscription as RunningSubscription;
}

/** The subscription as it starts. `at` is the start or, for one in the past, now: that period is the first. */
export function started(
  subscription: SubscriptionEntity,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: Beginning,
): RunningSubscription {
  const { subscriptionAt: startedAt } = subscription;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), at);
  const trialEndsAt = trialEnd(startedAt, version.trialPeriodDays, timezone);
  const trialEndedAt = trialEndsAt !== null && trialEndsAt <= at ? trialEndsAt : null;
  const life = {
    status: 'active',
    startedAt,
    segmentStartedAt: startedAt,
    trialEndsAt,
    trialEndedAt,
  } as const;
  const period = { periodFrom: from, periodTo: to, timezone };
  return { ...subscription, ...life, ...period, usagePeriodId, usageFrom: later(from, startedAt) };
}

/** The subscription in the period that begins at `at`, which ends the one before: at its end, or early. */
export function inNextPeriod(
  subscription: RunningSubscription,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: Beginning,
): RunningSubscription {
  // After a move to another time zone the old period's end lies beside the new zone's boundary, even before
  // it: the period that is meant is the one that is just beginning there, not the one that is just over.
  const moved = timezone !== subscription.timezone && at >= subscription.periodTo;
  const inside = moved ? new Date(at.getTime() + WIDEST_SHIFT_MS) : at;
  const { from, to } = periodContaining(ruleOf(subscription, version, timezone), inside);
  const period = { periodFrom: from, periodTo: to, timezone, usagePeriodId, usageFrom: at };
  return { ...subscription, ...period, advanceFeeId: null };
}

/** The subscription on another plan from `at` on, in the new plan's period that contains `at`. */
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
    segmentStartedAt: at,
  };
}

/** What decides where the periods of the subscription begin, under a version of a plan. */
export function ruleOf(
  { billingTime, subscriptionAt }: SubscriptionEntity,
  { interval }: PlanVersion,
  timezone: string,
): PeriodRule {
  return { interval, billingTime, anchor: subscriptionAt, timezone };
}

/**
 * The period that is running, or ran last, as it is shown: from the start of the day on which the present
 * plan took over at the earliest, to the end of the subscription at the latest.
 */
export function shownPeriod(subscription: RunningSubscription, endedAt = subscription.endedAt): Period {
  const { periodFrom, periodTo, usageFrom, segmentStartedAt, timezone } = subscription;
  const firstDay = startOfLocalDay(localDayOf(segmentStartedAt, timezone), timezone);
  // Later periods follow on the one before, also where a move to another time zone has shifted the boundary.
  const from = usageFrom > segmentStartedAt ? usageFrom : later(periodFrom, firstDay);
  const to = endedAt === null || endedAt > periodTo ? periodTo : endedAt;
  return { from, to: later(to, from) };
}

/** The window in which the usage of the running period counts. */
export function usageWindow(subscription: RunningSubscription): UsagePeriod {
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
