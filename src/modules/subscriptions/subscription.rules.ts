import { localDayOf } from '../../platform/calendar';
import type { FieldError } from '../../platform/errors/app-error';
import type { PlanInterval } from '../plans';
import { yearlyAmount } from './periods';

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled', 'terminated'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const TERMINATION_ACTIONS = ['generate_invoice', 'skip'] as const;
export type OnTerminationAction = (typeof TERMINATION_ACTIONS)[number];

/** How a termination credits the unused part of a prepaid fee; `skip` creates no credit note. */
export const TERMINATION_CREDIT_NOTES = ['offset', 'refund', 'credit', 'skip'] as const;
export type OnTerminationCreditNote = (typeof TERMINATION_CREDIT_NOTES)[number];

/** Requested transitions between statuses (docs/billing-rules.md). */
export type SubscriptionMove = 'start' | 'cancel' | 'terminate';

/** Canceling an active subscription only schedules this transition. */
export const MOVES: Readonly<
  Record<SubscriptionStatus, Readonly<Partial<Record<SubscriptionMove, SubscriptionStatus>>>>
> = {
  pending: { start: 'active', cancel: 'canceled' },
  active: { cancel: 'canceled', terminate: 'terminated' },
  canceled: {},
  terminated: {},
};

/** Returns the resulting status; null if the transition is not allowed. */
export function moveTo(status: SubscriptionStatus, move: SubscriptionMove): SubscriptionStatus | null {
  return MOVES[status][move] ?? null;
}

/** Returns whether the subscription is neither canceled nor terminated, and can therefore still change. */
export function isOpen(status: SubscriptionStatus): boolean {
  return Object.keys(MOVES[status]).length > 0;
}

/** The fields that determine the next action. */
export interface Schedule {
  status: SubscriptionStatus;
  subscriptionAt: Date;
  trialEndsAt: Date | null;
  trialEndedAt: Date | null;
  endingAt: Date | null;
  canceledAt: Date | null;
  cancelsAt: Date | null;
  periodTo: Date | null;
  usageFrom: Date | null;
  timezone: string | null;
}

/** The schedule of a subscription that has started, and therefore has a billing period. */
export type RunningSchedule = Schedule & { periodTo: Date; usageFrom: Date; timezone: string };

/** `at` is the scheduled time, which may be in the future. */
export interface DueAction {
  kind: 'start' | 'terminate' | 'cancel' | 'end_trial' | 'end_period';
  at: Date;
}

/**
 * Returns the next action; null after the end. If several are due at the same time, the end of the
 * subscription comes first, so that a trial that ends with it starts no fee. The end of a trial comes before
 * the end of the period, because it affects what is billed for the period.
 */
export function nextAction(subscription: Schedule): DueAction | null {
  const { status, subscriptionAt, trialEndsAt, trialEndedAt, endingAt } = subscription;
  if (status === 'pending') return { kind: 'start', at: subscriptionAt };
  if (status !== 'active') return null;
  const candidates: [DueAction['kind'], Date | null][] = [
    ['terminate', endingAt],
    ['cancel', cancellationAt(subscription)],
    ['end_trial', trialEndedAt === null ? trialEndsAt : null],
    ['end_period', hasStarted(subscription) ? periodEndOf(subscription) : null],
  ];
  const actions = candidates.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]));
  return actions.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** Returns the next action if it is due; null otherwise. */
export function dueAction(subscription: Schedule, now: Date): DueAction | null {
  const action = nextAction(subscription);
  return action !== null && action.at <= now ? action : null;
}

/**
 * Returns when the current period ends. If the subscription ends on the local day on which the next period would
 * begin, the current period is extended to that end (docs/billing-rules.md#end-date). After a plan change in a new
 * time zone, the period of the new plan may have ended before the change; it then ends at once.
 */
export function periodEndOf(subscription: RunningSchedule): Date {
  const { periodTo, usageFrom } = subscription;
  const end = scheduledEndOf(subscription);
  if (end !== null && isOnNextDay(subscription, end)) return end;
  return periodTo > usageFrom ? periodTo : usageFrom;
}

/** Returns whether the instant is on the day to which the current period is extended. */
export function isExtendedAt(subscription: RunningSchedule, at: Date): boolean {
  return at >= subscription.periodTo && at < periodEndOf(subscription);
}

