import { newId } from '../../platform/domain/id';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import type { UnusedFee, UnusedFeeReturn } from '../credit-notes';
import type { NewPeriod, PeriodEnd } from '../usage';
import { endOfPlan, isShared, startOfTurn } from './end-of-plan';
import {
  endedAt,
  inNextPeriod,
  onPlan,
  started,
  usagePeriod,
  type PlanInForce,
  type RunningSubscription,
  type ScheduledChange,
} from './running-subscription';
import type { SubscriptionTransitionKind } from './subscription-policies';
import {
  billsAtEnd,
  openingBill,
  unusedFee,
  type PlannedBill,
  type PlanPeriod,
  type PlanPeriodEnd,
} from './subscription.bills';
import { eventOf, periodEvents } from './subscription-event';
import type { SubscriptionEntity } from './subscription.entity';
import {
  SubscriptionCanceled,
  SubscriptionStarted,
  SubscriptionTerminated,
  SubscriptionTrialEnded,
} from './subscription.events';
import { isBeforeScheduledEnd, nextAction, type OnTerminationCreditNote } from './subscription.rules';

/** The plan and the customer's time zone, by which a transition is computed. */
export interface TransitionTerms {
  plan: PlanInForce;
  /** The customer's current time zone. */
  timezone: string;
}

export interface TransitionTime {
  /** The time for which the transition was scheduled, even if the job runs later. */
  at: Date;
  now: Date;
}

/** The changes that a transition makes to the usage of its subscription, in this order. */
export interface UsageChange {
  /** Ends the period early. */
  end?: PeriodEnd & { periodId: string };
  dates?: { startedAt: Date | null; endedAt: Date | null };
  open?: NewPeriod;
  /** ID of the period to close without a bill. */
  close?: string;
}

/** A transition of a subscription with everything that it changes, computed before anything is written. */
export interface PlannedTransition {
  kind: SubscriptionTransitionKind;
  at: Date;
  /** The row to write. */
  after: SubscriptionEntity;
  usage: UsageChange;
  /** The unused part of the prepaid fee, to credit before billing; null if there is none. */
  unusedFee: (UnusedFee & { returnAs: UnusedFeeReturn }) | null;
  bills: readonly PlannedBill[];
  /** Come before the events of the bills. */
  events: readonly DomainEvent[];
  /** Come after the events of the bills and of the credit. */
  lastEvents: readonly DomainEvent[];
}

const NOTHING_ELSE = { usage: {}, unusedFee: null, bills: [], events: [], lastEvents: [] } as const;

/**
 * Starts a pending subscription.
 *
 * @param time `at` is the start, or now if the start is in the past: periods before now are not billed.
 */
export function start(
  pending: SubscriptionEntity,
  { plan, timezone }: TransitionTerms,
  { at, now }: TransitionTime,
): PlannedTransition {
  const after = saved(started(pending, plan.version, { at, timezone, usagePeriodId: newId() }), now);
  const { startedAt, trialEndedAt } = after;
  return {
    ...NOTHING_ELSE,
    kind: 'start',
    at,
    after,
    usage: { dates: { startedAt, endedAt: null }, open: { period: usagePeriod(after) } },
    bills: openingBills({ subscription: after, plan }, at),
    events: [
      eventOf(SubscriptionStarted, after),
      ...(trialEndedAt === null ? [] : [eventOf(SubscriptionTrialEnded, after)]),
    ],
  };
}

export function endTrial(
  running: RunningSubscription,
  { plan }: TransitionTerms,
  { at, now }: TransitionTime,
): PlannedTransition {
  const after = saved({ ...running, trialEndedAt: at }, now);
  const bills = openingBills({ subscription: after, plan }, at);
  const events = [eventOf(SubscriptionTrialEnded, after)];
  return { ...NOTHING_ELSE, kind: 'end_trial', at, after, bills, events };
}

/** Ends a billing period and begins the next one of the same plan. */
export function renew(
  running: RunningSubscription,
  { plan, timezone }: TransitionTerms,
  { at, now }: TransitionTime,
): PlannedTransition {
  const next = inNextPeriod(running, plan.version, { at, timezone, usagePeriodId: newId() });
  const end: PlanPeriodEnd = { at, reason: 'completed' };
  return beginNext({ subscription: running, plan }, end, { subscription: saved(next, now), plan });
}

/**
 * Changes the plan now or at the end of the period.
 *
 * @param scheduled the change that is scheduled afterwards
 */
export function changePlan(
  running: RunningSubscription,
  { plan: old, timezone }: TransitionTerms,
  { plan, scheduled }: { plan: PlanInForce; scheduled: ScheduledChange },
  { at, now }: TransitionTime,
): PlannedTransition {
  const changed = onPlan(running, plan.version, { at, timezone, usagePeriodId: newId() });
  const next = { subscription: saved({ ...changed, ...scheduled }, now), plan };
  return beginNext({ subscription: running, plan: old }, { at, reason: 'upgraded' }, next);
}

