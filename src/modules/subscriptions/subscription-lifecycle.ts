import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { UsageMeter } from '../usage';
import * as planned from './planned-transition';
import type { PlannedTransition } from './planned-transition';
import {
  NO_CHANGE,
  asRunning,
  usagePeriod,
  type PlanInForce,
  type RunningSubscription,
  type ScheduledChange,
} from './running-subscription';
import { SubscriptionBilling } from './subscription-billing';
import { SubscriptionPlans, type SubscriptionPlansInForce } from './subscription-plans';
import { eventOf } from './subscription-event';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionCanceled } from './subscription.events';
import {
  dueAction,
  scheduledEndOf,
  type DueAction,
  type OnTerminationCreditNote,
} from './subscription.rules';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Transitions } from './transitions';

/**
 * Performs the transitions of subscriptions, whose customers and rows the caller's transaction has locked. Those of a
 * batch share their statements.
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

  /**
   * Performs the next due action of each subscription, which clears an earlier failure. The subscriptions belong to one
   * organization; they are billed in the given order.
   */
  async act(tx: Transaction, subscriptions: readonly SubscriptionEntity[], now: Date): Promise<void> {
    const [first] = subscriptions;
    if (first === undefined) return;
    const { organizationId } = first;
    const plans = await this.plans.ofAll(tx, organizationId, subscriptions);
    const due: PlannedTransition[] = [];
    for (const subscription of subscriptions) {
      const action = dueAction(subscription, now);
      const own = plans.get(subscription.id);
      // A previous release that still runs may have scheduled the next action too early.
      if (action === null || own === undefined) await this.save(tx, subscription);
      else due.push(plan({ ...subscription, billingError: null }, action, own, now));
    }
    await this.carryOut(tx, organizationId, due);
  }

  /**
   * Starts a pending subscription.
   *
   * @param at the start, or now if the start is in the past: periods before now are not billed.
   */
  async start(tx: Transaction, pending: SubscriptionEntity, at: Date): Promise<SubscriptionEntity> {
    const terms = await this.plans.termsOf(tx, pending);
    return this.carryOutOne(tx, planned.start(pending, terms, { at, now: this.clock.now() }));
  }

  /**
   * Changes the plan at `at`, which is now.
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
    const terms = await this.plans.termsOf(tx, running);
    const time = { at, now: this.clock.now() };
    return this.carryOutOne(tx, planned.changePlan(running, terms, { plan, scheduled }, time));
  }

  /** Terminates the subscription by request. */
  async terminate(
    tx: Transaction,
    running: RunningSubscription,
    at: Date,
    creditNote?: OnTerminationCreditNote,
  ): Promise<SubscriptionEntity> {
    const terms = await this.plans.termsOf(tx, running);
    const time = { at, now: this.clock.now() };
    return this.carryOutOne(tx, planned.terminate(running, terms, time, creditNote));
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
    const row = planned.saved(subscription, this.clock.now());
    await this.repository.updateAll(tx, [row]);
    return row;
  }

  private async carryOutOne(tx: Transaction, transition: PlannedTransition): Promise<SubscriptionEntity> {
    const [after] = await this.carryOut(tx, transition.after.organizationId, [transition]);
    if (after === undefined) throw new Error('A transition must return its subscription');
    return after;
  }

  private async carryOut(
    tx: Transaction,
    organizationId: string,
    transitions: readonly PlannedTransition[],
  ): Promise<SubscriptionEntity[]> {
    const after: SubscriptionEntity[] = [];
    for (const group of groupsOf(transitions)) {
      after.push(...(await this.carryOutTogether(tx, organizationId, group)));
    }
    return after;
  }

  private async carryOutTogether(
    tx: Transaction,
    organizationId: string,
    transitions: readonly PlannedTransition[],
  ): Promise<SubscriptionEntity[]> {
    // Lock order: invoices (to credit them) before metered subscriptions, as in finalization.
    const credits = await this.billing.creditUnused(tx, transitions);
    await this.changeUsage(tx, organizationId, transitions);
    await this.repository.updateAll(
      tx,
      transitions.map((it) => it.after),
    );
    await this.transitions.record(
      tx,
      transitions.flatMap((it) => it.events),
    );
    const { advanceFees, unbilledPeriods } = await this.billing.bill(tx, transitions);
    // Without an invoice, no later usage of the period can be billed.
    const closed = [...unbilledPeriods, ...transitions.flatMap(({ usage }) => usage.close ?? [])];
    await this.meter.closePeriods(tx, organizationId, closed);
    const last = transitions.flatMap((it, index) => [...(credits[index] ?? []), ...it.lastEvents]);
    await this.transitions.record(tx, last);
    const after = transitions.map((it) => withAdvanceFee(it.after, advanceFees));
    await this.repository.updateAll(
      tx,
      after.filter((it) => advanceFees.has(it.id)),
    );
    for (const [index, { kind, after: row, at }] of transitions.entries()) {
      await this.transitions.complete(tx, kind, after[index] ?? row, at);
    }
    return after;
  }

  /** Opens periods before anything is billed, so that usage reported concurrently finds a period. */
  private async changeUsage(
    tx: Transaction,
    organizationId: string,
    transitions: readonly PlannedTransition[],
  ): Promise<void> {
    for (const { after, usage } of transitions) {
      const { end, dates } = usage;
      if (end !== undefined) await this.meter.endPeriod(tx, organizationId, end.periodId, end);
      if (dates !== undefined) await this.meter.setDates(tx, organizationId, after.id, dates);
    }
    const opened = transitions.flatMap(({ usage }) => usage.open ?? []);
    await this.meter.openPeriods(tx, organizationId, opened);
  }
}

function plan(
  subscription: SubscriptionEntity,
  { kind, at }: DueAction,
  { next, ...terms }: SubscriptionPlansInForce,
  now: Date,
): PlannedTransition {
  const time = { at, now };
  switch (kind) {
    case 'start':
      return planned.start(subscription, terms, time);
    case 'cancel':
      return planned.cancel(asRunning(subscription), terms, time);
    case 'end_trial':
      return planned.endTrial(asRunning(subscription), terms, time);
    case 'terminate':
      return planned.terminate(asRunning(subscription), terms, time);
    case 'end_period': {
      const running = asRunning(subscription);
      if (next === null) return planned.renew(running, terms, time);
      return planned.changePlan(running, terms, { plan: next, scheduled: NO_CHANGE }, time);
    }
  }
}

/**
 * Splits transitions into groups that can share their statements. Credit for a prepaid fee is for this bill and later ones
 * of the customer, so it must not exist before the customer's earlier bills.
 */
function groupsOf(transitions: readonly PlannedTransition[]): PlannedTransition[][] {
  const groups: PlannedTransition[][] = [];
  for (const transition of transitions) {
    const group = groups.at(-1);
    const isBilled = group?.some((it) => it.after.customerId === transition.after.customerId) ?? false;
    if (group === undefined || (isBilled && transition.unusedFee !== null)) groups.push([transition]);
    else group.push(transition);
  }
  return groups;
}

function withAdvanceFee(
  subscription: SubscriptionEntity,
  advanceFees: ReadonlyMap<string, string>,
): SubscriptionEntity {
  const advanceFeeId = advanceFees.get(subscription.id);
  return advanceFeeId === undefined ? subscription : { ...subscription, advanceFeeId };
}