/** Returns when the subscription ends, by `ending_at` or by a scheduled cancellation; null for never. */
export function scheduledEndOf(subscription: Schedule): Date | null {
  const cancelsAt = cancellationAt(subscription);
  const { endingAt } = subscription;
  return endingAt === null || (cancelsAt !== null && cancelsAt < endingAt) ? cancelsAt : endingAt;
}

/** Returns whether the subscription would go on after the instant: then only a request can end it there. */
export function isBeforeScheduledEnd(subscription: Schedule, at: Date): boolean {
  const end = scheduledEndOf(subscription);
  return end === null || at < end;
}

/**
 * Returns when a scheduled cancellation takes effect, which a plan change does not move; null if none is scheduled
 * (docs/billing-rules.md#scheduled-cancellation).
 */
export function cancellationAt({
  canceledAt,
  cancelsAt,
  periodTo,
}: Pick<Schedule, 'canceledAt' | 'cancelsAt' | 'periodTo'>): Date | null {
  if (canceledAt === null) return null;
  // A previous release that still runs stores only the request.
  return cancelsAt ?? periodTo;
}

/** Returns whether the instant is on the day after the last day of the period, but not its first instant. */
function isOnNextDay({ periodTo, timezone }: RunningSchedule, at: Date): boolean {
  return at > periodTo && localDayOf(at, timezone) === localDayOf(periodTo, timezone);
}

function hasStarted(subscription: Schedule): subscription is RunningSchedule {
  return subscription.periodTo !== null;
}

/** The fields that determine whether a plan change is an upgrade. */
export interface Price {
  interval: PlanInterval;
  amountCents: bigint;
}

/**
 * Returns `upgrade` if the new plan costs at least as much per year, or else `downgrade`. An upgrade takes
 * effect immediately, a downgrade at the end of the period.
 */
export function kindOfChange(before: Price, after: Price): 'upgrade' | 'downgrade' {
  const [old, next] = [before, after].map((it) => yearlyAmount(it.interval, it.amountCents)) as [
    bigint,
    bigint,
  ];
  return next >= old ? 'upgrade' : 'downgrade';
}

/** The scheduled and the actual end of a trial, and when it began if that was not with the subscription. */
export interface Trial {
  trialEndsAt: Date | null;
  trialEndedAt: Date | null;
  trialBeganAt: Date | null;
}

/**
 * Returns the trial after a plan change at `at`. A trial counts from the start of the subscription, so it may
 * continue under the new plan. A trial that has ended does not restart.
 *
 * @param planned result of `trialEnd` for the new plan; null if that plan has no trial
 */
export function trialAfterChange(
  { trialEndsAt, trialEndedAt, trialBeganAt }: Trial,
  planned: Date | null,
  at: Date,
): Trial {
  // Copy only these fields: callers pass a whole subscription and spread the result over a changed one.
  if (trialEndedAt !== null) return { trialEndsAt, trialEndedAt, trialBeganAt };
  if (planned !== null && planned > at) {
    return {
      trialEndsAt: planned,
      trialEndedAt: null,
      trialBeganAt: trialEndsAt === null ? at : trialBeganAt,
    };
  }
  if (trialEndsAt === null) return { trialEndsAt: null, trialEndedAt: null, trialBeganAt };
  return { trialEndsAt: at, trialEndedAt: at, trialBeganAt };
}

/** Dates outside this range are most likely typing errors. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');
const TOO_LATE = new Date('2100-01-01T00:00:00Z');

/** Validates the start and end dates of a subscription. */
export function dateProblems(
  { subscriptionAt, endingAt }: { subscriptionAt: Date; endingAt: Date | null },
  now: Date,
): FieldError[] {
  const problems: FieldError[] = [];
  if (subscriptionAt < EARLIEST || subscriptionAt >= TOO_LATE) {
    const message = 'subscription_at must be between the years 2000 and 2099.';
    problems.push({ field: 'subscription_at', code: 'out_of_range', message });
  }
  if (endingAt !== null && (endingAt <= subscriptionAt || endingAt <= now)) {
    const message = 'ending_at must be in the future and after subscription_at.';
    problems.push({ field: 'ending_at', code: 'out_of_range', message });
  } else if (endingAt !== null && endingAt >= TOO_LATE) {
    const message = 'ending_at must not be after the year 2099; null means that the subscription never ends.';
    problems.push({ field: 'ending_at', code: 'out_of_range', message });
  }
  return problems;
}
