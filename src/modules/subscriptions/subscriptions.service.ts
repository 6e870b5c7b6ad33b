import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { PlanChanges } from './changes/plan-changes';
import { SubscriptionClock } from './lifecycle/subscription-clock';
import { SubscriptionLifecycle } from './lifecycle/subscription-lifecycle';
import { SubscriptionPolicies, type SubscriptionRequestKind } from './subscription-policies';
import { toSubscriptionResponse, type SubscriptionChanges } from './subscription.dto';
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

/** What a request for a termination chooses. */
export interface TerminationChoices {
  action?: OnTerminationAction | undefined;
  creditNote?: OnTerminationCreditNote | undefined;
}

/**
 * Use cases of subscriptions (docs/billing-rules.md#subscriptions). Each processes the subscription's due actions first. While
 * that fails, the subscription can still be read, renamed, canceled, and terminated without a bill.
 */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly clock: SubscriptionClock,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly planChanges: PlanChanges,
    private readonly policies: SubscriptionPolicies,
  ) {}

  list(caller: Caller, filters: SubscriptionFilters, query: PageQuery): Promise<Page<SubscriptionEntity>> {
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  /** @throws NotFoundError */
  get(caller: Caller, id: string): Promise<SubscriptionEntity> {
    return this.transactions.readFor(caller, (tx) => this.getIn(tx, caller.organizationId, id));
  }

  /** As `get`, in an open transaction. @throws NotFoundError */
  async getIn(tx: Transaction, organizationId: string, id: string): Promise<SubscriptionEntity> {
    const subscription = await this.repository.find(tx, organizationId, id);
    if (subscription === null) throw new NotFoundError('subscription');
    return subscription;
  }

  /** Applies changes; no change at all is a no-op. @throws InvalidStateError when the subscription has ended. */
  update(caller: Caller, id: string, changes: SubscriptionChanges): Promise<SubscriptionEntity> {
    const work = async (tx: Transaction, before: SubscriptionEntity, now: Date) => {
      caller.precondition?.check(toSubscriptionResponse(before));
      if (!isOpen(before.status))
        throw new InvalidStateError(`The subscription is already ${before.status}.`);
      const { planId, ...fields } = changes;
      const after: SubscriptionEntity = { ...before, ...fields };
      const problems = fields.endingAt === undefined ? [] : dateProblems(after, now);
      if (problems.length > 0) throw new ValidationFailedError(problems);
      const saved = isDeepStrictEqual(before, after) ? before : await this.save(tx, before, after, now);
      return planId === undefined ? saved : this.planChanges.change(tx, saved, planId, now);
    };
    const isScheduled = changes.planId !== undefined || changes.endingAt !== undefined;
    return isScheduled
      ? this.clock.upToDate(caller, id, work)
      : this.clock.upToDateIfPossible(caller, id, work);
  }

  /** Starts a pending subscription now, whatever its start date. */
  activate(caller: Caller, id: string): Promise<SubscriptionEntity> {
    return this.clock.upToDate(caller, id, async (tx, subscription, now) => {
      assertMove(subscription, 'start');
      await this.check(tx, 'activate', subscription, now);
      return this.lifecycle.start(tx, { ...subscription, subscriptionAt: now }, now, now);
    });
  }

  /** Cancels a pending subscription at once; schedules the cancellation of an active one for the end of its period. */
  cancel(caller: Caller, id: string): Promise<SubscriptionEntity> {
    return this.clock.upToDateIfPossible(caller, id, async (tx, subscription, now) => {
      assertMove(subscription, 'cancel');
      if (subscription.canceledAt !== null) {
        throw new InvalidStateError('The subscription is already scheduled for cancellation.');
      }
      await this.check(tx, 'cancel', subscription, now);
      return subscription.status === 'pending'
        ? this.lifecycle.cancelPending(tx, { ...subscription, canceledAt: now }, now)
        : this.lifecycle.scheduleCancellation(tx, subscription, now);
    });
  }

  /** Withdraws a scheduled cancellation. */
  withdrawCancellation(caller: Caller, id: string): Promise<SubscriptionEntity> {
    return this.clock.upToDateIfPossible(caller, id, async (tx, subscription, now) => {
      if (subscription.status !== 'active' || subscription.canceledAt === null) {
        throw new InvalidStateError('The subscription has no scheduled cancellation.');
      }
      await this.check(tx, 'withdraw_cancellation', subscription, now);
      return this.lifecycle.save(
        tx,
        subscription,
        { ...subscription, canceledAt: null, cancelsAt: null },
        now,
      );
    });
  }

  /**
   * Terminates an active subscription now.
   *
   * @param action instead of the subscription's own. `skip` also ends a subscription that cannot be billed.
   * @param creditNote how the unused part of a fee in advance is returned.
   */
  async terminate(
    caller: Caller,
    id: string,
    { action, creditNote }: TerminationChoices = {},
  ): Promise<SubscriptionEntity> {
    const work = async (tx: Transaction, subscription: SubscriptionEntity, now: Date) => {
      assertMove(subscription, 'terminate');
      await this.check(tx, 'terminate', subscription, now);
      const onTerminationAction = action ?? subscription.onTerminationAction;
      return this.lifecycle.terminate(tx, { ...subscription, onTerminationAction }, now, creditNote);
    };
    const effective = action ?? (await this.get(caller, id)).onTerminationAction;
    return effective === 'skip'
      ? this.clock.upToDateIfPossible(caller, id, work)
      : this.clock.upToDate(caller, id, work);
  }

  private async save(
    tx: Transaction,
    before: SubscriptionEntity,
    after: SubscriptionEntity,
    now: Date,
  ): Promise<SubscriptionEntity> {
    await this.check(tx, 'update', before, now);
    return this.lifecycle.save(tx, before, after, now);
  }

  private check(
    tx: Transaction,
    kind: SubscriptionRequestKind,
    entity: SubscriptionEntity,
    now: Date,
  ): Promise<void> {
    const { organizationId } = entity;
    const subscription = toSubscriptionResponse(entity);
    return this.policies.check(tx, { kind, organizationId, subscription, planId: null, now });
  }
}

function assertMove({ id, status }: SubscriptionEntity, move: SubscriptionMove): void {
  if (moveTo(status, move) !== null) return;
  const verb = { start: 'activated', cancel: 'canceled', terminate: 'terminated' }[move];
  const isPendingTermination = status === 'pending' && move === 'terminate';
  const remedy = isPendingTermination ? `; cancel it with POST /v1/subscriptions/${id}/cancel` : '';
  throw new InvalidStateError(`A subscription that is ${status} cannot be ${verb}${remedy}.`);
}
