import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { PlanChanges, type PlanChangePreview } from './plan-changes';
import { asRunning } from './running-subscription';
import { SubscriptionClock } from './subscription-clock';
import { SubscriptionCreation } from './subscription-creation';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import type { SubscriptionChanges, SubscriptionInput } from './subscription-input';
import type { SubscriptionEntity } from './subscription.entity';
import {
  dateProblems,
  isOpen,
  moveTo,
  type OnTerminationAction,
  type OnTerminationCreditNote,
  type SubscriptionMove,
} from './subscription.rules';
import { SubscriptionsRepository, type SubscriptionFilters } from './subscriptions.repository';

/**
 * Manages subscriptions (docs/billing-rules.md). Every change first processes the due actions of the
 * subscription. While they fail, only changes are possible that need no bill.
 */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly creation: SubscriptionCreation,
    private readonly clock: SubscriptionClock,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly planChanges: PlanChanges,
  ) {}

  create(organizationId: string, input: SubscriptionInput): Promise<SubscriptionEntity> {
    return this.transactions.runFor(organizationId, (tx) => this.creation.create(tx, organizationId, input));
  }

  list(
    organizationId: string,
    filters: SubscriptionFilters,
    query: PageQuery,
  ): Promise<Page<SubscriptionEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  /** @throws NotFoundError */
  async get(organizationId: string, id: string): Promise<SubscriptionEntity> {
    const subscription = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (subscription === null) throw new NotFoundError('subscription');
    return subscription;
  }

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
  ): Promise<SubscriptionEntity> {
    const isRenamed = changes.planId === undefined && changes.endingAt === undefined;
    const isPossible = ({ status }: SubscriptionEntity): boolean => isRenamed || status === 'pending';
    const work = async (tx: Transaction, before: SubscriptionEntity, now: Date) => {
      if (!isOpen(before.status)) throw hasEnded(before);
      const { planId, ...terms } = changes;
      const after: SubscriptionEntity = { ...before, ...terms };
      const keepsEnd = after.endingAt?.getTime() === before.endingAt?.getTime();
      const problems = keepsEnd ? [] : dateProblems(after, now);
      if (problems.length > 0) throw new ValidationFailedError(problems);
      const changed = planId === undefined ? after : await this.planChanges.change(tx, after, planId);
      if (isDeepStrictEqual(before, changed)) return before;
      const saved = changed === after ? await this.lifecycle.save(tx, after) : changed;
      // Last, because of the lock order: a plan change may lock invoices.
      await this.lifecycle.moveEnd(tx, saved);
      return saved;
    };
    return this.clock.afterChange(await this.clock.upToDate(organizationId, id, work, isPossible));
  }

  /** Starts a pending subscription now, regardless of its start date. */
  activate(organizationId: string, id: string): Promise<SubscriptionEntity> {
    return this.clock.upToDate(organizationId, id, (tx, subscription, now) => {
      assertMove(subscription, 'start');
      return this.lifecycle.start(tx, { ...subscription, subscriptionAt: now }, now);
    });
  }

  /**
   * Cancels a pending subscription immediately. Schedules the cancellation of an active one for the end of
   * its period.
   */
  cancel(organizationId: string, id: string): Promise<SubscriptionEntity> {
    const work = (tx: Transaction, subscription: SubscriptionEntity, now: Date) => {
      assertMove(subscription, 'cancel');
      if (subscription.canceledAt !== null) throw alreadyCanceled(subscription);
      if (subscription.status === 'pending') {
        return this.lifecycle.cancelPending(tx, { ...subscription, canceledAt: now });
      }
      return this.lifecycle.scheduleCancellation(tx, asRunning(subscription), now);
    };
    return this.clock.upToDate(organizationId, id, work, () => true);
  }

  /** @throws InvalidStateError if no cancellation is scheduled */
  async withdrawCancellation(organizationId: string, id: string): Promise<SubscriptionEntity> {
    const work = async (tx: Transaction, subscription: SubscriptionEntity) => {
      if (subscription.status !== 'active' || subscription.canceledAt === null) {
        throw new InvalidStateError('The subscription has no scheduled cancellation.');
      }
      const kept = await this.lifecycle.save(tx, { ...subscription, canceledAt: null, cancelsAt: null });
      await this.lifecycle.moveEnd(tx, kept);
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
    const work = (tx: Transaction, subscription: SubscriptionEntity, now: Date) => {
      assertMove(subscription, 'terminate');
      const ended = { ...subscription, onTerminationAction: actionOf(subscription) };
      return this.lifecycle.terminate(tx, asRunning(ended), now, creditNote);
    };
    return this.clock.upToDate(organizationId, id, work, (it) => actionOf(it) === 'skip');
  }

  previewPlanChange(organizationId: string, id: string, planId: string): Promise<PlanChangePreview> {
    return this.clock.upToDate(organizationId, id, (tx: Transaction, subscription) =>
      this.planChanges.preview(tx, subscription, planId),
    );
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
