import { isDeepStrictEqual } from 'node:util';
import {
  countLocalDays,
  formatDate,
  localDayOf,
  parseDate,
  startOfLocalDay,
  trialEnd,
  type LocalDay,
} from '../../platform/calendar';
import type { UsagePeriod } from '../usage';
import type { PlanVersion } from '../plans';
import { localDays, periodContaining, periodOfDay, type Period, type PeriodRule } from './periods';
import { priceInForce } from './price-in-force';
import type { SubscriptionEntity } from './subscription.entity';
import { cancellationAt, isExtendedAt, periodEndOf, trialAfterChange } from './subscription.rules';

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

/** The plan version that a subscription changes to at the end of its period. */
export type ScheduledChange = Pick<SubscriptionEntity, 'nextPlanId' | 'nextPlanVersionId'>;

export const NO_CHANGE: ScheduledChange = { nextPlanId: null, nextPlanVersionId: null };

export interface Beginning {
  at: Date;
  /** The customer's current time zone. */
  timezone: string;
  /** ID for the usage period of the new period. */
  usagePeriodId: string;
}

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
  const anchorDay = formatDate(localDayOf(startedAt, timezone));
  const { from, to } = periodContaining(ruleOf({ ...subscription, anchorDay }, version, timezone), at);
  const trialEndsAt = trialEnd(startedAt, version.trialPeriodDays, timezone);
  const trialEndedAt = trialEndsAt !== null && trialEndsAt <= at ? trialEndsAt : null;
  const start = {
    status: 'active',
    startedAt,
    anchorDay,
    planStartedAt: startedAt,
    trialEndsAt,
    trialEndedAt,
  } as const;
  const usageFrom = later(from, startedAt);
  const firstDay = formatDate(localDayOf(usageFrom, timezone));
  const period = { periodFrom: from, periodTo: to, timezone, firstDay };
  return { ...subscription, ...start, ...period, usagePeriodId, usageFrom };
}

/**
 * Returns the subscription in the period that begins at `at`, where the previous period ended. It begins with
 * the day after the last billed one, even if `at` falls on another day in a new time zone: every local day is
 * billed once (docs/billing-rules.md#time-zone-changes).
 */
export function inNextPeriod(
  subscription: RunningSubscription,
  version: PlanVersion,
  { at, timezone, usagePeriodId }: Beginning,
): RunningSubscription {
  const day = dayAfterLastBilled(subscription, at);
  const anchorDay = formatDate(anchorDayOf(subscription, subscription.timezone));
  const { from, to } = periodOfDay(ruleOf({ ...subscription, anchorDay }, version, timezone), day);
  const firstDay = formatDate(day);
  const period = {
    periodFrom: from,
    periodTo: to,
    timezone,
    anchorDay,
    firstDay,
    usagePeriodId,
    usageFrom: at,
  };
  return { ...subscription, ...period, advanceFeeId: null };
}

/**
 * Returns the subscription after a change to this plan version, in the period that contains `at`. On the day to which a
 * period is extended, no period begins: the new plan takes over the running one.
 */
export function onPlan(
  subscription: RunningSubscription,
  version: PlanVersion,
  beginning: Beginning,
): RunningSubscription {
  const { at, timezone } = beginning;
  const planned = trialEnd(subscription.startedAt, version.trialPeriodDays, timezone);
  return {
    ...(isExtendedAt(subscription, at)
      ? onLastDay(subscription, beginning)
      : inNextPeriod(subscription, version, beginning)),
    ...trialAfterChange(subscription, planned, at),
    ...priceInForce(version),
    previousPlanId: subscription.planId,
    ...NO_CHANGE,
    cancelsAt: cancellationAt(subscription),
    planStartedAt: at,
  };
}

/** Returns the subscription on the day to which its period is extended, which keeps its time zone. */
function onLastDay(subscription: RunningSubscription, { at, usagePeriodId }: Beginning): RunningSubscription {
  const { periodTo, timezone } = subscription;
  const firstDay = formatDate(localDayOf(periodTo, timezone));
  return { ...subscription, firstDay, usagePeriodId, usageFrom: at, advanceFeeId: null };
}

/** Returns the columns that change whenever a subscription ends. */
export function endedAt(at: Date) {
  return { ...NO_CHANGE, endedAt: at, advanceFeeId: null, billingError: null };
}

/** Returns the inputs that determine the billing periods under this plan version. */
export function ruleOf(
  subscription: SubscriptionEntity,
  { interval }: Pick<PlanVersion, 'interval'>,
  timezone: string,
): PeriodRule {
  const { billingTime } = subscription;
  return { interval, billingTime, anchor: anchorDayOf(subscription, timezone), timezone };
}

