import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { updateRows } from '../../platform/database/bulk-rows';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { notHeld } from '../../platform/cells/held-organizations';
import { notPostponed } from '../../platform/jobs/job-failures';
import { SubscriptionEntity } from './subscription.entity';
import type { SubscriptionStatus } from './subscription.rules';

registerUniqueConstraint(
  'subscriptions_external_id',
  'Another subscription of this organization has this external_id.',
);

/** Filters of the list of subscriptions. */
export interface SubscriptionFilters {
  status: SubscriptionStatus | undefined;
  customerId: string | undefined;
  planId: string | undefined;
  externalId: string | undefined;
}

const OPEN = ['pending', 'active'] satisfies SubscriptionStatus[];

/** A subscription that is due, before it is locked. */
export interface DueSubscription {
  organizationId: string;
  id: string;
  customerId: string;
}

/** Queries of subscriptions. */
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

  /** Whether a pending or active subscription is on the plan or changes to it. */
  async usesPlan(tx: Transaction, organizationId: string, planId: string): Promise<boolean> {
    const [onIt, comingOntoIt] = [
      { organizationId, planId, status: In(OPEN) },
      { organizationId, nextPlanId: planId },
    ];
    return (
      (await tx.existsBy(SubscriptionEntity, onIt)) || (await tx.existsBy(SubscriptionEntity, comingOntoIt))
    );
  }

  hasOpen(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    return tx.existsBy(SubscriptionEntity, { organizationId, customerId, status: In(OPEN) });
  }

  /** Returns whether the customer ever had a subscription. */
  hasAny(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    return tx.existsBy(SubscriptionEntity, { organizationId, customerId });
  }

  /** Returns when the next action of any organization is due. */
  async nextActionAt(tx: Transaction, queue: string, now: Date): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(subscription.next_action_at) AS at FROM subscriptions AS subscription
        WHERE subscription.next_action_at IS NOT NULL AND ${notPostponed(queue, 'subscription.id', '$1')} AND ${notHeld('subscription')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /**
   * Returns due subscriptions of any organization in the order in which they are billed: by instant, then by start. Locks
   * nothing.
   */
  async findDue(tx: Transaction, queue: string, now: Date, limit: number): Promise<DueSubscription[]> {
    return tx.query<DueSubscription[]>(
      `SELECT due.organization_id AS "organizationId", due.id, due.customer_id AS "customerId"
         FROM subscriptions AS due
        WHERE due.next_action_at <= $1 AND ${notPostponed(queue, 'due.id', '$1')} AND ${notHeld('due')}
        ORDER BY due.next_action_at, due.organization_id, due.subscription_at, due.id LIMIT $2`,
      [now, limit],
    );
  }

  /**
   * Locks those of the subscriptions that are still due, with the rows of their customers, in the order in which they are
   * billed. Leaves out those that another transaction has locked.
   */
  async lockDue(
    tx: Transaction,
    queue: string,
    now: Date,
    { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  ): Promise<SubscriptionEntity[]> {
    const locked = await tx.query<{ id: string }[]>(
      `SELECT due.id FROM subscriptions AS due
         JOIN customers AS customer
           ON customer.organization_id = due.organization_id AND customer.id = due.customer_id
        WHERE due.organization_id = $2 AND due.id = ANY ($3)
          AND due.next_action_at <= $1 AND ${notPostponed(queue, 'due.id', '$1')} AND ${notHeld('due')}
        ORDER BY due.next_action_at, due.subscription_at, due.id
          FOR NO KEY UPDATE OF customer SKIP LOCKED FOR UPDATE OF due SKIP LOCKED`,
      [now, organizationId, ids],
    );
    if (locked.length === 0) return [];
    const where = { organizationId, id: In(locked.map((it) => it.id)) };
    const rows = new Map((await tx.findBy(SubscriptionEntity, where)).map((it) => [it.id, it]));
    return locked.flatMap(({ id }) => rows.get(id) ?? []);
  }

  /** Returns how many subscriptions have a billing error, by its code, of all organizations. */
  async countBillingErrors(tx: Transaction): Promise<Map<string, number>> {
    const rows = await tx.query<{ code: string; count: string }[]>(
      `SELECT billing_error ->> 'code' AS code, count(*) AS count FROM subscriptions
        WHERE billing_error IS NOT NULL GROUP BY 1`,
    );
    return new Map(rows.map(({ code, count }) => [code, Number(count)]));
  }
}
