import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE dunning_campaigns (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,
     description text,
     status text NOT NULL,
     max_attempts integer NOT NULL,
     days_between_attempts integer NOT NULL,
     thresholds jsonb NOT NULL,
     applied_to_organization boolean NOT NULL DEFAULT false,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT dunning_campaigns_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX dunning_campaigns_code ON dunning_campaigns (organization_id, code) WHERE deleted_at IS NULL`,
  `CREATE UNIQUE INDEX dunning_campaigns_default ON dunning_campaigns (organization_id)
     WHERE applied_to_organization AND deleted_at IS NULL`,
  `CREATE INDEX dunning_campaigns_created ON dunning_campaigns (organization_id, created_at, id)`,

  `CREATE TABLE customer_dunning_campaigns (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     customer_id uuid NOT NULL,
     dunning_campaign_id uuid NOT NULL,
     CONSTRAINT customer_dunning_campaigns_pkey PRIMARY KEY (organization_id, customer_id),
     CONSTRAINT customer_dunning_campaigns_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT customer_dunning_campaigns_campaign_fkey FOREIGN KEY (organization_id, dunning_campaign_id)
       REFERENCES dunning_campaigns (organization_id, id))`,
  `CREATE INDEX customer_dunning_campaigns_campaign
     ON customer_dunning_campaigns (organization_id, dunning_campaign_id, customer_id)`,

  // A queue of the customers that the dunning job has yet to review.
  `CREATE TABLE dunning_reviews (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     due_at timestamptz(3) NOT NULL,
     CONSTRAINT dunning_reviews_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT dunning_reviews_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  `CREATE INDEX dunning_reviews_due ON dunning_reviews (due_at, organization_id, id)`,

  `CREATE TABLE payment_requests (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     dunning_campaign_id uuid,
     max_attempts integer,
     days_between_attempts integer,
     currency text NOT NULL,
     amount_cents bigint NOT NULL,
     amount_paid_cents bigint NOT NULL,
     payment_status text NOT NULL,
     payment_attempts integer NOT NULL,
     last_payment_id uuid,
     next_action_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT payment_requests_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT payment_requests_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT payment_requests_campaign_fkey FOREIGN KEY (organization_id, dunning_campaign_id)
       REFERENCES dunning_campaigns (organization_id, id))`,
  `CREATE INDEX payment_requests_created ON payment_requests (organization_id, created_at, id)`,
  `CREATE INDEX payment_requests_customer ON payment_requests (organization_id, customer_id, created_at, id)`,
  `CREATE INDEX payment_requests_status ON payment_requests (organization_id, payment_status, created_at, id)`,
  `CREATE INDEX payment_requests_campaign
     ON payment_requests (organization_id, dunning_campaign_id, created_at, id)`,
  // Ensures, even under concurrency, that a customer has one open request per campaign and currency.
  `CREATE UNIQUE INDEX payment_requests_open ON payment_requests (organization_id, customer_id, currency)
     WHERE payment_status = 'pending' AND dunning_campaign_id IS NOT NULL`,

  `CREATE TABLE payment_request_invoices (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     payment_request_id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     state text NOT NULL,
     CONSTRAINT payment_request_invoices_pkey PRIMARY KEY (organization_id, payment_request_id, invoice_id),
     CONSTRAINT payment_request_invoices_request_fkey FOREIGN KEY (organization_id, payment_request_id)
       REFERENCES payment_requests (organization_id, id),
     CONSTRAINT payment_request_invoices_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id))`,
  `CREATE UNIQUE INDEX payment_request_invoices_open ON payment_request_invoices (organization_id, invoice_id)
     WHERE state = 'open'`,
  `CREATE INDEX payment_request_invoices_invoice ON payment_request_invoices (organization_id, invoice_id)`,

  `ALTER TABLE payments ADD CONSTRAINT payments_payment_request_fkey
     FOREIGN KEY (organization_id, payment_request_id) REFERENCES payment_requests (organization_id, id)`,

  `CREATE INDEX invoices_overdue_customer ON invoices (organization_id, customer_id, id) WHERE payment_overdue`,
];

const DOWN = [
  'DROP INDEX invoices_overdue_customer',
  'ALTER TABLE payments DROP CONSTRAINT payments_payment_request_fkey',
  'DROP TABLE payment_request_invoices',
  'DROP TABLE payment_requests',
  'DROP TABLE dunning_reviews',
  'DROP TABLE customer_dunning_campaigns',
  'DROP TABLE dunning_campaigns',
];

export class Dunning1764300000000 implements MigrationInterface {
  readonly name = 'Dunning1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