/**
 * Terminates the subscription, by request or because `ending_at` was reached. Creates a last invoice unless
 * `on_termination_action` is `skip`.
 */
export function terminate(
  running: RunningSubscription,
  { plan }: TransitionTerms,
  { at, now }: TransitionTime,
  creditNote: OnTerminationCreditNote = 'offset',
): PlannedTransition {
  const { trialEndsAt, trialEndedAt } = running;
  const inTrial = trialEndsAt !== null && trialEndedAt === null;
  const before = inTrial ? { ...running, trialEndedAt: trialEndsAt < at ? trialEndsAt : at } : running;
  const ended: SubscriptionEntity = { ...before, status: 'terminated', terminatedAt: at, ...endedAt(at) };
  const after = saved(ended, now);
  const isBilled = running.onTerminationAction === 'generate_invoice';
  return {
    ...finish({ subscription: running, plan }, at, { isBilled, creditNote }),
    kind: 'terminate',
    after,
    events: inTrial ? [eventOf(SubscriptionTrialEnded, { ...before, updatedAt: now })] : [],
    lastEvents: [eventOf(SubscriptionTerminated, after)],
  };
}

/** Carries out a scheduled cancellation. A trial that ends at the same instant ends first, but brings no fee. */
export function cancel(
  running: RunningSubscription,
  { plan }: TransitionTerms,
  { at, now }: TransitionTime,
): PlannedTransition {
  const endsTrial = running.trialEndedAt === null && running.trialEndsAt?.getTime() === at.getTime();
  const before = endsTrial ? { ...running, trialEndedAt: at } : running;
  const after = saved<SubscriptionEntity>({ ...before, status: 'canceled', ...endedAt(at) }, now);
  return {
    ...finish({ subscription: running, plan }, at, { isBilled: true, creditNote: 'offset' }),
    kind: 'cancel',
    after,
    events: [
      ...(endsTrial ? [eventOf(SubscriptionTrialEnded, { ...before, updatedAt: now })] : []),
      eventOf(SubscriptionCanceled, after),
    ],
    lastEvents: [],
  };
}

/** Returns the row to write, with the time of its next action. A billing error ends when no action is due. */
export function saved<S extends SubscriptionEntity>(subscription: S, now: Date): S {
  const actionAt = nextAction(subscription)?.at ?? null;
  const billingError = actionAt !== null && actionAt <= now ? subscription.billingError : null;
  const nextActionAt = billingError === null ? actionAt : new Date(billingError.nextRetryAt);
  return { ...subscription, billingError, nextActionAt, updatedAt: now };
}

/** Bills the ended period and begins the next one. Its events are in the order of the event catalogue. */
function beginNext(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod): PlannedTransition {
  const { usagePeriodId: periodId } = ended.subscription;
  const begun = isShared(ended, end, next) ? periodId : startOfTurn(ended, end, next);
  const isCompleted = end.reason === 'completed';
  return {
    ...NOTHING_ELSE,
    kind: isCompleted ? 'renew' : 'change_plan',
    at: end.at,
    after: next.subscription,
    usage: {
      ...(!isCompleted && { end: { periodId, ...endOfPlan(ended, end, next) } }),
      open: { period: usagePeriod(next.subscription), begun },
    },
    unusedFee: creditOf(ended, end, 'offset'),
    bills: billsAtEnd(ended, end, next),
    events: periodEvents(ended.subscription, next.subscription),
  };
}

function finish(
  ended: PlanPeriod,
  at: Date,
  { isBilled, creditNote }: { isBilled: boolean; creditNote: OnTerminationCreditNote },
): Pick<PlannedTransition, 'at' | 'usage' | 'unusedFee' | 'bills'> {
  const { subscription } = ended;
  const { startedAt, usagePeriodId: periodId } = subscription;
  const end: PlanPeriodEnd = { at, reason: 'terminated' };
  const countsUsageAtEnd = isBeforeScheduledEnd(subscription, at);
  const usage: UsageChange = {
    ...(at < usagePeriod(subscription).to && { end: { periodId, at, last: true, countsUsageAtEnd } }),
    dates: { startedAt, endedAt: at },
    ...(!isBilled && { close: periodId }),
  };
  const bills = isBilled ? billsAtEnd(ended, end, null) : [];
  return { at, usage, unusedFee: creditOf(ended, end, creditNote), bills };
}

function creditOf(
  ended: PlanPeriod,
  end: PlanPeriodEnd,
  creditNote: OnTerminationCreditNote,
): PlannedTransition['unusedFee'] {
  const unused = unusedFee(ended, end);
  return unused === null || creditNote === 'skip' ? null : { ...unused, returnAs: creditNote };
}

function openingBills(planPeriod: PlanPeriod, at: Date): PlannedBill[] {
  const bill = openingBill(planPeriod, at);
  return bill === null ? [] : [bill];
}
