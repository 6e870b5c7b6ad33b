import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE payments
     ADD COLUMN surplus_amount_cents bigint NOT NULL DEFAULT 0,
     ADD COLUMN surplus_refund_status text NOT NULL DEFAULT 'none',
     ADD COLUMN needs_review boolean NOT NULL DEFAULT false`,
  `CREATE TABLE collections (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     invoice_id uuid,
     payment_request_id uuid,
     customer_id uuid NOT NULL,
     attempt_number integer NOT NULL,
     kind text NOT NULL,
     provider text NOT NULL,
     amount_cents bigint NOT NULL,
     currency text NOT NULL,
     description text NOT NULL,
     status text NOT NULL,
     requires_action boolean NOT NULL DEFAULT false,
     url text,
     expires_at timestamptz(3),
     success_url text NOT NULL,
     cancel_url text NOT NULL,
     provider_customer_id text,
     provider_method_id text,
     provider_object_id text,
     announced_payment_id uuid NOT NULL,
     payment_id uuid,
     failure_code text,
     failure_reason text,
     decline_class text,
     tries integer NOT NULL DEFAULT 1,
     requested_at timestamptz(3),
     confirm_requested_at timestamptz(3),
     cancel_requested_at timestamptz(3),
     heard_at timestamptz(3),
     revision integer NOT NULL DEFAULT 0,
     polls integer NOT NULL DEFAULT 0,
     next_action_at timestamptz(3),
     dead_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT collections_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT collections_target CHECK (num_nonnulls(invoice_id, payment_request_id) = 1),
     CONSTRAINT collections_amount CHECK (amount_cents > 0),
     CONSTRAINT collections_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT collections_payment_request_fkey FOREIGN KEY (organization_id, payment_request_id)
       REFERENCES payment_requests (organization_id, id),
     CONSTRAINT collections_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT collections_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id))`,
  'CREATE INDEX collections_created ON collections (organization_id, created_at, id)',
  'CREATE UNIQUE INDEX collections_invoice ON collections (organization_id, invoice_id, attempt_number)',
  `CREATE UNIQUE INDEX collections_payment_request
     ON collections (organization_id, payment_request_id, attempt_number)`,
  'CREATE INDEX collections_customer ON collections (organization_id, customer_id, created_at, id)',
  'CREATE INDEX collections_status ON collections (organization_id, status, created_at, id)',
  'CREATE UNIQUE INDEX collections_announced ON collections (organization_id, announced_payment_id)',
  `CREATE INDEX collections_object ON collections (organization_id, provider, provider_object_id)
     WHERE provider_object_id IS NOT NULL`,
  'CREATE INDEX collections_payment ON collections (organization_id, payment_id) WHERE payment_id IS NOT NULL',
  `CREATE INDEX collections_due ON collections (next_action_at, organization_id, id)
     WHERE next_action_at IS NOT NULL`,
  `CREATE TABLE collection_reservations (
     organization_id uuid NOT NULL,
     collection_id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     amount_cents bigint NOT NULL,
     closed_at timestamptz(3),
     CONSTRAINT collection_reservations_pkey PRIMARY KEY (organization_id, collection_id, invoice_id),
     CONSTRAINT collection_reservations_collection_fkey FOREIGN KEY (organization_id, collection_id)
       REFERENCES collections (organization_id, id),
     CONSTRAINT collection_reservations_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id))`,
  `CREATE UNIQUE INDEX collection_reservations_open ON collection_reservations (organization_id, invoice_id)
     WHERE closed_at IS NULL`,
  `SELECT confine_to_organization('collections')`,
  `SELECT confine_to_organization('collection_reservations')`,
  `SELECT audit_changes('collections', 'revision', 'polls', 'next_action_at', 'heard_at', 'tries')`,
];

const DOWN = [
  'DROP TABLE collection_reservations, collections',
  `ALTER TABLE payments
     DROP COLUMN surplus_amount_cents, DROP COLUMN surplus_refund_status, DROP COLUMN needs_review`,
];

/** Collections of money through providers, and what they reserve of invoices. */
export class Collections1764445000000 implements MigrationInterface {
  readonly name = 'Collections1764445000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
