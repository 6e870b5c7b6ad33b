import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A price per billing period as an amount per month; a week is 12/52 of a month. */
const MONTHLY = `CASE plan_interval WHEN 'weekly' THEN plan_amount_cents * 52 / 12.0
  WHEN 'quarterly' THEN plan_amount_cents / 3.0 WHEN 'yearly' THEN plan_amount_cents / 12.0
  ELSE plan_amount_cents END`;

/** What happened to invoices on a day, and for how much. */
const invoiceDays = (column: string, status: string): string =>
  `SELECT organization_id, (${column} AT TIME ZONE 'UTC')::date, currency, '${status}', count(*), sum(total_amount_cents)
     FROM invoices WHERE ${column} IS NOT NULL GROUP BY 1, 2, 3`;

const UP = [
  `CREATE TABLE invoice_days (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     currency text NOT NULL,
     day date NOT NULL,
     transition text NOT NULL,
     invoices bigint NOT NULL,
     amount_total numeric NOT NULL,
     CONSTRAINT invoice_days_pkey PRIMARY KEY (organization_id, day, currency, transition))`,
  `SELECT confine_to_organization('invoice_days')`,
  `INSERT INTO invoice_days (organization_id, day, currency, transition, invoices, amount_total)
   ${invoiceDays('finalized_at', 'finalized')} UNION ALL ${invoiceDays('paid_at', 'paid')}
   UNION ALL ${invoiceDays('voided_at', 'voided')}`,

  `CREATE TABLE recurring_revenue (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     subscription_id uuid NOT NULL,
     currency text NOT NULL,
     monthly numeric NOT NULL,
     CONSTRAINT recurring_revenue_pkey PRIMARY KEY (organization_id, subscription_id))`,
  `SELECT confine_to_organization('recurring_revenue')`,
  `INSERT INTO recurring_revenue (organization_id, subscription_id, currency, monthly)
   SELECT organization_id, id, plan_currency, ${MONTHLY} FROM subscriptions WHERE status = 'active'`,

  `CREATE TABLE recurring_revenue_days (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     currency text NOT NULL,
     day date NOT NULL,
     subscriptions bigint NOT NULL,
     monthly numeric NOT NULL,
     CONSTRAINT recurring_revenue_days_pkey PRIMARY KEY (organization_id, currency, day))`,
  `SELECT confine_to_organization('recurring_revenue_days')`,
  `INSERT INTO recurring_revenue_days (organization_id, currency, day, subscriptions, monthly)
   SELECT organization_id, currency, (now() AT TIME ZONE 'UTC')::date, count(*), sum(monthly)
     FROM recurring_revenue GROUP BY 1, 2`,

  // Several rows per metric and day: connections that count at the same time do not wait for each other.
  `CREATE TABLE usage_days (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     billable_metric_id uuid NOT NULL,
     day date NOT NULL,
     slot smallint NOT NULL,
     events bigint NOT NULL,
     CONSTRAINT usage_days_pkey PRIMARY KEY (organization_id, day, billable_metric_id, slot)) WITH (fillfactor = 50)`,
  `SELECT confine_to_organization('usage_days')`,
];

/** Counters from which GET /v1/analytics reads. Usage is counted from this migration on. */
export class Analytics1764441000000 implements MigrationInterface {
  readonly name = 'Analytics1764441000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['usage_days', 'recurring_revenue_days', 'recurring_revenue', 'invoice_days'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
