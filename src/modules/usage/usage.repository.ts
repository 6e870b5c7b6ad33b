import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { insertRows } from '../../platform/database/bulk-rows';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { MeteredSubscriptionEntity, UsagePeriodEntity } from './metered-subscription.entity';
import {
  PERIOD_COLUMNS,
  periodOf,
  spansOf,
  type MeteredPeriod,
  type PeriodRow,
  type UsagePeriod,
} from './usage-period';

registerUniqueConstraint(
  'metered_subscriptions_external_id',
  'Another subscription of this organization has this external_id.',
);

interface SubscriptionColumns {
  customer_id: string;
  external_id: string;
  ended_at: Date | null;
}

/** A billing period with fields of its subscription. */
export interface PeriodOfSubscription {
  period: MeteredPeriod;
  customerId: string;
  externalSubscriptionId: string;
  endedAt: Date | null;
}

/** Reads and writes metered subscriptions and billing periods. Ingestion has its own statements. */
@Injectable()
export class UsageRepository {
  async insertSubscription(tx: Transaction, subscription: MeteredSubscriptionEntity): Promise<void> {
    await tx.insert(MeteredSubscriptionEntity, subscription);
  }

  /**
   * Locks subscriptions, waiting for ingestion in progress. Every change to their usage takes these locks first, in ID order
   * as ingestion does, so that concurrent transactions queue instead of deadlocking.
   */
  lockSubscriptions(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<MeteredSubscriptionEntity[]> {
    const where = { organizationId, id: In([...ids]) };
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.find(MeteredSubscriptionEntity, { where, order: { id: 'ASC' }, lock });
  }

  /** Locks the subscriptions of billing periods like `lockSubscriptions`. */
  async lockSubscriptionsOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<void> {
    await tx.query(
      `SELECT id FROM metered_subscriptions
        WHERE organization_id = $1
          AND id IN (SELECT subscription_id FROM usage_periods WHERE organization_id = $1 AND id = ANY ($2))
        ORDER BY id FOR NO KEY UPDATE`,
      [organizationId, periodIds],
    );
  }

  findSubscription(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<MeteredSubscriptionEntity | null> {
    return tx.findOneBy(MeteredSubscriptionEntity, { organizationId, id });
  }

  /** Returns the subscriptions of a customer in the order of creation. */
  findSubscriptionsOf(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<MeteredSubscriptionEntity[]> {
    const where = { organizationId, customerId };
    return tx.find(MeteredSubscriptionEntity, { where, order: { id: 'ASC' } });
  }

  async setDates(
    tx: Transaction,
    organizationId: string,
    id: string,
    dates: { startedAt: Date | null; endedAt: Date | null },
  ): Promise<void> {
    await tx.update(MeteredSubscriptionEntity, { organizationId, id }, dates);
  }

  async setScheduledEnd(
    tx: Transaction,
    organizationId: string,
    id: string,
    endsAt: Date | null,
  ): Promise<void> {
    await tx.update(MeteredSubscriptionEntity, { organizationId, id }, { endsAt });
  }

  async insertPeriods(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
  ): Promise<void> {
    const rows = periods.map(({ from, to, whole, ...columns }) => {
      const times = { startsAt: from, endsAt: to, wholeFrom: whole.from, wholeTo: whole.to };
      return { ...columns, ...times, organizationId };
    });
    await insertRows(tx, UsagePeriodEntity, rows);
  }

  async findPeriod(tx: Transaction, organizationId: string, id: string): Promise<MeteredPeriod | null> {
    return (await this.findPeriods(tx, organizationId, [id])).get(id)?.period ?? null;
  }

  /** Returns billing periods with their subscriptions, keyed by period ID. */
  async findPeriods(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, PeriodOfSubscription>> {
    const rows = await tx.query<(PeriodRow & SubscriptionColumns)[]>(
      `SELECT period.*, subscription.customer_id, subscription.external_id, subscription.ended_at
         FROM (SELECT organization_id, ${PERIOD_COLUMNS} FROM usage_periods
                WHERE organization_id = $1 AND id = ANY ($2)) AS period
         JOIN metered_subscriptions AS subscription
           ON subscription.organization_id = period.organization_id AND subscription.id = period.subscription_id`,
      [organizationId, ids],
    );
    return new Map(
      rows.map((row) => {
        const { customer_id: customerId, external_id: externalSubscriptionId, ended_at: endedAt } = row;
        return [row.id, { period: periodOf(row), customerId, externalSubscriptionId, endedAt }];
      }),
    );
  }

  /** Closes billing periods and returns their number. */
  async closePeriods(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<number> {
    const [, closed] = await tx.query<[unknown, number]>(
      `UPDATE usage_periods SET state = 'closed' WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids],
    );
    return closed;
  }

  /** Returns the plan version ID of each billing period, keyed by period ID. */
  async findPlanVersions(
    tx: Transaction,
    periods: readonly { organizationId: string; periodId: string }[],
  ): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; plan_version_id: string }[]>(
      `SELECT period.id, period.plan_version_id
         FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, id)
         JOIN usage_periods AS period ON period.organization_id = wanted.organization_id AND period.id = wanted.id`,
      [periods.map((it) => it.organizationId), periods.map((it) => it.periodId)],
    );
    return new Map(rows.map((it) => [it.id, it.plan_version_id]));
  }

  /** Returns the billing period that contains the instant. */
  async findPeriodAt(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
    at: Date,
  ): Promise<MeteredPeriod | null> {
    const [row] = await tx.query<PeriodRow[]>(
      `SELECT ${PERIOD_COLUMNS} FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = $2 AND ends_at > $3 AND starts_at <= $3
        ORDER BY ends_at LIMIT 1`,
      [organizationId, subscriptionId, at],
    );
    return row === undefined ? null : periodOf(row);
  }

  /** Returns the period of the subscription that ended last, no later than `at`. */
  async findLastPeriod(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
    at: Date,
  ): Promise<MeteredPeriod | null> {
    const [row] = await tx.query<PeriodRow[]>(
      `SELECT ${PERIOD_COLUMNS} FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = $2 AND ends_at <= $3 ORDER BY ends_at DESC LIMIT 1`,
      [organizationId, subscriptionId, at],
    );
    return row === undefined ? null : periodOf(row);
  }

  /** Returns a period that overlaps another one of its subscription, and that one; null if none does. */
  async findOverlap(
    tx: Transaction,
    organizationId: string,
    periods: readonly UsagePeriod[],
  ): Promise<{ id: string; otherId: string } | null> {
    const [row] = await tx.query<{ id: string; otherId: string }[]>(
      `SELECT period.id, other.id AS "otherId"
         FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[])
           AS period (id, subscription_id, starts_at, ends_at)
        CROSS JOIN LATERAL (
          SELECT id FROM usage_periods
           WHERE organization_id = $1 AND subscription_id = period.subscription_id
             AND ends_at > period.starts_at AND starts_at < period.ends_at AND starts_at < ends_at
             AND id <> period.id LIMIT 1) AS other
        WHERE period.starts_at < period.ends_at LIMIT 1`,
      [organizationId, ...spansOf(periods)],
    );
    return row ?? null;
  }

  /**
   * Returns the ID of the previous period of each period, keyed by period ID. An empty period precedes the one that begins
   * at the same instant.
   */
  async findPrevious(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
  ): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; previous_id: string }[]>(
      `SELECT period.id, previous.id AS previous_id
         FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS period (id, subscription_id, starts_at)
        CROSS JOIN LATERAL (
          SELECT id FROM usage_periods
           WHERE organization_id = $1 AND subscription_id = period.subscription_id
             AND ends_at <= period.starts_at AND id <> period.id
             AND (starts_at < period.starts_at OR id < period.id)
           ORDER BY ends_at DESC, starts_at DESC, id DESC LIMIT 1) AS previous`,
      [organizationId, ...spansOf(periods).slice(0, 3)],
    );
    return new Map(rows.map((it) => [it.id, it.previous_id]));
  }

  /** Marks periods as having new usage for the listeners. */
  async markCounted(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      'UPDATE usage_periods SET followed = false WHERE organization_id = $1 AND id = ANY ($2) AND followed',
      [organizationId, ids],
    );
  }

  async updatePeriod(
    tx: Transaction,
    organizationId: string,
    id: string,
    changes: Partial<UsagePeriodEntity>,
  ): Promise<void> {
    await tx.update(UsagePeriodEntity, { organizationId, id }, changes);
  }
}
