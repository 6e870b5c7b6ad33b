import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE invoices (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     number text,
     customer_id uuid NOT NULL,
     invoice_type text NOT NULL,
     status text NOT NULL,
     currency text NOT NULL,
     subscription_id uuid,
     period_id uuid,
     occasion text,
     billing_from timestamptz(3),
     billing_to timestamptz(3),
     usage_period_id uuid,
     fees_amount_cents bigint NOT NULL,
     coupons_amount_cents bigint NOT NULL,
     taxes_amount_cents bigint NOT NULL,
     credit_notes_amount_cents bigint NOT NULL,
     prepaid_credit_amount_cents bigint NOT NULL,
     total_amount_cents bigint NOT NULL,
     amount_paid_cents bigint NOT NULL,
     offset_amount_cents bigint NOT NULL,
     amount_due_cents bigint NOT NULL,
     timezone text NOT NULL,
     net_payment_term integer NOT NULL,
     issuing_date date NOT NULL,
     payment_due_date date NOT NULL,
     payment_overdue boolean NOT NULL DEFAULT false,
     next_action_at timestamptz(3),
     finalized_at timestamptz(3),
     paid_at timestamptz(3),
     voided_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT invoices_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT invoices_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT invoices_total_adds_up CHECK (total_amount_cents = fees_amount_cents - coupons_amount_cents
       + taxes_amount_cents - credit_notes_amount_cents - prepaid_credit_amount_cents),
     CONSTRAINT invoices_due_adds_up CHECK (amount_due_cents >= 0 AND (status = 'voided'
       OR amount_due_cents = total_amount_cents - amount_paid_cents - offset_amount_cents)),
     CONSTRAINT invoices_numbered CHECK ((status = 'draft') = (number IS NULL)))`,
  `CREATE UNIQUE INDEX invoices_number ON invoices (organization_id, number)`,
  // One invoice per period and occasion, despite crashes and concurrent runs; both columns are null for one-off
  // invoices.
  `CREATE UNIQUE INDEX invoices_occasion ON invoices (organization_id, subscription_id, period_id, occasion)`,
  `CREATE INDEX invoices_created ON invoices (organization_id, created_at, id)`,
  `CREATE INDEX invoices_issued ON invoices (organization_id, issuing_date, id)`,
  `CREATE INDEX invoices_customer ON invoices (organization_id, customer_id, created_at, id)`,
  `CREATE INDEX invoices_subscription ON invoices (organization_id, subscription_id, created_at, id)`,
  `CREATE INDEX invoices_status ON invoices (organization_id, status, created_at, id)`,
  `CREATE INDEX invoices_overdue ON invoices (organization_id, created_at, id) WHERE payment_overdue`,
  `CREATE INDEX invoices_usage_period ON invoices (organization_id, usage_period_id) WHERE status = 'draft'`,
  // For the job that queries due invoices of all organizations. Partial, so that the index stays small.
  `CREATE INDEX invoices_next_action ON invoices (next_action_at, organization_id, id)
     WHERE next_action_at IS NOT NULL`,

  `CREATE TABLE invoice_fees (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     position integer NOT NULL,
     type text NOT NULL,
     description text NOT NULL,
     units numeric NOT NULL,
     unit_amount numeric,
     amount_cents bigint NOT NULL,
     taxes_amount_cents bigint NOT NULL,
     applied_taxes jsonb NOT NULL,
     billable_metric_code text,
     charge_id uuid,
     plan_id uuid,
     plan_version_id uuid,
     covers_from timestamptz(3),
     covers_to timestamptz(3),
     billed_days integer,
     period_days integer,
     events_count integer,
     CONSTRAINT invoice_fees_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT invoice_fees_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT invoice_fees_charge_fkey FOREIGN KEY (organization_id, charge_id)
       REFERENCES charges (organization_id, id),
     CONSTRAINT invoice_fees_plan_version_fkey FOREIGN KEY (organization_id, plan_version_id)
       REFERENCES plan_versions (organization_id, id))`,
  `CREATE UNIQUE INDEX invoice_fees_position ON invoice_fees (organization_id, invoice_id, position)`,

  `CREATE TABLE invoice_settlements (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     source text NOT NULL,
     source_id uuid NOT NULL,
     amount_cents bigint NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT invoice_settlements_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT invoice_settlements_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id))`,
  `CREATE UNIQUE INDEX invoice_settlements_source
     ON invoice_settlements (organization_id, source, source_id, invoice_id)`,
  `CREATE INDEX invoice_settlements_invoice ON invoice_settlements (organization_id, invoice_id)`,

  `CREATE TABLE invoice_counters (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     prefix text NOT NULL,
     last_number integer NOT NULL,
     CONSTRAINT invoice_counters_pkey PRIMARY KEY (organization_id))`,
];

const DOWN = [
  'DROP TABLE invoice_counters',
  'DROP TABLE invoice_settlements',
  'DROP TABLE invoice_fees',
  'DROP TABLE invoices',
];

/** Creates invoices with their fees, the amounts applied to them, and the counters for invoice numbers. */
export class Invoices1763900000000 implements MigrationInterface {
  readonly name = 'Invoices1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