/** Returns the first billed day of the current period, apart from a trial. */
export function firstDayOf({ firstDay, periodFrom, planStartedAt, timezone }: RunningSubscription): LocalDay {
  if (firstDay !== null) return parseDate(firstDay);
  return localDayOf(later(periodFrom, planStartedAt), timezone);
}

/** Returns how many days of the current period belong to earlier plans of the subscription. */
export function earlierDaysOf(subscription: RunningSubscription): number {
  return countLocalDays(begunOn(subscription), firstDayOf(subscription), subscription.timezone);
}

/** Returns how many of these days bring a fee: days of a trial, which may have come with one of these plans, do not. */
export function earlierFeeDaysOf(subscription: RunningSubscription): number {
  const { trialEndsAt, trialEndedAt, trialBeganAt, timezone } = subscription;
  const days = earlierDaysOf(subscription);
  const endsAt = trialEndedAt ?? trialEndsAt;
  if (endsAt === null) return days;
  const begun = begunOn(subscription);
  const first = trialBeganAt === null ? begun : Math.max(begun, localDayOf(trialBeganAt, timezone));
  const end = Math.min(localDayOf(endsAt, timezone), firstDayOf(subscription));
  return days - countLocalDays(first, end, timezone);
}

/** Returns the first day of the current period on which the subscription ran, maybe under an earlier plan. */
function begunOn(subscription: RunningSubscription): LocalDay {
  const { periodFrom, timezone } = subscription;
  return Math.max(localDayOf(periodFrom, timezone), anchorDayOf(subscription, timezone));
}

/**
 * Returns the whole period that the price of the plan is for: the current one, unless the plan took over on the day to
 * which that is extended. Then it is the period of the plan that contains the day before.
 */
export function pricedPeriod(subscription: RunningSubscription): Period {
  const { periodFrom, periodTo, planInterval: interval, timezone } = subscription;
  if (!tookOverOnLastDay(subscription)) return { from: periodFrom, to: periodTo };
  return periodOfDay(ruleOf(subscription, { interval }, timezone), localDayOf(periodTo, timezone) - 1);
}

/** Returns whether the plan took over on the day to which the current period is extended. */
export function tookOverOnLastDay({ planStartedAt, periodTo }: RunningSubscription): boolean {
  return planStartedAt >= periodTo;
}

/**
 * Returns whether a plan change continues the billing period of the plan before: it has the same days, maybe in another
 * time zone.
 */
export function continuesPeriod(before: RunningSubscription, after: RunningSubscription): boolean {
  const [one, other] = [before, after].map((subscription) => {
    const { from, to } = pricedPeriod(subscription);
    return [from, to].map((it) => localDayOf(it, subscription.timezone));
  });
  return isDeepStrictEqual(one, other);
}

/**
 * Returns the billing period as the API shows it; after the end, the last one. It begins no earlier than the
 * day on which the plan took over, and ends no later than the subscription.
 */
export function shownPeriod(subscription: RunningSubscription, endedAt = subscription.endedAt): Period {
  const { usageFrom, planStartedAt, timezone } = subscription;
  const periodTo = periodEndOf(subscription);
  const firstDay = startOfLocalDay(firstDayOf(subscription), timezone);
  // Except for the first of a plan, a period begins where the previous one ended, even if a change to the time
  // zone moved the boundary.
  const from = usageFrom > planStartedAt ? usageFrom : earlier(usageFrom, firstDay);
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
    to: periodEndOf(subscription),
    whole: pricedPeriod(subscription),
    timezone: subscription.timezone,
    firstDay: subscription.firstDay,
    daysLeft: daysLeftOf(subscription),
  };
}

/** Returns how many days of the current period earlier plans of the subscription have not billed. */
export function daysLeftOf(subscription: RunningSubscription): number {
  const { periodFrom, periodTo, timezone } = subscription;
  return localDays(periodFrom, periodTo, timezone) - earlierDaysOf(subscription);
}

/** Returns the day that follows the days that the period and plan that end at `at` are billed for. */
function dayAfterLastBilled(subscription: RunningSubscription, at: Date): LocalDay {
  const { periodTo, timezone } = subscription;
  // Also in a period that was extended to the end of the subscription
  if (at >= periodTo) return localDayOf(periodTo, timezone);
  return Math.max(firstDayOf(subscription), localDayOf(at, timezone));
}

/**
 * The anchor keeps its date when the time zone changes: otherwise the change would shift all later periods.
 */
function anchorDayOf({ anchorDay, subscriptionAt }: SubscriptionEntity, timezone: string): LocalDay {
  return anchorDay === null ? localDayOf(subscriptionAt, timezone) : parseDate(anchorDay);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
