import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { EVENT_COLUMNS, usageEventOf, type EventRow, type UsageEvent } from './usage-event';
import { spansOf, type MeteredPeriod } from './usage-period';

/** Number of events per fetch while periods are recounted. */
const CHUNK = 2000;

/** Assigns usage events to billing periods and reads them back. Ingestion has its own statements. */
@Injectable()
export class PeriodEventsRepository {
  /**
   * Assigns waiting events to the periods, whose plans decide whether they are charged, and marks events from before any
   * period as late: they will never be billed.
   *
   * @returns the IDs of the periods for which such events were waiting.
   */
  async claimWaiting(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
  ): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH period AS (
         SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::uuid[])
           AS period (id, subscription_id, starts_at, ends_at, plan_version_id)),
       claimed AS (
         UPDATE usage_events AS event
            SET period_id = CASE WHEN event.timestamp >= period.starts_at THEN period.id END,
                late = event.late OR event.timestamp < period.starts_at,
                not_charged_reason = CASE
                  WHEN event.timestamp < period.starts_at THEN 'no_billing_period'
                  WHEN NOT EXISTS (
                    SELECT FROM charges
                     WHERE organization_id = $1 AND plan_version_id = period.plan_version_id
                       AND billable_metric_id = event.billable_metric_id) THEN 'no_charge' END
           FROM period
          WHERE event.organization_id = $1 AND event.subscription_id = period.subscription_id
            AND event.period_id IS NULL AND event.timestamp < period.ends_at
            AND (event.timestamp >= period.starts_at OR NOT event.late)
         RETURNING period.id)
       SELECT DISTINCT id FROM claimed`,
      [organizationId, ...spansOf(periods), periods.map((it) => it.planVersionId)],
    );
    return new Set(rows.map((it) => it.id));
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

  /** Yields the events of the periods, or all earlier ones of their subscriptions, by timestamp and then by arrival, in chunks. */
  async *eventsOf(
    tx: Transaction,
    organizationId: string,
    { periods, which }: { periods: readonly MeteredPeriod[]; which: 'own' | 'earlier' },
  ): AsyncGenerator<UsageEvent[]> {
    const test = which === 'own' ? 'timestamp >= starts_at AND period_id = own_id' : 'timestamp < starts_at';
    const cursor = `usage_events_${which}`;
    await tx.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${EVENT_COLUMNS}
         FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS period (own_id, own_subscription_id, starts_at)
         JOIN usage_events ON organization_id = $1 AND subscription_id = own_subscription_id AND ${test}
        ORDER BY timestamp, sequence`,
      [organizationId, ...spansOf(periods).slice(0, 3)],
    );
    for (;;) {
      const rows = await tx.query<EventRow[]>(`FETCH ${CHUNK} FROM ${cursor}`);
      if (rows.length > 0) yield rows.map(usageEventOf);
      if (rows.length < CHUNK) break;
    }
    await tx.query(`CLOSE ${cursor}`);
  }
}
