import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { SubscriptionEntity } from './subscription.entity';
import type { SubscriptionStatus } from './subscription.rules';

registerUniqueConstraint(
  'subscriptions_external_id',
  'Another subscription of this organization has this external_id.',
);

export interface SubscriptionFilters {
  status: SubscriptionStatus | undefined;
  customerId: string | undefined;
  planId: string | undefined;
  externalId: string | undefined;
}

const OPEN = ['pending', 'active'] satisfies SubscriptionStatus[];

@Injectable()
export class SubscriptionsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<SubscriptionEntity | null> {
    return tx.findOneBy(SubscriptionEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<SubscriptionEntity | null> {
    return tx.findOne(SubscriptionEntity, {
      where: { organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: SubscriptionFilters,
    query: PageQuery,
  ): Promise<Page<SubscriptionEntity>> {
    return findPage(tx, SubscriptionEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  async insert(tx: Transaction, subscription: SubscriptionEntity): Promise<void> {
    await tx.insert(SubscriptionEntity, subscription);
  }

  async update(tx: Transaction, subscription: SubscriptionEntity): Promise<void> {
    const { organizationId, id, ...columns } = subscription;
    await tx.update(SubscriptionEntity, { organizationId, id }, columns);
  }

  /**
   * Returns whether a pending or active subscription is on the plan, or any subscription is scheduled to
   * change to it.
   */
  async usesPlan(tx: Transaction, organizationId: string, planId: string): Promise<boolean> {
    const [onIt, comingOntoIt] = [
      { organizationId, planId, status: In(OPEN) },
      { organizationId, nextPlanId: planId },
    ];
    return (
      (await tx.existsBy(SubscriptionEntity, onIt)) || (await tx.existsBy(SubscriptionEntity, comingOntoIt))
    );
  }

  /** Returns a pending or active subscription of the customer; null if there is none. */
  findOpen(tx: Transaction, organizationId: string, customerId: string): Promise<SubscriptionEntity | null> {
    return tx.findOneBy(SubscriptionEntity, { organizationId, customerId, status: In(OPEN) });
  }

  /** Returns the currencies of all subscriptions that the customer has or had. */
  async currenciesOf(tx: Transaction, organizationId: string, customerId: string): Promise<string[]> {
    const rows = await tx.query<{ currency: string }[]>(
      `SELECT DISTINCT plan_currency AS currency FROM subscriptions
        WHERE organization_id = $1 AND customer_id = $2`,
      [organizationId, customerId],
    );
    return rows.map((it) => it.currency);
  }

  /**
   * Returns when the next action is due, across all organizations; null if there is none. Ignores subscriptions that
   * are set aside.
   */
  async nextActionAt(tx: Transaction): Promise<Date | null> {
    const where = { nextActionAt: Not(IsNull()), billingError: IsNull() };
    const next = await tx.findOne(SubscriptionEntity, { where, order: { nextActionAt: 'ASC', id: 'ASC' } });
    return next?.nextActionAt ?? null;
  }

  /** Returns when the next subscription that is set aside is retried, across all organizations; null if there is none. */
  async nextRetryAt(tx: Transaction): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      'SELECT min(next_action_at) AS at FROM subscriptions WHERE billing_error IS NOT NULL',
    );
    return row?.at ?? null;
  }

  /** Returns subscriptions that are set aside, oldest first. */
  findSetAside(tx: Transaction, organizationId: string, limit: number): Promise<SubscriptionEntity[]> {
    const where = { organizationId, billingError: Not(IsNull()) };
    return tx.find(SubscriptionEntity, { where, order: { id: 'ASC' }, take: limit });
  }

  /** Returns the number of subscriptions that are set aside by code of the error, across all organizations. */
  async countBillingErrors(tx: Transaction): Promise<Map<string, number>> {
    const rows = await tx.query<{ code: string; count: number }[]>(
      `SELECT billing_error ->> 'code' AS code, count(*)::int AS count FROM subscriptions
        WHERE billing_error IS NOT NULL GROUP BY 1`,
    );
    return new Map(rows.map((it) => [it.code, it.count]));
  }

  /**
   * Locks and returns the subscription that has been due longest, across all organizations; null if there is
   * none. Skips locked subscriptions and those in `except`.
   */
  claimDue(tx: Transaction, now: Date, except: readonly string[]): Promise<SubscriptionEntity | null> {
    return tx.findOne(SubscriptionEntity, {
      where: { nextActionAt: LessThanOrEqual(now), ...(except.length > 0 && { id: Not(In([...except])) }) },
      order: { nextActionAt: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}
