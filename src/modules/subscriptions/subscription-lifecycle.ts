import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UsageMeter } from '../usage';
import { endOfPlan, isShared, startOfTurn } from './end-of-plan';
import {
  NO_CHANGE,
  asRunning,
  endedAt,
  inNextPeriod,
  onPlan,
  started,
  usagePeriod,
  type PlanInForce,
  type RunningSubscription,
  type ScheduledChange,
} from './running-subscription';
import { SubscriptionBilling } from './subscription-billing';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionTransitionKind } from './subscription-policies';
import { billsAtEnd, openingBill, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';
import { eventOf, periodEvents } from './subscription-event';
import type { SubscriptionEntity } from './subscription.entity';
import {
  SubscriptionCanceled,
  SubscriptionStarted,
  SubscriptionTerminated,
  SubscriptionTrialEnded,
} from './subscription.events';
import {
  isBeforeScheduledEnd,
  nextAction,
  scheduledEndOf,
  type DueAction,
  type OnTerminationCreditNote,
} from './subscription.rules';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Transitions } from './transitions';

/** Returns the events to append when the subscription has ended. */
type EventsOf = (ended: SubscriptionEntity) => DomainEvent[];

/**
 * Performs the transitions of a subscription, whose row the caller's transaction has locked. `at` is the time
 * for which a transition was scheduled, even if the job runs later.
 */
@Injectable()
export class SubscriptionLifecycle {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly plans: SubscriptionPlans,
    private readonly billing: SubscriptionBilling,
    private readonly meter: UsageMeter,
    private readonly transitions: Transitions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Performs a due action, which clears an earlier failure. */
  act(tx: Transaction, due: SubscriptionEntity, { kind, at }: DueAction): Promise<SubscriptionEntity> {
    const subscription = { ...due, billingError: null };
    switch (kind) {
      case 'start':
        return this.start(tx, subscription, at);
      case 'cancel':
        return this.cancel(tx, asRunning(subscription), at);
      case 'end_trial':
        return this.endTrial(tx, asRunning(subscription), at);
      case 'end_period':
        return this.endPeriod(tx, asRunning(subscription), at);
      case 'terminate':
        return this.terminate(tx, asRunning(subscription), at);
    }
  }

  /**
   * Starts a pending subscription.
   *
   * @param at the start, or now if the start is in the past: periods before now are not billed.
   */
  async start(tx: Transaction, pending: SubscriptionEntity, at: Date): Promise<SubscriptionEntity> {
    const plan = await this.plans.of(tx, pending);
    const timezone = await this.plans.timezoneOf(tx, pending);
    const row = started(pending, plan.version, { at, timezone, usagePeriodId: newId() });
    const { organizationId, id, startedAt } = row;
    await this.meter.setDates(tx, organizationId, id, { startedAt, endedAt: null });
    await this.meter.openPeriod(tx, organizationId, usagePeriod(row));
    const subscription = await this.save(tx, row);
    const trialIsOver = subscription.trialEndedAt !== null;
    await this.transitions.record(tx, [
      eventOf(SubscriptionStarted, subscription),
      ...(trialIsOver ? [eventOf(SubscriptionTrialEnded, subscription)] : []),
    ]);
    return this.billOpening(tx, 'start', { subscription, plan }, at);
  }

  private async endTrial(
    tx: Transaction,
    running: RunningSubscription,
    at: Date,
  ): Promise<SubscriptionEntity> {
    const plan = await this.plans.of(tx, running);
    const subscription = await this.save(tx, { ...running, trialEndedAt: at });
    await this.transitions.record(tx, [eventOf(SubscriptionTrialEnded, subscription)]);
    return this.billOpening(tx, 'end_trial', { subscription, plan }, at);
  }

  private async endPeriod(
    tx: Transaction,
    running: RunningSubscription,
    at: Date,
  ): Promise<SubscriptionEntity> {
    const nextPlan = await this.plans.nextOf(tx, running);
    if (nextPlan !== null) return this.changePlan(tx, running, nextPlan, at);
    const ended: PlanPeriod = { subscription: running, plan: await this.plans.of(tx, running) };
    const timezone = await this.plans.timezoneOf(tx, running);
    const next = inNextPeriod(running, ended.plan.version, { at, timezone, usagePeriodId: newId() });
    return this.beginNextPeriod(
      tx,
      ended,
      { at, reason: 'completed' },
      { subscription: next, plan: ended.plan },
    );
  }

