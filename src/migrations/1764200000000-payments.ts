import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE payments (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     invoice_id uuid,
     payment_request_id uuid,
     customer_id uuid NOT NULL,
     amount_cents bigint NOT NULL,
     currency text NOT NULL,
     provider text NOT NULL,
     provider_payment_id text,
     provider_checkout_id text,
     status text NOT NULL,
     settled_amount_cents bigint NOT NULL DEFAULT 0,
     refunded_amount_cents bigint NOT NULL DEFAULT 0,
     reported_refund_cents bigint NOT NULL DEFAULT 0,
     failure_reason text,
     reference text,
     metadata jsonb NOT NULL DEFAULT '{}',
     completed_at timestamptz(3),
     provider_succeeded_at timestamptz(3),
     provider_failed_at timestamptz(3),
     reversed_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT payments_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT payments_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT payments_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id))`,
  `CREATE INDEX payments_created ON payments (organization_id, created_at, id)`,
  `CREATE INDEX payments_invoice ON payments (organization_id, invoice_id, created_at)`,
  `CREATE INDEX payments_payment_request ON payments (organization_id, payment_request_id, created_at)`,
  `CREATE INDEX payments_customer ON payments (organization_id, customer_id, created_at)`,
  `CREATE INDEX payments_status ON payments (organization_id, status, created_at)`,
  `CREATE INDEX payments_provider ON payments (organization_id, provider, created_at)`,
  `CREATE UNIQUE INDEX payments_provider_payment ON payments (organization_id, provider, provider_payment_id)`,
  `CREATE INDEX payments_provider_checkout ON payments (organization_id, provider, provider_checkout_id)`,
  // Finds the organization, and with it the webhook secret, of a notification that names nothing but our payment ID.
  `CREATE INDEX payments_id ON payments (id)`,

  `CREATE TABLE payment_refunds (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     payment_id uuid NOT NULL,
     provider text NOT NULL,
     provider_refund_id text,
     amount_cents bigint NOT NULL,
     status text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT payment_refunds_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT payment_refunds_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id))`,
  `CREATE INDEX payment_refunds_payment ON payment_refunds (organization_id, payment_id)`,
  `CREATE UNIQUE INDEX payment_refunds_provider_refund
     ON payment_refunds (organization_id, provider, provider_refund_id)`,

  `CREATE TABLE payment_provider_connections (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     provider text NOT NULL,
     token text NOT NULL,
     sealed_secret text NOT NULL,
     sealed_previous_secret text,
     previous_secret_expires_at timestamptz(3),
     provider_account_id text,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT payment_provider_connections_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX payment_provider_connections_provider
     ON payment_provider_connections (organization_id, provider)`,
  `CREATE INDEX payment_provider_connections_created
     ON payment_provider_connections (organization_id, created_at, id)`,
  // Find the organization of a notification by the token in its URL or by the provider's account ID.
  `CREATE INDEX payment_provider_connections_token ON payment_provider_connections (token)`,
  `CREATE INDEX payment_provider_connections_account
     ON payment_provider_connections (provider, provider_account_id)`,

  `CREATE TABLE provider_notifications (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     provider text NOT NULL,
     event_id text NOT NULL,
     replay_hash text NOT NULL,
     event_type text,
     occurred_at timestamptz(3),
     body text NOT NULL,
     status text NOT NULL,
     reason text,
     effect text,
     needs_review boolean NOT NULL DEFAULT false,
     payment_id uuid,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT provider_notifications_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT provider_notifications_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id))`,
  `CREATE UNIQUE INDEX provider_notifications_event
     ON provider_notifications (organization_id, provider, event_id)`,
  `CREATE UNIQUE INDEX provider_notifications_replay
     ON provider_notifications (organization_id, provider, replay_hash)`,
  `CREATE INDEX provider_notifications_created
     ON provider_notifications (organization_id, provider, created_at, id)`,
  `CREATE INDEX provider_notifications_received ON provider_notifications (created_at) WHERE status = 'received'`,
  `CREATE INDEX provider_notifications_payment
     ON provider_notifications (organization_id, payment_id, created_at)`,
];

const DOWN = [
  'DROP TABLE provider_notifications',
  'DROP TABLE payment_provider_connections',
  'DROP TABLE payment_refunds',
  'DROP TABLE payments',
];

/** Creates payments with their refunds, connections to payment providers, and notifications of providers. */
export class Payments1764200000000 implements MigrationInterface {
  readonly name = 'Payments1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
