import { Injectable } from '@nestjs/common';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import { statementsIn } from '../../platform/database/prepared-statement';
import type { Transaction } from '../../platform/database/transactions';
import { EVENT_COLUMNS, usageEventOf, type EventRow, type UsageEvent } from './usage-event';
import { MeteredSubscriptionEntity, UsagePeriodEntity } from './metered-subscription.entity';
import type { TotalRow } from './usage-aggregates';
import { PERIOD_COLUMNS, periodOf, type MeteredPeriod, type PeriodRow } from './usage-period';
import type { UsageChargeStateEntity } from './usage-total.entity';

registerUniqueConstraint(
  'metered_subscriptions_external_id',
  'Another subscription of this organization has this external_id.',
);

/** Number of events per fetch while a period is recounted. */
const CHUNK = 2000;

/** Reads and writes metered subscriptions, billing periods and aggregates. Ingestion has its own statements. */
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

  async insertPeriod(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<void> {
    const { from, to, ...columns } = period;
    await tx.insert(UsagePeriodEntity, { ...columns, organizationId, startsAt: from, endsAt: to });
  }

  async findPeriod(tx: Transaction, organizationId: string, id: string): Promise<MeteredPeriod | null> {
    const text = `SELECT ${PERIOD_COLUMNS} FROM usage_periods WHERE organization_id = $1 AND id = $2`;
    const [row] = await tx.query<PeriodRow[]>(text, [organizationId, id]);
    return row === undefined ? null : periodOf(row);
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

  /** Marks the waiting events at or after the end of a subscription as late, because no period will contain them. */
  async markUnbillable(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
    endedAt: Date,
  ): Promise<void> {
    await tx.query(
      `UPDATE usage_events SET late = true, not_charged_reason = 'no_billing_period'
        WHERE organization_id = $1 AND subscription_id = $2 AND period_id IS NULL AND timestamp >= $3 AND NOT late`,
      [organizationId, subscriptionId, endedAt],
    );
  }

  async clearAggregates(tx: Transaction, organizationId: string, periodId: string): Promise<void> {
    for (const table of ['usage_totals', 'usage_distinct_values', 'usage_charge_states']) {
      await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND period_id = $2`, [
        organizationId,
        periodId,
      ]);
    }
  }

  /**
   * Starts the period `to` with the levels at which recurring metrics ended the period `from`.
   *
   * @returns whether there are any such levels.
   */
  async carryOver(tx: Transaction, organizationId: string, from: string, to: string): Promise<boolean> {
    const carried = await tx.query<object[]>(
      `WITH distinct_values AS (
         INSERT INTO usage_distinct_values
                (organization_id, period_id, billable_metric_id, value_key, active, operation_at, operation_sequence)
         SELECT value.organization_id, $3, billable_metric_id, value_key, active, operation_at, operation_sequence
           FROM usage_distinct_values AS value JOIN billable_metrics AS metric
             ON metric.organization_id = value.organization_id AND metric.id = value.billable_metric_id
          WHERE value.organization_id = $1 AND value.period_id = $2 AND metric.recurring)
       INSERT INTO usage_totals AS total_row
              (organization_id, period_id, billable_metric_id, carried, distinct_count)
       SELECT total.organization_id, $3, total.billable_metric_id, total.carried + total.sum + total.late_sum,
              (SELECT count(*) FROM usage_distinct_values AS value
                WHERE value.organization_id = $1 AND value.period_id = $2 AND value.active
                  AND value.billable_metric_id = total.billable_metric_id)
         FROM usage_totals AS total JOIN billable_metrics AS metric
           ON metric.organization_id = total.organization_id AND metric.id = total.billable_metric_id
        WHERE total.organization_id = $1 AND total.period_id = $2 AND metric.recurring
       RETURNING total_row.period_id`,
      [organizationId, from, to],
    );
    return carried.length > 0;
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

  /** Returns whether an open period has counted usage of the metric. */
  async countsMetric(tx: Transaction, organizationId: string, metricId: string): Promise<boolean> {
    const [row] = await tx.query<[{ counted: boolean }]>(
      `SELECT EXISTS (
         SELECT 1 FROM usage_totals AS total JOIN usage_periods AS period
             ON period.organization_id = total.organization_id AND period.id = total.period_id
          WHERE total.organization_id = $1 AND total.billable_metric_id = $2 AND period.state = 'open'
       ) AS counted`,
      [organizationId, metricId],
    );
    return row.counted;
  }

  findTotals(tx: Transaction, organizationId: string, periodId: string): Promise<TotalRow[]> {
    const text = `SELECT * FROM usage_totals WHERE organization_id = $1 AND period_id = $2`;
    return statementsIn(tx).query<TotalRow>({ name: 'usage_totals_of', text }, [organizationId, periodId]);
  }

  findChargeStates(
    tx: Transaction,
    organizationId: string,
    periodId: string,
  ): Promise<{ charge_id: string; state: UsageChargeStateEntity['state'] }[]> {
    return tx.query(
      `SELECT charge_id, state FROM usage_charge_states WHERE organization_id = $1 AND period_id = $2`,
      [organizationId, periodId],
    );
  }
}
