import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { updateRows } from '../../platform/database/bulk-rows';
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

/** A subscription whose next action is due, before it is locked. */
export interface DueSubscription {
  organizationId: string;
  id: string;
  customerId: string;
  nextActionAt: Date;
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

  async updateAll(tx: Transaction, subscriptions: readonly SubscriptionEntity[]): Promise<void> {
    await updateRows(tx, SubscriptionEntity, subscriptions);
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
   * Returns the subscriptions that have been due longest, across all organizations, without locking them.
   *
   * @param except IDs of subscriptions to leave out.
   */
  findDue(tx: Transaction, now: Date, except: readonly string[], limit: number): Promise<DueSubscription[]> {
    return tx.query(
      `SELECT organization_id AS "organizationId", id, customer_id AS "customerId", next_action_at AS "nextActionAt"
         FROM subscriptions WHERE next_action_at <= $1 AND id <> ALL ($2) ORDER BY next_action_at, id LIMIT $3`,
      [now, except, limit],
    );
  }

  /**
   * Locks the subscriptions of customers that are still due at an instant, in the order of their start. Skips those that
   * another transaction has locked.
   */
  lockDue(
    tx: Transaction,
    organizationId: string,
    { customerIds, at, except }: { customerIds: readonly string[]; at: Date; except: readonly string[] },
    limit: number,
  ): Promise<SubscriptionEntity[]> {
    return tx.find(SubscriptionEntity, {
      where: {
        organizationId,
        customerId: In([...customerIds]),
        nextActionAt: at,
        ...(except.length > 0 && { id: Not(In([...except])) }),
      },
      order: { subscriptionAt: 'ASC', id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}
