import type { FieldError } from '../../platform/errors/app-error';
import type { PlanInterval } from '../plans';
import { yearlyAmount } from './periods';

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled', 'terminated'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const TERMINATION_ACTIONS = ['generate_invoice', 'skip'] as const;
/** What happens to the last bill when a subscription is terminated. */
export type OnTerminationAction = (typeof TERMINATION_ACTIONS)[number];

/** What moves a subscription from one status to another (billing-rules.md, Subscriptions). */
export type SubscriptionMove = 'start' | 'cancel' | 'terminate';

/** The table of billing-rules.md. A cancellation of an active one is a mark that takes effect later. */
export const MOVES: Readonly<
  Record<SubscriptionStatus, Readonly<Partial<Record<SubscriptionMove, SubscriptionStatus>>>>
> = {
  pending: { start: 'active', cancel: 'canceled' },
  active: { cancel: 'canceled', terminate: 'terminated' },
  canceled: {},
  terminated: {},
};

/** Where the move leads, or null where it is not allowed. */
export function moveTo(status: SubscriptionStatus, move: SubscriptionMove): SubscriptionStatus | null {
  return MOVES[status][move] ?? null;
}

/** True while something can still change: neither canceled nor terminated. */
export function isOpen(status: SubscriptionStatus): boolean {
  return Object.keys(MOVES[status]).length > 0;
}

/** What decides when the clock must act. */
export interface Schedule {
  status: SubscriptionStatus;
  subscriptionAt: Date;
  trialEndsAt: Date | null;
  trialEndedAt: Date | null;
  endingAt: Date | null;
  periodTo: Date | null;
}

/** Something that the clock does, at its instant of the calendar. */
export interface DueAction {
  kind: 'start' | 'terminate' | 'end_trial' | 'end_period';
  at: Date;
}

/**
 * The next thing to happen; null once there is nothing left. At one and the same instant an end comes first:
 * a trial that ends with the subscription is cut by it and begins no fee. A trial comes before the end of its
 * period, whose bill must know of it.
 */
export function nextAction(subscription: Schedule): DueAction | null {
  const { status, subscriptionAt, trialEndsAt, trialEndedAt, endingAt, periodTo } = subscription;
  if (status === 'pending') return { kind: 'start', at: subscriptionAt };
  if (status !== 'active') return null;
  const candidates: [DueAction['kind'], Date | null][] = [
    ['terminate', endingAt],
    ['end_trial', trialEndedAt === null ? trialEndsAt : null],
    ['end_period', periodTo],
  ];
  const actions = candidates.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]));
  return actions.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** The price by which a change is an upgrade or a downgrade. */
export interface Price {
  interval: PlanInterval;
  amountCents: bigint;
}

/** An upgrade costs at least as much a year, and takes effect at once; a downgrade waits for the period's end. */
export function kindOfChange(before: Price, after: Price): 'upgrade' | 'downgrade' {
  const [old, next] = [before, after].map((it) => yearlyAmount(it.interval, it.amountCents)) as [
    bigint,
    bigint,
  ];
  return next >= old ? 'upgrade' : 'downgrade';
}

/** How a trial stands. */
export interface Trial {
  trialEndsAt: Date | null;
  trialEndedAt: Date | null;
}

/**
 * The trial after a plan change at `at`. It counts from the first start, so the new plan's may run on; one
 * that has ended does not come back.
 *
 * @param planned when the new plan's trial ends, from `trialEnd`; null if it has none.
 */
export function trialAfterChange(
  { trialEndsAt, trialEndedAt }: Trial,
  planned: Date | null,
  at: Date,
): Trial {
  // Never the argument itself: callers pass a whole subscription, and spread the answer over a changed one.
  if (trialEndedAt !== null) return { trialEndsAt, trialEndedAt };
  if (planned !== null && planned > at) return { trialEndsAt: planned, trialEndedAt: null };
  if (trialEndsAt === null) return { trialEndsAt: null, trialEndedAt: null };
  return { trialEndsAt: at, trialEndedAt: at };
}

/** Subscriptions start in this century: anything else is a slip of the keyboard. */
const EARLIEST_START = new Date('2000-01-01T00:00:00Z');
const LATEST_START = new Date('2100-01-01T00:00:00Z');

/** What is wrong with when a subscription is to start and to end. */
export function dateProblems(
  { subscriptionAt, endingAt }: { subscriptionAt: Date; endingAt: Date | null },
  now: Date,
): FieldError[] {
  const problems: FieldError[] = [];
  if (subscriptionAt < EARLIEST_START || subscriptionAt >= LATEST_START) {
    const message = 'subscription_at must lie between the years 2000 and 2099.';
    problems.push({ field: 'subscription_at', code: 'out_of_range', message });
  }
  if (endingAt !== null && (endingAt <= subscriptionAt || endingAt <= now)) {
    const message = 'ending_at must lie ahead, and after subscription_at.';
    problems.push({ field: 'ending_at', code: 'out_of_range', message });
  }
  return problems;
}
