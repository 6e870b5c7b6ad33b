import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE billable_metrics (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,
     description text,
     aggregation_type text NOT NULL,
     field_name text,
     rounding_function text,
     rounding_precision integer,
     recurring boolean NOT NULL DEFAULT false,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT billable_metrics_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX billable_metrics_code ON billable_metrics (organization_id, code) WHERE deleted_at IS NULL`,
  `CREATE INDEX billable_metrics_created ON billable_metrics (organization_id, created_at, id)`,

  `CREATE TABLE taxes (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,
     description text,
     rate numeric(7,4) NOT NULL,
     applied_to_organization boolean NOT NULL DEFAULT false,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT taxes_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX taxes_code ON taxes (organization_id, code) WHERE deleted_at IS NULL`,
  `CREATE INDEX taxes_created ON taxes (organization_id, created_at, id)`,

  `CREATE TABLE plans (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,
     description text,
     current_version_id uuid NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT plans_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX plans_code ON plans (organization_id, code) WHERE deleted_at IS NULL`,
  `CREATE INDEX plans_created ON plans (organization_id, created_at, id)`,

  // Rows are immutable: a subscription keeps the price at which it started.
  `CREATE TABLE plan_versions (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     plan_id uuid NOT NULL,
     version integer NOT NULL,
     interval text NOT NULL,
     amount_cents bigint NOT NULL,
     currency text NOT NULL,
     trial_period_days integer NOT NULL DEFAULT 0,
     pay_in_advance boolean NOT NULL DEFAULT false,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT plan_versions_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT plan_versions_plan_fkey FOREIGN KEY (organization_id, plan_id) REFERENCES plans (organization_id, id))`,
  `CREATE UNIQUE INDEX plan_versions_version ON plan_versions (organization_id, plan_id, version)`,
  // A plan and its first version refer to each other, so the constraint is checked at the end of the transaction.
  `ALTER TABLE plans ADD CONSTRAINT plans_current_version_fkey FOREIGN KEY (organization_id, current_version_id)
     REFERENCES plan_versions (organization_id, id) DEFERRABLE INITIALLY DEFERRED`,

  `CREATE TABLE charges (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     plan_version_id uuid NOT NULL,
     position integer NOT NULL,
     billable_metric_id uuid NOT NULL,
     charge_model text NOT NULL,
     properties jsonb NOT NULL,
     invoice_display_name text,
     CONSTRAINT charges_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT charges_plan_version_fkey FOREIGN KEY (organization_id, plan_version_id)
       REFERENCES plan_versions (organization_id, id),
     CONSTRAINT charges_billable_metric_fkey FOREIGN KEY (organization_id, billable_metric_id)
       REFERENCES billable_metrics (organization_id, id))`,
  `CREATE UNIQUE INDEX charges_position ON charges (organization_id, plan_version_id, position)`,
  `CREATE INDEX charges_billable_metric ON charges (organization_id, billable_metric_id)`,

  `CREATE TABLE plan_taxes (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     plan_id uuid NOT NULL,
     tax_id uuid NOT NULL,
     CONSTRAINT plan_taxes_pkey PRIMARY KEY (organization_id, plan_id, tax_id),
     CONSTRAINT plan_taxes_plan_fkey FOREIGN KEY (organization_id, plan_id) REFERENCES plans (organization_id, id),
     CONSTRAINT plan_taxes_tax_fkey FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id))`,
  `CREATE INDEX plan_taxes_tax ON plan_taxes (organization_id, tax_id)`,

  `CREATE TABLE customer_taxes (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     customer_id uuid NOT NULL,
     tax_id uuid NOT NULL,
     CONSTRAINT customer_taxes_pkey PRIMARY KEY (organization_id, customer_id, tax_id),
     CONSTRAINT customer_taxes_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT customer_taxes_tax_fkey FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id))`,
  `CREATE INDEX customer_taxes_tax ON customer_taxes (organization_id, tax_id)`,
];

const DOWN = [
  'DROP TABLE customer_taxes',
  'DROP TABLE plan_taxes',
  'DROP TABLE charges',
  'ALTER TABLE plans DROP CONSTRAINT plans_current_version_fkey',
  'DROP TABLE plan_versions',
  'DROP TABLE plans',
  'DROP TABLE taxes',
  'DROP TABLE billable_metrics',
];

/** Creates billable metrics, taxes, and plans with their versions and charges. */
export class Catalogue1763700000000 implements MigrationInterface {
  readonly name = 'Catalogue1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
