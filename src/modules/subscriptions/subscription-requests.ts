import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { PlanChanges } from './plan-changes';
import { asRunning } from './running-subscription';
import { SubscriptionClock } from './subscription-clock';
import type { SubscriptionChanges } from './subscription-input';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionEntity } from './subscription.entity';
import {
  dateProblems,
  isOpen,
  moveTo,
  type OnTerminationAction,
  type OnTerminationCreditNote,
  type SubscriptionMove,
} from './subscription.rules';
import { Transitions } from './transitions';

/**
 * Changes subscriptions by request, unless a policy vetoes it (docs/extending.md#subscription-policies). Every change
 * first processes the due actions of the subscription. While they fail, only changes are possible that need no bill.
 */
@Injectable()
export class SubscriptionRequests {
  constructor(
    private readonly clock: SubscriptionClock,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly plans: SubscriptionPlans,
    private readonly planChanges: PlanChanges,
    private readonly transitions: Transitions,
  ) {}

  /**
   * Applies changes; a no-op if nothing changes.
   *
   * @throws NotFoundError
   * @throws InvalidStateError if the subscription has ended.
   * @throws ValidationFailedError for an invalid end date, an unknown plan, or a plan in another currency.
   */
  async update(
    organizationId: string,
    id: string,
    changes: SubscriptionChanges,
    precondition: Precondition<SubscriptionEntity> = NO_PRECONDITION,
  ): Promise<SubscriptionEntity> {
    const isRenamed = changes.planId === undefined && changes.endingAt === undefined;
    const isPossible = ({ status }: SubscriptionEntity): boolean => isRenamed || status === 'pending';
    const work = async (tx: Transaction, before: SubscriptionEntity, now: Date) => {
      precondition.assertMet(before);
      if (!isOpen(before.status)) throw hasEnded(before);
      const { planId, ...terms } = changes;
      const after: SubscriptionEntity = { ...before, ...terms };
      const keepsEnd = after.endingAt?.getTime() === before.endingAt?.getTime();
      if (!keepsEnd) await this.assertEnd(tx, before, after, now);
      const changed = planId === undefined ? after : await this.planChanges.change(tx, after, planId, now);
      if (isDeepStrictEqual(before, changed)) return before;
      const saved = changed === after ? await this.lifecycle.save(tx, after) : changed;
      // Last, because of the lock order: a plan change may lock invoices.
      await this.lifecycle.moveEnd(tx, saved);
      if (!keepsEnd) await this.transitions.complete(tx, 'change_end', saved, now);
      return this.clock.reread(tx, saved);
    };
    return this.clock.afterChange(await this.clock.upToDate(organizationId, id, work, isPossible));
  }

  /** Starts a pending subscription now, regardless of its start date. */
  activate(organizationId: string, id: string): Promise<SubscriptionEntity> {
    return this.clock.upToDate(organizationId, id, async (tx, subscription, now) => {
      assertMove(subscription, 'start');
      await this.transitions.assertAllowed(tx, 'start', subscription);
      return this.lifecycle.start(tx, { ...subscription, subscriptionAt: now }, now);
    });
  }

  /**
   * Cancels a pending subscription immediately. Schedules the cancellation of an active one for the end of the billing
   * period that contains now.
   */
  cancel(organizationId: string, id: string): Promise<SubscriptionEntity> {
    const work = async (tx: Transaction, subscription: SubscriptionEntity, now: Date) => {
      assertMove(subscription, 'cancel');
      if (subscription.canceledAt !== null) throw alreadyCanceled(subscription);
      const canceled = { ...subscription, canceledAt: now };
      if (subscription.status === 'pending') {
        await this.transitions.assertAllowed(tx, 'cancel', subscription, { endsAt: now });
        return this.lifecycle.cancelPending(tx, canceled, now);
      }
      const cancelsAt = await this.plans.endOfPeriodAt(tx, asRunning(subscription), now);
      await this.transitions.assertAllowed(tx, 'cancel', subscription, { endsAt: cancelsAt });
      return this.lifecycle.scheduleCancellation(tx, { ...canceled, cancelsAt }, now);
    };
    return this.clock.upToDate(organizationId, id, work, () => true);
  }

  /** @throws InvalidStateError if no cancellation is scheduled */
  async withdrawCancellation(organizationId: string, id: string): Promise<SubscriptionEntity> {
    const work = async (tx: Transaction, subscription: SubscriptionEntity, now: Date) => {
      if (subscription.status !== 'active' || subscription.canceledAt === null) {
        throw new InvalidStateError('The subscription has no scheduled cancellation.');
      }
      await this.transitions.assertAllowed(tx, 'withdraw_cancellation', subscription);
      const kept = await this.lifecycle.save(tx, { ...subscription, canceledAt: null, cancelsAt: null });
      await this.lifecycle.moveEnd(tx, kept);
      await this.transitions.complete(tx, 'withdraw_cancellation', kept, now);
      return kept;
    };
    return this.clock.afterChange(await this.clock.upToDate(organizationId, id, work, () => true));
  }

  /**
   * Terminates an active subscription now.
   *
   * @param action overrides `on_termination_action` of the subscription. `skip` also ends one that cannot be billed.
   * @throws BillingFailedError
   */
  terminate(
    organizationId: string,
    id: string,
    action?: OnTerminationAction,
    creditNote?: OnTerminationCreditNote,
  ): Promise<SubscriptionEntity> {
    const actionOf = (subscription: SubscriptionEntity) => action ?? subscription.onTerminationAction;
    const work = async (tx: Transaction, subscription: SubscriptionEntity, now: Date) => {
      assertMove(subscription, 'terminate');
      await this.transitions.assertAllowed(tx, 'terminate', subscription, { endsAt: now });
      const ended = { ...subscription, onTerminationAction: actionOf(subscription) };
      return this.lifecycle.terminate(tx, asRunning(ended), now, creditNote);
    };
    return this.clock.upToDate(organizationId, id, work, (it) => actionOf(it) === 'skip');
  }

  private async assertEnd(
    tx: Transaction,
    before: SubscriptionEntity,
    after: SubscriptionEntity,
    now: Date,
  ): Promise<void> {
    const problems = dateProblems(after, now);
    if (problems.length > 0) throw new ValidationFailedError(problems);
    await this.transitions.assertAllowed(tx, 'change_end', before, { endsAt: after.endingAt });
  }
}

/** @throws InvalidStateError with what is possible instead, if anything is */
function assertMove({ id, status }: SubscriptionEntity, move: SubscriptionMove): void {
  if (moveTo(status, move) !== null) return;
  const verb = { start: 'activated', cancel: 'canceled', terminate: 'terminated' }[move];
  const remedy = status === 'pending' ? ` Cancel it with POST /v1/subscriptions/${id}/cancel.` : '';
  throw new InvalidStateError(`The subscription is ${status}; it cannot be ${verb}.${remedy}`);
}

function alreadyCanceled({ id, cancelsAt }: SubscriptionEntity): InvalidStateError {
  const at = cancelsAt === null ? '' : ` at ${cancelsAt.toISOString()}`;
  return new InvalidStateError(
    `The subscription is already scheduled for cancellation${at}. ` +
      `To end it now, send DELETE /v1/subscriptions/${id}; to keep it, DELETE /v1/subscriptions/${id}/cancel.`,
  );
}

function hasEnded({ status }: SubscriptionEntity): InvalidStateError {
  return new InvalidStateError(
    `The subscription is ${status}; it cannot be changed. Create another with POST /v1/subscriptions.`,
  );
}
