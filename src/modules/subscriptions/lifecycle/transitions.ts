import type { DomainEvent, EventDefinition } from '../../../platform/outbox/event-catalogue';
import type { PeriodEnd, UsagePeriod } from '../../events';
import { carriedCharges } from '../bills/carried-charges';
import {
  billsAtEnd,
  openingBill,
  unusedFeeCents,
  type BilledSubscription,
  type PeriodEnding,
  type PlannedBill,
} from '../bills/planned-bills';
import type { UnusedFeeReturn } from '../../credit-notes';
import { toSubscriptionResponse, type SubscriptionDto } from '../subscription.dto';
import type { SubscriptionEntity } from '../subscription.entity';
import {
  SubscriptionCanceled,
  SubscriptionPlanChanged,
  SubscriptionStarted,
  SubscriptionTerminated,
  SubscriptionTrialEnded,
} from '../subscription.events';
import { nextAction, type OnTerminationCreditNote } from '../subscription.rules';
import type { SubscriptionTerms } from '../subscription-terms';
import type { TransitionKind } from '../subscription-policies';
import {
  inNextPeriod,
  onPlan,
  started,
  usagePeriodOf,
  type PlanInForce,
  type RunningSubscription,
} from './running-subscription';

/** When a transition takes effect by the calendar, and when it is carried out. */
export interface TransitionTime {
  readonly at: Date;
  readonly now: Date;
  /** Id for the usage period that begins, if one does. */
  readonly usagePeriodId: string;
}

/** What a transition does to the usage periods of its subscription. */
export interface UsageChange {
  /** Ends the period before its time. */
  readonly end?: PeriodEnd;
  /** When the subscription started and ended. */
  readonly dates?: { readonly startedAt: Date | null; readonly endedAt: Date | null };
  readonly open?: UsagePeriod;
  /** Closes the period without a bill. */
  readonly close?: string;
}

/** A step of a subscription with everything that it changes, computed before anything is written. */
export interface Transition {
  readonly kind: TransitionKind;
  readonly at: Date;
  /** The row to write. */
  readonly after: SubscriptionEntity;
  readonly usage: UsageChange;
  /** The part of a fee in advance to credit. */
  readonly unusedFee: {
    readonly feeId: string;
    readonly amountCents: bigint;
    readonly at: Date;
    readonly returnAs: UnusedFeeReturn;
  } | null;
  readonly bills: readonly PlannedBill[];
  /** Come before the events of the bills. */
  readonly events: readonly DomainEvent[];
  /** Come after all other events. */
  readonly lastEvents: readonly DomainEvent[];
}

const NOTHING_ELSE = { usage: {}, unusedFee: null, bills: [], events: [], lastEvents: [] } as const;

/** Starts a pending subscription. `at` is the start or, if that lies in the past, now: past periods are not billed. */
export function start(
  pending: SubscriptionEntity,
  { plan, timezone }: SubscriptionTerms,
  { at, now, usagePeriodId }: TransitionTime,
): Transition {
  const row = written(started(pending, plan.version, { at, timezone, usagePeriodId }), now);
  const trialIsOver = row.trialEndedAt !== null;
  return {
    ...NOTHING_ELSE,
    kind: 'start',
    at,
    after: row,
    usage: { dates: { startedAt: row.startedAt, endedAt: null }, open: usagePeriodOf(row) },
    bills: openingBills({ subscription: row, plan }, at),
    events: [
      eventOf(SubscriptionStarted, row),
      ...(trialIsOver ? [eventOf(SubscriptionTrialEnded, row)] : []),
    ],
  };
}

export function endTrial(
  running: RunningSubscription,
  { plan }: SubscriptionTerms,
  { at, now }: TransitionTime,
): Transition {
  const row = written({ ...running, trialEndedAt: at }, now);
  const bills = openingBills({ subscription: row, plan }, at);
  const events = [eventOf(SubscriptionTrialEnded, row)];
  return { ...NOTHING_ELSE, kind: 'end_trial', at, after: row, bills, events };
}

/** Ends a billing period and begins the next one under the same plan. */
export function renew(
  running: RunningSubscription,
  terms: SubscriptionTerms,
  time: TransitionTime,
): Transition {
  const { plan, timezone } = terms;
  const next = inNextPeriod(running, plan.version, { ...time, timezone });
  const end: PeriodEnding = { at: time.at, reason: 'terminated' };
  return rollOver('renew', { subscription: running, plan }, end, { subscription: next, plan }, time);
}

/** Puts a subscription on another plan. */
export function changePlan(
  running: RunningSubscription,
  terms: SubscriptionTerms,
  plan: PlanInForce,
  time: TransitionTime,
): Transition {
  const { plan: previous, timezone } = terms;
  const next = onPlan(running, plan.version, { ...time, timezone });
  const before = { subscription: running, plan: previous };
  const end: PeriodEnding = { at: time.at, reason: 'upgraded' };
  return rollOver('change_plan', before, end, { subscription: next, plan }, time);
}

/** Ends a pending subscription, which has not started. */
export function cancelPending(pending: SubscriptionEntity, { at, now }: TransitionTime): Transition {
  const row = written({ ...pending, status: 'canceled' }, now);
  const usage = { dates: { startedAt: null, endedAt: at } };
  const events = [eventOf(SubscriptionCanceled, row)];
  return { ...NOTHING_ELSE, kind: 'cancel', at, after: row, usage, events };
}