  /**
   * Changes the plan at `at`, which is now or the end of the period.
   *
   * @param scheduled the change that is scheduled afterwards
   */
  async changePlan(
    tx: Transaction,
    running: RunningSubscription,
    plan: PlanInForce,
    at: Date,
    scheduled: ScheduledChange = NO_CHANGE,
  ): Promise<SubscriptionEntity> {
    const ended: PlanPeriod = { subscription: running, plan: await this.plans.of(tx, running) };
    const timezone = await this.plans.timezoneOf(tx, running);
    const changed = onPlan(running, plan.version, { at, timezone, usagePeriodId: newId() });
    const next = { ...changed, ...scheduled };
    return this.beginNextPeriod(tx, ended, { at, reason: 'upgraded' }, { subscription: next, plan });
  }

  /**
   * Terminates the subscription, by request or because `ending_at` was reached. Creates a last invoice unless
   * `on_termination_action` is `skip`.
   */
  async terminate(
    tx: Transaction,
    running: RunningSubscription,
    at: Date,
    creditNote: OnTerminationCreditNote = 'offset',
  ): Promise<SubscriptionEntity> {
    const { trialEndsAt, trialEndedAt } = running;
    const inTrial = trialEndsAt !== null && trialEndedAt === null;
    const before = inTrial ? { ...running, trialEndedAt: earlier(trialEndsAt, at) } : running;
    const after: RunningSubscription = { ...before, status: 'terminated', terminatedAt: at };
    return this.finish(tx, running, after, at, {
      bills: running.onTerminationAction === 'generate_invoice',
      creditNote,
      first: ({ updatedAt }) => (inTrial ? [eventOf(SubscriptionTrialEnded, { ...before, updatedAt })] : []),
      last: (ended) => [eventOf(SubscriptionTerminated, ended)],
    });
  }

  /** Saves a cancellation that is scheduled for `cancelsAt`. */
  async scheduleCancellation(
    tx: Transaction,
    canceled: SubscriptionEntity,
    now: Date,
  ): Promise<SubscriptionEntity> {
    const saved = await this.save(tx, canceled);
    await this.meter.setScheduledEnd(tx, saved.organizationId, saved.id, scheduledEndOf(saved));
    await this.transitions.complete(tx, 'schedule_cancellation', saved, now);
    return saved;
  }

  /** Cancels a subscription that has never started, so there is nothing to bill. */
  async cancelPending(tx: Transaction, pending: SubscriptionEntity, now: Date): Promise<SubscriptionEntity> {
    const subscription = await this.save(tx, { ...pending, status: 'canceled' });
    await this.transitions.record(tx, [eventOf(SubscriptionCanceled, subscription)]);
    await this.transitions.complete(tx, 'cancel', subscription, now);
    return subscription;
  }

  /** Carries out a scheduled cancellation. A trial that ends at the same instant ends first, but brings no fee. */
  private cancel(tx: Transaction, running: RunningSubscription, at: Date): Promise<SubscriptionEntity> {
    const endsTrial = running.trialEndedAt === null && running.trialEndsAt?.getTime() === at.getTime();
    const before = endsTrial ? { ...running, trialEndedAt: at } : running;
    const after: RunningSubscription = { ...before, status: 'canceled' };
    const first = (ended: SubscriptionEntity): DomainEvent[] => [
      ...(endsTrial ? [eventOf(SubscriptionTrialEnded, { ...before, updatedAt: ended.updatedAt })] : []),
      eventOf(SubscriptionCanceled, ended),
    ];
    return this.finish(tx, running, after, at, { bills: true, creditNote: 'offset', first, last: () => [] });
  }

