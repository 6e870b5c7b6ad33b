import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import { UsageMeter } from '../../events';
import { SubscriptionBilling } from '../bills/subscription-billing';
import { SubscriptionPolicies } from '../subscription-policies';
import { SubscriptionTermsReader, type SubscriptionTerms } from '../subscription-terms';
import { toSubscriptionResponse } from '../subscription.dto';
import type { SubscriptionEntity } from '../subscription.entity';
import { SubscriptionCreated } from '../subscription.events';
import { nextAction, type OnTerminationCreditNote } from '../subscription.rules';
import { SubscriptionsRepository } from '../subscriptions.repository';
import { periodContaining } from '../periods';
import { asRunning, ruleOf, usagePeriodOf, type PlanInForce } from './running-subscription';
import * as transitions from './transitions';
import type { Transition, TransitionTime } from './transitions';

/**
 * Carries out transitions of subscriptions, whose customers and rows the caller has locked. Those of one batch share
 * their statements (docs/decisions.md#billing-engine).
 */
@Injectable()
export class SubscriptionLifecycle {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly terms: SubscriptionTermsReader,
    private readonly billing: SubscriptionBilling,
    private readonly meter: UsageMeter,
    private readonly outbox: Outbox,
    private readonly policies: SubscriptionPolicies,
  ) {}

  /** Writes a new, pending subscription. @throws ConflictError when the external id is taken. */
  async create(tx: Transaction, pending: SubscriptionEntity): Promise<void> {
    const { organizationId, id, externalId, customerId } = pending;
    await this.repository.insert(tx, pending);
    await this.meter.register(tx, organizationId, {
      id,
      externalId,
      customerId,
      startedAt: null,
      endedAt: null,
    });
    await this.append(tx, [transitions.eventOf(SubscriptionCreated, pending)]);
  }

  /** Does the next due action of each subscription; they belong to one organization and are billed in this order. */
  async act(tx: Transaction, due: readonly SubscriptionEntity[], now: Date): Promise<void> {
    const [first] = due;
    if (first === undefined) return;
    const { organizationId } = first;
    const terms = await this.terms.ofAll(tx, organizationId, due);
    const planned: Transition[] = [];
    for (const subscription of due) {
      const own = terms.get(subscription.id);
      if (own !== undefined) planned.push(...(await this.planDue(tx, subscription, own, now)));
    }
    await this.carryOut(tx, organizationId, planned);
  }

  /** Starts a pending subscription. `at` is the start or, if that lies in the past, now. */
  async start(
    tx: Transaction,
    pending: SubscriptionEntity,
    at: Date,
    now: Date,
  ): Promise<SubscriptionEntity> {
    const terms = await this.terms.of(tx, pending);
    return this.carryOutOne(tx, transitions.start(pending, terms, timeOf(at, now)));
  }

  /** Puts an active subscription on another plan, now. */
  async changePlan(
    tx: Transaction,
    active: SubscriptionEntity,
    plan: PlanInForce,
    now: Date,
  ): Promise<SubscriptionEntity> {
    const terms = await this.terms.of(tx, active);
    return this.carryOutOne(tx, transitions.changePlan(asRunning(active), terms, plan, timeOf(now, now)));
  }

  /** Terminates an active subscription, now. */
  async terminate(
    tx: Transaction,
    active: SubscriptionEntity,
    now: Date,
    creditNote?: OnTerminationCreditNote,
  ): Promise<SubscriptionEntity> {
    const terms = await this.terms.of(tx, active);
    const transition = transitions.terminate(asRunning(active), terms, timeOf(now, now), creditNote);
    return this.carryOutOne(tx, transition);
  }

  /** Cancels a pending subscription, now. */
  cancelPending(tx: Transaction, pending: SubscriptionEntity, now: Date): Promise<SubscriptionEntity> {
    return this.carryOutOne(tx, transitions.cancelPending(pending, timeOf(now, now)));
  }

  /**
   * Writes a change that is no transition, and when the next action is due by it. The running billing period ends with the
   * subscription where a change of its end says so.
   */
  async save(
    tx: Transaction,
    before: SubscriptionEntity,
    changed: SubscriptionEntity,
    now: Date,
  ): Promise<SubscriptionEntity> {
    const nextActionAt = nextAction(changed)?.at ?? null;
    const saved = { ...changed, nextActionAt, updatedAt: now };
    if (saved.startedAt !== null) {
      const [was, is] = [usagePeriodOf(asRunning(before)), usagePeriodOf(asRunning(saved))];
      if (was.to.getTime() !== is.to.getTime()) await this.meter.movePeriodEnd(tx, saved.organizationId, is);
    }
    await this.repository.updateAll(tx, [saved]);
    return saved;
  }

  /** Schedules the cancellation of an active subscription for the end of the billing period that contains `now`. */
  async scheduleCancellation(
    tx: Transaction,
    active: SubscriptionEntity,
    now: Date,
  ): Promise<SubscriptionEntity> {
    const running = asRunning(active);
    const runningTo = usagePeriodOf(running).to;
    const { plan, timezone } = await this.terms.of(tx, active);
    // The running period is over while the subscription cannot be billed.
    const cancelsAt =
      runningTo > now ? runningTo : periodContaining(ruleOf(active, plan.version, timezone), now).to;
    return this.save(tx, active, { ...active, canceledAt: now, cancelsAt }, now);
  }

  private async planDue(
    tx: Transaction,
    subscription: SubscriptionEntity,
    terms: SubscriptionTerms,
    now: Date,
  ): Promise<Transition[]> {
    const action = nextAction(subscription);
    if (action === null || action.at > now) return [];
    const time = timeOf(action.at, now);
    switch (action.kind) {
      case 'start':
        return [transitions.start(subscription, terms, time)];
      case 'end_trial':
        return [transitions.endTrial(asRunning(subscription), terms, time)];
      case 'terminate':
        return [transitions.terminate(asRunning(subscription), terms, time)];
      case 'cancel':
        return [transitions.cancel(asRunning(subscription), terms, time)];
      case 'end_period':
        return [await this.planPeriodEnd(tx, subscription, terms, time)];
    }
  }

  private async planPeriodEnd(
    tx: Transaction,
    subscription: SubscriptionEntity,
    terms: SubscriptionTerms,
    time: TransitionTime,
  ): Promise<Transition> {
    const running = asRunning(subscription);
    const { organizationId, nextPlanId } = running;
    if (nextPlanId === null) return transitions.renew(running, terms, time);
    const plan = await this.terms.currentPlan(tx, organizationId, nextPlanId);
    return transitions.changePlan(running, terms, plan, time);
  }

  private async carryOutOne(tx: Transaction, transition: Transition): Promise<SubscriptionEntity> {
    const [after] = await this.carryOut(tx, transition.after.organizationId, [transition]);
    if (after === undefined) throw new Error('A transition leaves a subscription');
    return after;
  }

  /** Writes transitions with their bills and events. Returns the rows that they leave. */
  private async carryOut(
    tx: Transaction,
    organizationId: string,
    planned: readonly Transition[],
  ): Promise<SubscriptionEntity[]> {
    // Lock order: invoices, for credit, before metered subscriptions, as in finalization.
    const credits = await this.billing.creditUnused(tx, organizationId, planned);
    await this.changeUsage(tx, organizationId, planned);
    await this.repository.updateAll(
      tx,
      planned.map((it) => it.after),
    );
    await this.append(
      tx,
      planned.flatMap((it) => it.events),
    );
    const { advanceFees, skippedPeriods } = await this.billing.bill(tx, planned);
    const closed = planned.flatMap(({ usage }) => usage.close ?? []);
    await this.meter.closePeriods(tx, organizationId, [...closed, ...skippedPeriods]);
    const after = planned.map((it) => withAdvanceFee(it.after, advanceFees));
    await this.repository.updateAll(
      tx,
      after.filter(({ id }) => advanceFees.has(id)),
    );
    await this.append(tx, [...credits, ...planned.flatMap((it) => it.lastEvents)]);
    for (const [index, { kind, at }] of planned.entries()) {
      const subscription = after[index];
      if (subscription !== undefined) await this.react(tx, subscription, kind, at);
    }
    return after;
  }

  /** Opens periods before anything is billed, so that usage that arrives meanwhile falls into one. */
  private async changeUsage(
    tx: Transaction,
    organizationId: string,
    planned: readonly Transition[],
  ): Promise<void> {
    const ends = planned.flatMap(({ usage }) => usage.end ?? []);
    if (ends.length > 0) await this.meter.endPeriods(tx, organizationId, ends);
    for (const { after, usage } of planned) {
      if (usage.dates !== undefined) await this.meter.setDates(tx, organizationId, after.id, usage.dates);
    }
    await this.meter.openPeriods(
      tx,
      organizationId,
      planned.flatMap(({ usage }) => usage.open ?? []),
    );
  }

  private async react(
    tx: Transaction,
    after: SubscriptionEntity,
    kind: Transition['kind'],
    at: Date,
  ): Promise<void> {
    const { organizationId } = after;
    const transition = { kind, organizationId, subscription: toSubscriptionResponse(after), at };
    await this.append(tx, await this.policies.react(tx, transition));
  }

  private async append(tx: Transaction, events: readonly DomainEvent[]): Promise<void> {
    if (events.length > 0) await this.outbox.append(tx, ...events);
  }
}

function timeOf(at: Date, now: Date): TransitionTime {
  return { at, now, usagePeriodId: newId() };
}

function withAdvanceFee(
  subscription: SubscriptionEntity,
  advanceFees: ReadonlyMap<string, string>,
): SubscriptionEntity {
  const advanceFeeId = advanceFees.get(subscription.id);
  return advanceFeeId === undefined ? subscription : { ...subscription, advanceFeeId };
}
