import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { USAGE_EVENT_COLUMNS, usageEventOf, type UsageEvent, type UsageEventRow } from '../usage-event';
import type { UsagePeriod } from './usage-period';
import { spansOf } from './usage-periods.repository';

/** Events read at once while usage is recounted. */
const CHUNK = 2000;

/** Queries that assign usage events to billing periods, and read them back to recount them. */
@Injectable()
export class PeriodEventsRepository {
  /**
   * Assigns waiting events to the period that contains them. Those from before any period become late: they will
   * never be billed.
   *
   * @returns the ids of the periods for which events were waiting.
   */
  async assignWaiting(
    tx: Transaction,
    organizationId: string,
    periods: readonly UsagePeriod[],
  ): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH period AS (
         SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[])
           AS period (id, subscription_id, starts_at, ends_at)),
       assigned AS (
         UPDATE usage_events AS event
            SET period_id = CASE WHEN event.timestamp >= period.starts_at THEN period.id END,
                late = event.late OR event.timestamp < period.starts_at,
                charged = event.timestamp >= period.starts_at
                  AND coalesce(event.billable_metric_id = ANY (counted.charged_metrics), true)
           FROM period
           JOIN usage_periods AS counted ON counted.organization_id = $1 AND counted.id = period.id
          WHERE event.organization_id = $1 AND event.subscription_id = period.subscription_id
            AND event.period_id IS NULL AND event.timestamp < period.ends_at
            AND (event.timestamp >= period.starts_at OR NOT event.late)
         RETURNING period.id)
       SELECT DISTINCT id FROM assigned`,
      [organizationId, ...spansOf(periods)],
    );
    return new Set(rows.map((it) => it.id));
  }

  /**
   * Makes the events of periods from an instant on wait again for a period that contains them.
   *
   * @returns the ids of the periods that had such events.
   */
  async release(
    tx: Transaction,
    organizationId: string,
    periods: readonly { period: UsagePeriod; from: Date }[],
  ): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH released AS (
         UPDATE usage_events AS event SET period_id = NULL, charged = NULL
           FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS period (id, subscription_id, starts_at)
          WHERE event.organization_id = $1 AND event.subscription_id = period.subscription_id
            AND event.timestamp >= period.starts_at AND event.period_id = period.id
         RETURNING period.id)
       SELECT DISTINCT id FROM released`,
      [
        organizationId,
        periods.map(({ period }) => period.id),
        periods.map(({ period }) => period.subscriptionId),
        periods.map(({ from }) => from),
      ],
    );
    return new Set(rows.map((it) => it.id));
  }

  /** Marks waiting events from the end of their subscription on as late: no period will come for them. */
  async markLate(
    tx: Transaction,
    organizationId: string,
    subscriptions: readonly { id: string; endedAt: Date }[],
  ): Promise<void> {
    await tx.query(
      `UPDATE usage_events AS event SET late = true, charged = false
         FROM unnest($2::uuid[], $3::timestamptz[]) AS subscription (id, ended_at)
        WHERE event.organization_id = $1 AND event.subscription_id = subscription.id
          AND event.period_id IS NULL AND event.timestamp >= subscription.ended_at AND NOT event.late`,
      [organizationId, subscriptions.map((it) => it.id), subscriptions.map((it) => it.endedAt)],
    );
  }

  /** Yields the events of the periods, or all from before them, by timestamp and then by arrival, some at a time. */
  async *eventsOf(
    tx: Transaction,
    organizationId: string,
    { periods, which }: { periods: readonly UsagePeriod[]; which: 'own' | 'earlier' },
  ): AsyncGenerator<UsageEvent[]> {
    const test = which === 'own' ? 'timestamp >= starts_at AND period_id = own_id' : 'timestamp < starts_at';
    const cursor = `usage_events_${which}`;
    await tx.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${USAGE_EVENT_COLUMNS}
         FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS period (own_id, own_subscription_id, starts_at)
         JOIN usage_events ON organization_id = $1 AND subscription_id = own_subscription_id AND ${test}
        ORDER BY timestamp, sequence`,
      [organizationId, ...spansOf(periods).slice(0, 3)],
    );
    for (;;) {
      const rows = await tx.query<UsageEventRow[]>(`FETCH ${CHUNK} FROM ${cursor}`);
      if (rows.length > 0) yield rows.map(usageEventOf);
      if (rows.length < CHUNK) break;
    }
    await tx.query(`CLOSE ${cursor}`);
  }
}