  private async finish(
    tx: Transaction,
    running: RunningSubscription,
    after: RunningSubscription,
    at: Date,
    how: { bills: boolean; creditNote: OnTerminationCreditNote; first: EventsOf; last: EventsOf },
  ): Promise<SubscriptionEntity> {
    const { organizationId, id, startedAt, usagePeriodId } = running;
    const ended: PlanPeriod = { subscription: running, plan: await this.plans.of(tx, running) };
    const end: PlanPeriodEnd = { at, reason: 'terminated' };
    // Lock order: invoices (to credit them) before metered subscriptions, as in finalization.
    const credits = await this.billing.creditUnused(tx, ended, end, how.creditNote);
    if (at < usagePeriod(running).to) {
      const countsUsageAtEnd = isBeforeScheduledEnd(running, at);
      await this.meter.endPeriod(tx, organizationId, usagePeriodId, { at, last: true, countsUsageAtEnd });
    }
    await this.meter.setDates(tx, organizationId, id, { startedAt, endedAt: at });
    const saved = await this.save(tx, { ...after, ...endedAt(at) });
    await this.transitions.record(tx, how.first(saved));
    if (how.bills) await this.billing.bill(tx, billsAtEnd(ended, end, null));
    else await this.meter.closePeriod(tx, organizationId, usagePeriodId);
    await this.transitions.record(tx, [...credits, ...how.last(saved)]);
    await this.transitions.complete(tx, after.status === 'canceled' ? 'cancel' : 'terminate', saved, at);
    return saved;
  }

  /** Bills the ended period and begins the next one. Appends events in the order of the event catalogue. */
  private async beginNextPeriod(
    tx: Transaction,
    ended: PlanPeriod,
    end: PlanPeriodEnd,
    next: PlanPeriod,
  ): Promise<SubscriptionEntity> {
    const { organizationId, usagePeriodId } = ended.subscription;
    // Before the metered subscription is locked: the same lock order as in `finish`.
    const credits = await this.billing.creditUnused(tx, ended, end);
    if (end.reason !== 'completed') {
      await this.meter.endPeriod(tx, organizationId, usagePeriodId, endOfPlan(ended, end, next));
    }
    const begun = isShared(ended, end, next) ? usagePeriodId : startOfTurn(ended, end, next);
    // Before billing, so that usage reported concurrently finds a period.
    await this.meter.openPeriod(tx, organizationId, usagePeriod(next.subscription), begun);
    const subscription = await this.save(tx, next.subscription);
    await this.transitions.record(tx, periodEvents(ended.subscription, subscription));
    const bills = billsAtEnd(ended, end, { subscription, plan: next.plan });
    const advanceFeeId = await this.billing.bill(tx, bills);
    await this.transitions.record(tx, credits);
    const kind = end.reason === 'completed' ? 'renew' : 'change_plan';
    return this.complete(tx, kind, subscription, end.at, advanceFeeId);
  }

  private async billOpening(
    tx: Transaction,
    kind: 'start' | 'end_trial',
    planPeriod: PlanPeriod,
    at: Date,
  ): Promise<SubscriptionEntity> {
    const bill = openingBill(planPeriod, at);
    const advanceFeeId = bill === null ? null : await this.billing.bill(tx, [bill]);
    return this.complete(tx, kind, planPeriod.subscription, at, advanceFeeId);
  }

  /** Keeps the fee that was paid in advance, if any, and lets policies react. */
  private async complete(
    tx: Transaction,
    kind: SubscriptionTransitionKind,
    begun: RunningSubscription,
    at: Date,
    advanceFeeId: string | null,
  ): Promise<SubscriptionEntity> {
    const subscription = advanceFeeId === null ? begun : await this.save(tx, { ...begun, advanceFeeId });
    await this.transitions.complete(tx, kind, subscription, at);
    return subscription;
  }

  /** Moves the scheduled end in the usage, and the end of the usage period to where that moves the billing period. */
  async moveEnd(tx: Transaction, subscription: SubscriptionEntity): Promise<void> {
    const { organizationId, status } = subscription;
    await this.meter.setScheduledEnd(tx, organizationId, subscription.id, scheduledEndOf(subscription));
    if (status !== 'active') return;
    const { id, to } = usagePeriod(asRunning(subscription));
    await this.meter.moveEnd(tx, organizationId, id, to);
  }

  /** Updates the row and recomputes the time of its next action. A billing error ends when no action is due. */
  async save<S extends SubscriptionEntity>(tx: Transaction, subscription: S): Promise<S> {
    const now = this.clock.now();
    const actionAt = nextAction(subscription)?.at ?? null;
    const billingError = actionAt !== null && actionAt <= now ? subscription.billingError : null;
    const nextActionAt = billingError === null ? actionAt : new Date(billingError.nextRetryAt);
    const saved: S = { ...subscription, billingError, nextActionAt, updatedAt: now };
    await this.repository.update(tx, saved);
    return saved;
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
