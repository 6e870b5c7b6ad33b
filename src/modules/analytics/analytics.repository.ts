import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DaySpan } from '../../platform/http/day-span';
import type { InvoiceTransition } from './analytics.rules';

/** An invoice whose transition is to be counted. */
export interface CountedInvoice {
  organizationId: string;
  currency: string;
  amountCents: number;
  at: Date;
}

/** What a subscription adds to the recurring revenue from now on; null: nothing. */
export interface CountedSubscription {
  organizationId: string;
  subscriptionId: string;
  revenue: { currency: string; monthlyCents: string } | null;
  at: Date;
}

/** Invoices of one day and currency. Sums are decimal strings. */
export interface InvoiceDay {
  day: string;
  currency: string;
  finalized: string;
  finalizedCents: string;
  paid: string;
  paidCents: string;
  voided: string;
  voidedCents: string;
}

/** Recurring revenue at the end of one day, in one currency. */
export interface RevenueDay {
  day: string;
  currency: string;
  subscriptions: string;
  monthlyCents: string;
}

const SERIES = `generate_series($2::date, $3::date, interval '1 day') AS series (day)`;
const ofTransition = (name: InvoiceTransition): string => `FILTER (WHERE counted.transition = '${name}')`;
const columnsOf = (name: InvoiceTransition): string =>
  `coalesce(sum(counted.invoices) ${ofTransition(name)}, 0)::text AS "${name}",
   coalesce(sum(counted.amount_total) ${ofTransition(name)}, 0)::text AS "${name}Cents"`;

/**
 * Changes the revenue of a day by a difference. A day begins with the revenue of the last day before it. A clock that is
 * behind another process's counts on the later day: days after it would miss the change. The lock on the last day lets no
 * transaction begin a day with revenue that another one is changing.
 */
const ADD_REVENUE = `
  WITH latest AS (
    SELECT day, subscriptions, monthly FROM recurring_revenue_days
     WHERE organization_id = $1 AND currency = $2 ORDER BY day DESC LIMIT 1 FOR UPDATE)
  INSERT INTO recurring_revenue_days AS revenue (organization_id, currency, day, subscriptions, monthly)
  SELECT $1, $2, greatest(($3::timestamptz AT TIME ZONE 'UTC')::date, (SELECT day FROM latest)),
         coalesce((SELECT subscriptions FROM latest), 0) + $4::bigint,
         coalesce((SELECT monthly FROM latest), 0) + $5::numeric
      ON CONFLICT (organization_id, currency, day) DO UPDATE
     SET subscriptions = revenue.subscriptions + $4::bigint,
         monthly = revenue.monthly + $5::numeric`;

/** Queries of the counters of analytics. Reads go by primary key; none scans history. */
@Injectable()
export class AnalyticsRepository {
  /** Counts a transition of invoices. In the order of the keys, so that concurrent batches do not deadlock. */
  async countInvoices(
    tx: Transaction,
    transition: InvoiceTransition,
    invoices: readonly CountedInvoice[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO invoice_days AS counted (organization_id, day, currency, transition, invoices, amount_total)
       SELECT organization_id, (at AT TIME ZONE 'UTC')::date AS day, currency, $1, count(*), sum(amount)
         FROM unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::bigint[])
           AS invoice (organization_id, at, currency, amount)
        GROUP BY organization_id, day, currency ORDER BY organization_id, day, currency
           ON CONFLICT (organization_id, day, currency, transition) DO UPDATE
          SET invoices = counted.invoices + excluded.invoices,
              amount_total = counted.amount_total + excluded.amount_total`,
      [
        transition,
        invoices.map((it) => it.organizationId),
        invoices.map((it) => it.at),
        invoices.map((it) => it.currency),
        invoices.map((it) => it.amountCents),
      ],
    );
  }

  /** Replaces what a subscription was counted with. The caller holds the lock on the subscription. */
  async countSubscription(tx: Transaction, counted: CountedSubscription): Promise<void> {
    const { organizationId, subscriptionId, revenue, at } = counted;
    const before = await this.takeRevenue(tx, organizationId, subscriptionId);
    if (before !== null)
      await tx.query(ADD_REVENUE, [organizationId, before.currency, at, -1, `-${before.monthly}`]);
    if (revenue === null) return;
    const { currency, monthlyCents } = revenue;
    await tx.query(
      `INSERT INTO recurring_revenue (organization_id, subscription_id, currency, monthly)
       VALUES ($1, $2, $3, $4)`,
      [organizationId, subscriptionId, currency, monthlyCents],
    );
    await tx.query(ADD_REVENUE, [organizationId, currency, at, 1, monthlyCents]);
  }

  invoiceDays(tx: Transaction, organizationId: string, { from, to }: DaySpan): Promise<InvoiceDay[]> {
    return tx.query(
      `SELECT to_char(series.day, 'YYYY-MM-DD') AS day, currencies.currency,
              ${columnsOf('finalized')}, ${columnsOf('paid')}, ${columnsOf('voided')}
         FROM (SELECT DISTINCT currency FROM invoice_days
                WHERE organization_id = $1 AND day BETWEEN $2 AND $3) AS currencies
        CROSS JOIN ${SERIES}
         LEFT JOIN invoice_days AS counted
           ON counted.organization_id = $1 AND counted.day = series.day AND counted.currency = currencies.currency
        GROUP BY series.day, currencies.currency ORDER BY series.day, currencies.currency`,
      [organizationId, from, to],
    );
  }

  /** Returns every day of each currency that has had revenue by then; a day without a change has that of the day before. */
  revenueDays(tx: Transaction, organizationId: string, { from, to }: DaySpan): Promise<RevenueDay[]> {
    return tx.query(
      `WITH RECURSIVE currencies AS (
         SELECT min(currency) AS currency FROM recurring_revenue_days WHERE organization_id = $1
          UNION ALL
         SELECT (SELECT min(currency) FROM recurring_revenue_days
                  WHERE organization_id = $1 AND currency > currencies.currency)
           FROM currencies WHERE currencies.currency IS NOT NULL)
       SELECT to_char(series.day, 'YYYY-MM-DD') AS day, currencies.currency,
              counted.subscriptions::text AS subscriptions, counted.monthly::text AS "monthlyCents"
         FROM currencies CROSS JOIN ${SERIES}
        CROSS JOIN LATERAL (
          SELECT subscriptions, monthly FROM recurring_revenue_days
           WHERE organization_id = $1 AND currency = currencies.currency AND day <= series.day
           ORDER BY day DESC LIMIT 1) AS counted
        ORDER BY series.day, currencies.currency`,
      [organizationId, from, to],
    );
  }

  private async takeRevenue(
    tx: Transaction,
    organizationId: string,
    subscriptionId: string,
  ): Promise<{ currency: string; monthly: string } | null> {
    const [rows] = await tx.query<[{ currency: string; monthly: string }[], number]>(
      `DELETE FROM recurring_revenue WHERE organization_id = $1 AND subscription_id = $2
       RETURNING currency, monthly::text AS monthly`,
      [organizationId, subscriptionId],
    );
    return rows[0] ?? null;
  }
}
