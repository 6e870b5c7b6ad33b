import { Injectable } from '@nestjs/common';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { EVENT_COLUMNS, usageEventOf, type EventRow, type UsageEvent } from './usage-event';
import { MeteredSubscriptionEntity, UsagePeriodEntity } from './metered-subscription.entity';
import { PERIOD_COLUMNS, periodOf, type MeteredPeriod, type PeriodRow } from './usage-period';

registerUniqueConstraint(
  'metered_subscriptions_external_id',
  'Another subscription of this organization has this external_id.',
);

/** Number of events per fetch while a period is recounted. */
const CHUNK = 2000;

/** Reads and writes metered subscriptions and billing periods. Ingestion has its own statements. */
@Injectable()
export class UsageRepository {
  async insertSubscription(tx: Transaction, subscription: MeteredSubscriptionEntity): Promise<void> {
    await tx.insert(MeteredSubscriptionEntity, subscription);
  }

  /** Locks a subscription, waiting for ingestion in progress. Every change to its usage takes this lock first. */
  lockSubscription(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<MeteredSubscriptionEntity | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.findOne(MeteredSubscriptionEntity, { where: { organizationId, id }, lock });
  }

  /** Locks the subscriptions of billing periods like `lockSubscription`, in ID order as ingestion does. */
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

  async insertPeriod(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<void> {
    const { from, to, whole, ...columns } = period;
    const times = { startsAt: from, endsAt: to, wholeFrom: whole.from, wholeTo: whole.to };
    await tx.insert(UsagePeriodEntity, { ...columns, ...times, organizationId });
  }

  async findPeriod(tx: Transaction, organizationId: string, id: string): Promise<MeteredPeriod | null> {
    return (await this.findPeriods(tx, organizationId, [id])).get(id)?.period ?? null;
  }

  /** Returns billing periods and the customers who are billed for them, keyed by period ID. */
  async findPeriods(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, { period: MeteredPeriod; customerId: string }>> {
    const rows = await tx.query<(PeriodRow & { customer_id: string })[]>(
      `SELECT period.*, subscription.customer_id
         FROM (SELECT organization_id, ${PERIOD_COLUMNS} FROM usage_periods
                WHERE organization_id = $1 AND id = ANY ($2)) AS period
         JOIN metered_subscriptions AS subscription
           ON subscription.organization_id = period.organization_id AND subscription.id = period.subscription_id`,
      [organizationId, ids],
    );
    return new Map(rows.map((row) => [row.id, { period: periodOf(row), customerId: row.customer_id }]));
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

  /** Returns a period of the subscription that overlaps this one. */
  async findOverlap(
    tx: Transaction,
    organizationId: string,
    period: { id: string; subscriptionId: string; from: Date; to: Date },
  ): Promise<string | null> {
    const [row] = await tx.query<{ id: string }[]>(
      `SELECT id FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = $2 AND ends_at > $3 AND starts_at < $4
          AND starts_at < ends_at AND $3::timestamptz < $4::timestamptz AND id <> $5 LIMIT 1`,
      [organizationId, period.subscriptionId, period.from, period.to, period.id],
    );
    return row?.id ?? null;
  }

  /**
   * Returns the ID of the previous period, or null. An empty period precedes the one that begins at the same instant.
   */
  async findPrevious(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<string | null> {
    const [row] = await tx.query<{ id: string }[]>(
      `SELECT id FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = $2 AND ends_at <= $3 AND id <> $4
          AND (starts_at < $3 OR id < $4)
        ORDER BY ends_at DESC, starts_at DESC, id DESC LIMIT 1`,
      [organizationId, period.subscriptionId, period.from, period.id],
    );
    return row?.id ?? null;
  }

  async updatePeriod(
    tx: Transaction,
    organizationId: string,
    id: string,
    changes: Partial<UsagePeriodEntity>,
  ): Promise<void> {
    await tx.update(UsagePeriodEntity, { organizationId, id }, changes);
  }

  /**
   * Assigns waiting events to the period, whose plan decides whether they are charged, and marks events from before any
   * period as late: they will never be billed.
   *
   * @returns whether there were any such events.
   */
  async claimWaiting(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<boolean> {
    const [, taken] = await tx.query<[unknown, number]>(
      `UPDATE usage_events
          SET period_id = CASE WHEN timestamp >= $3 THEN $5::uuid END, late = late OR timestamp < $3,
              not_charged_reason = CASE
                WHEN timestamp < $3 THEN 'no_billing_period'
                WHEN billable_metric_id <> ALL (ARRAY (
                       SELECT billable_metric_id FROM charges
                        WHERE organization_id = $1 AND plan_version_id = $6)) THEN 'no_charge' END
        WHERE organization_id = $1 AND subscription_id = $2 AND period_id IS NULL AND timestamp < $4
          AND (timestamp >= $3 OR NOT late)`,
      [organizationId, period.subscriptionId, period.from, period.to, period.id, period.planVersionId],
    );
    return taken > 0;
  }

  /**
   * Detaches the period's events at or after `at`, so that another period can take them.
   *
   * @returns whether there were any such events.
   */
  async releaseFrom(
    tx: Transaction,
    organizationId: string,
    period: MeteredPeriod,
    at: Date,
  ): Promise<boolean> {
    const [, given] = await tx.query<[unknown, number]>(
      `UPDATE usage_events SET period_id = NULL, not_charged_reason = 'period_not_started'
        WHERE organization_id = $1 AND subscription_id = $2 AND timestamp >= $3 AND period_id = $4`,
      [organizationId, period.subscriptionId, at, period.id],
    );
    return given > 0;
  }

  /** Marks the waiting events at or after the end of the last period as late, because no period will contain them. */
  async markUnbillable(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
    end: Date,
  ): Promise<void> {
    await tx.query(
      `UPDATE usage_events SET late = true, not_charged_reason = 'no_billing_period'
        WHERE organization_id = $1 AND subscription_id = $2 AND period_id IS NULL AND timestamp >= $3 AND NOT late`,
      [organizationId, subscriptionId, end],
    );
  }

  /** Yields the events of a period, or all earlier ones, by timestamp and then by arrival, in chunks. */
  async *eventsOf(
    tx: Transaction,
    organizationId: string,
    { period, which }: { period: MeteredPeriod; which: 'own' | 'earlier' },
  ): AsyncGenerator<UsageEvent[]> {
    const own = which === 'own';
    const test = own ? 'timestamp >= $3 AND period_id = $4' : 'timestamp < $3';
    const cursor = `usage_events_${which}`;
    await tx.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${EVENT_COLUMNS} FROM usage_events
        WHERE organization_id = $1 AND subscription_id = $2 AND ${test} ORDER BY timestamp, sequence`,
      [organizationId, period.subscriptionId, period.from, ...(own ? [period.id] : [])],
    );
    for (;;) {
      const rows = await tx.query<EventRow[]>(`FETCH ${CHUNK} FROM ${cursor}`);
      if (rows.length > 0) yield rows.map(usageEventOf);
      if (rows.length < CHUNK) break;
    }
    await tx.query(`CLOSE ${cursor}`);
  }
}
