import { Injectable } from '@nestjs/common';
import { registerUniqueConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { MeteredSubscriptionEntity, UsagePeriodEntity } from './metered-subscription.entity';
import {
  PERIOD_COLUMNS,
  periodOf,
  type CountedPeriod,
  type PeriodEnd,
  type PeriodRow,
  type UsagePeriod,
} from './usage-period';

registerUniqueConstraint(
  'metered_subscriptions_external_id',
  'Another subscription of this organization has this external_id.',
);

/** A billing period with the customer who is billed for it, and the charges that its bill leaves out. */
export type BilledPeriod = CountedPeriod & {
  customerId: string;
  carriedCharges: readonly string[];
};

const SUBSCRIPTION = `subscription.organization_id AS "organizationId", subscription.id,
  subscription.external_id AS "externalId", subscription.customer_id AS "customerId",
  subscription.started_at AS "startedAt", subscription.ended_at AS "endedAt"`;

/** Queries of metered subscriptions and their billing periods. Those of a set are one statement whatever its size. */
@Injectable()
export class UsagePeriodsRepository {
  async insertSubscription(tx: Transaction, subscription: MeteredSubscriptionEntity): Promise<void> {
    await tx.insert(MeteredSubscriptionEntity, subscription);
  }

  /**
   * Locks subscriptions before their usage is touched; waits for ingestion in progress. Always in the order of their
   * ids, as ingestion does, so that concurrent transactions queue instead of deadlocking.
   */
  lockSubscriptions(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<MeteredSubscriptionEntity[]> {
    return tx.query(
      `SELECT ${SUBSCRIPTION} FROM metered_subscriptions AS subscription
        WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`,
      [organizationId, ids],
    );
  }

  /** Locks the subscriptions that these billing periods belong to, as `lockSubscriptions` does. */
  lockSubscriptionsOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<MeteredSubscriptionEntity[]> {
    return tx.query(
      `SELECT ${SUBSCRIPTION} FROM metered_subscriptions AS subscription
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
    return tx.find(MeteredSubscriptionEntity, {
      where: { organizationId, customerId },
      order: { id: 'ASC' },
    });
  }

  async setDates(
    tx: Transaction,
    organizationId: string,
    id: string,
    dates: { startedAt: Date | null; endedAt: Date | null },
  ): Promise<void> {
    await tx.update(MeteredSubscriptionEntity, { organizationId, id }, dates);
  }

  async insertPeriods(
    tx: Transaction,
    organizationId: string,
    periods: readonly CountedPeriod[],
  ): Promise<void> {
    const rows = periods.map(({ from, to, whole, isDirty, ...columns }) => ({
      ...columns,
      organizationId,
      startsAt: from,
      endsAt: to,
      wholeFrom: whole.from,
      wholeTo: whole.to,
      followed: !isDirty,
    }));
    await tx.insert(UsagePeriodEntity, rows);
  }

  async findPeriods(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, BilledPeriod>> {
    const rows = await tx.query<(PeriodRow & { customer_id: string; carried_charges: string[] })[]>(
      `SELECT period.*, subscription.customer_id
         FROM (SELECT organization_id, carried_charges, ${PERIOD_COLUMNS} FROM usage_periods
                WHERE organization_id = $1 AND id = ANY ($2)) AS period
         JOIN metered_subscriptions AS subscription
           ON subscription.organization_id = period.organization_id AND subscription.id = period.subscription_id`,
      [organizationId, ids],
    );
    return new Map(
      rows.map((row) => {
        const { id, customer_id: customerId, carried_charges: carriedCharges } = row;
        return [id, { ...periodOf(row), customerId, carriedCharges }];
      }),
    );
  }

  /** Returns the plan versions of billing periods, across organizations. */
  findPlanVersions(
    tx: Transaction,
    periods: readonly { organizationId: string; periodId: string }[],
  ): Promise<{ organizationId: string; periodId: string; planVersionId: string }[]> {
    return tx.query(
      `SELECT period.organization_id AS "organizationId", period.id AS "periodId",
              period.plan_version_id AS "planVersionId"
         FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, id)
         JOIN usage_periods AS period ON period.organization_id = wanted.organization_id AND period.id = wanted.id`,
      [periods.map((it) => it.organizationId), periods.map((it) => it.periodId)],
    );
  }

  /** Returns the billing period that contains the instant. */
  async findPeriodAt(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
    at: Date,
  ): Promise<CountedPeriod | null> {
    const [row] = await tx.query<PeriodRow[]>(
      `SELECT ${PERIOD_COLUMNS} FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = $2 AND ends_at > $3 AND starts_at <= $3
        ORDER BY ends_at LIMIT 1`,
      [organizationId, subscriptionId, at],
    );
    return row === undefined ? null : periodOf(row);
  }

  /** Returns the first of the given periods that overlaps another one of its subscription, with that one's id. */
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

  /** Returns the period before each of the given ones. An empty period comes before the one that begins with it. */
  async findPrevious(
    tx: Transaction,
    organizationId: string,
    periods: readonly UsagePeriod[],
  ): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; previousId: string }[]>(
      `SELECT period.id, previous.id AS "previousId"
         FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS period (id, subscription_id, starts_at)
        CROSS JOIN LATERAL (
          SELECT id FROM usage_periods
           WHERE organization_id = $1 AND subscription_id = period.subscription_id
             AND ends_at <= period.starts_at AND id <> period.id
             AND (starts_at < period.starts_at OR id < period.id)
           ORDER BY ends_at DESC, starts_at DESC, id DESC LIMIT 1) AS previous`,
      [organizationId, ...spansOf(periods).slice(0, 3)],
    );
    return new Map(rows.map((it) => [it.id, it.previousId]));
  }

  async setEnds(
    tx: Transaction,
    organizationId: string,
    ends: readonly (Pick<PeriodEnd, 'periodId' | 'at' | 'carriedCharges'> & { endsWithPlan: boolean })[],
  ): Promise<void> {
    const rows = ends.map(({ periodId, at, carriedCharges = [], endsWithPlan }) => ({
      id: periodId,
      ends_at: at,
      carried_charges: carriedCharges,
      ends_with_plan: endsWithPlan,
    }));
    await tx.query(
      `UPDATE usage_periods AS period
          SET ends_at = ended.ends_at, carried_charges = ended.carried_charges, ends_with_plan = ended.ends_with_plan
         FROM jsonb_to_recordset($2)
           AS ended (id uuid, ends_at timestamptz, carried_charges uuid[], ends_with_plan boolean)
        WHERE period.organization_id = $1 AND period.id = ended.id`,
      [organizationId, JSON.stringify(rows)],
    );
  }

  /** Closes billing periods and returns how many there are. */
  async close(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<number> {
    const text = `UPDATE usage_periods SET state = 'closed' WHERE organization_id = $1 AND id = ANY ($2)`;
    const [, closed] = await tx.query<[unknown, number]>(text, [organizationId, ids]);
    return closed;
  }

  async markDirty(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE usage_periods SET followed = false WHERE organization_id = $1 AND id = ANY ($2) AND followed`,
      [organizationId, ids],
    );
  }
}

/** One array per column, for unnest: id, subscription, start and end. */
export function spansOf(periods: readonly UsagePeriod[]): [string[], string[], Date[], Date[]] {
  return [
    periods.map((it) => it.id),
    periods.map((it) => it.subscriptionId),
    periods.map((it) => it.from),
    periods.map((it) => it.to),
  ];
}