/** Ends a subscription whose cancellation takes effect, with a last bill. */
export function cancel(
  running: RunningSubscription,
  terms: SubscriptionTerms,
  time: TransitionTime,
): Transition {
  const { at, now } = time;
  const { trialEndsAt, trialEndedAt } = running;
  const endsTrial = trialEndedAt === null && trialEndsAt?.getTime() === at.getTime();
  const before = endsTrial ? { ...running, trialEndedAt: at } : running;
  const row = written(withEnd({ ...before, status: 'canceled' }, at), now);
  const events = [
    ...(endsTrial ? [eventOf(SubscriptionTrialEnded, { ...before, updatedAt: now })] : []),
    eventOf(SubscriptionCanceled, row),
  ];
  return { ...endOf(running, terms, row, at, true), kind: 'cancel', events };
}

/** Ends a subscription by request or at its `ending_at`, with a last bill unless the subscription skips it. */
export function terminate(
  running: RunningSubscription,
  terms: SubscriptionTerms,
  { at, now }: TransitionTime,
  creditNote: OnTerminationCreditNote = 'offset',
): Transition {
  const inTrial = running.trialEndsAt !== null && running.trialEndedAt === null;
  const before = inTrial ? { ...running, trialEndedAt: at } : running;
  const row = written(withEnd({ ...before, status: 'terminated', terminatedAt: at }, at), now);
  const billed = running.onTerminationAction === 'generate_invoice';
  const end = endOf(running, terms, row, at, billed);
  const { unusedFee: unused } = end;
  return {
    ...end,
    kind: 'terminate',
    unusedFee: unused === null || creditNote === 'skip' ? null : { ...unused, returnAs: creditNote },
    events: inTrial ? [eventOf(SubscriptionTrialEnded, { ...before, updatedAt: now })] : [],
    lastEvents: [eventOf(SubscriptionTerminated, row)],
  };
}

/** Returns the row with the time of its next action and without a billing error. */
export function written<S extends SubscriptionEntity>(subscription: S, now: Date): S {
  const nextActionAt = nextAction(subscription)?.at ?? null;
  return { ...subscription, nextActionAt, billingError: null, updatedAt: now };
}

/** Returns an event about the subscription as it is now. */
export function eventOf(
  definition: EventDefinition<SubscriptionDto>,
  subscription: SubscriptionEntity,
): DomainEvent {
  const { organizationId, id: objectId } = subscription;
  return definition.of({ organizationId, objectId, object: toSubscriptionResponse(subscription) });
}

function rollOver(
  kind: TransitionKind,
  before: BilledSubscription,
  end: PeriodEnding,
  next: BilledSubscription,
  { at, now }: TransitionTime,
): Transition {
  const row = written(next.subscription, now);
  const { id: periodId, to: periodTo } = usagePeriodOf(before.subscription);
  const carried = carriedCharges(before.plan.version, next.plan.version);
  return {
    ...NOTHING_ELSE,
    kind,
    at,
    after: row,
    usage: {
      ...(at < periodTo ? { end: { periodId, at, last: false, carriedCharges: carried } } : {}),
      open: usagePeriodOf(row),
    },
    unusedFee: unusedFee(before, end),
    bills: billsAtEnd(before, end, { subscription: row, plan: next.plan }),
    events: rollOverEvents(before.subscription, row),
  };
}

function rollOverEvents(before: RunningSubscription, after: RunningSubscription): DomainEvent[] {
  const { trialEndsAt, trialEndedAt, updatedAt } = after;
  const trialEnded = before.trialEndedAt === null && trialEndedAt !== null;
  const onOldPlan = { ...before, trialEndsAt, trialEndedAt, updatedAt };
  return [
    ...(trialEnded ? [eventOf(SubscriptionTrialEnded, onOldPlan)] : []),
    ...(before.planVersionId === after.planVersionId ? [] : [eventOf(SubscriptionPlanChanged, after)]),
  ];
}

function endOf(
  running: RunningSubscription,
  { plan }: SubscriptionTerms,
  after: SubscriptionEntity,
  at: Date,
  isBilled: boolean,
): Omit<Transition, 'kind'> {
  const { startedAt, usagePeriodId } = running;
  const { to: periodTo } = usagePeriodOf(running);
  const before = { subscription: running, plan };
  const end: PeriodEnding = { at, reason: 'terminated' };
  return {
    ...NOTHING_ELSE,
    at,
    after,
    usage: {
      ...(at < periodTo ? { end: { periodId: usagePeriodId, at, last: true } } : {}),
      dates: { startedAt, endedAt: at },
      ...(isBilled ? {} : { close: usagePeriodId }),
    },
    unusedFee: unusedFee(before, end),
    bills: isBilled ? billsAtEnd(before, end, null) : [],
  };
}

function withEnd(running: RunningSubscription, at: Date): RunningSubscription {
  return { ...running, endedAt: at, nextPlanId: null, advanceFeeId: null };
}

function openingBills(billed: BilledSubscription, at: Date): PlannedBill[] {
  const bill = openingBill(billed, at);
  return bill === null ? [] : [bill];
}

function unusedFee(before: BilledSubscription, end: PeriodEnding): Transition['unusedFee'] {
  const { advanceFeeId: feeId } = before.subscription;
  const amountCents = unusedFeeCents(before, end);
  return feeId === null || amountCents === 0n ? null : { feeId, amountCents, at: end.at, returnAs: 'offset' };
}
