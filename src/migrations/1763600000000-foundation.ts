import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE organizations (
     id uuid NOT NULL,
     name text NOT NULL,
     default_currency text NOT NULL,
     timezone text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT organizations_pkey PRIMARY KEY (id))`,

  `CREATE TABLE api_keys (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     name text NOT NULL,
     key_prefix text NOT NULL,
     key_hash text NOT NULL,
     status text NOT NULL,
     last_used_at timestamptz(3),
     expires_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE INDEX api_keys_hash ON api_keys (key_hash)`,
  `CREATE INDEX api_keys_created ON api_keys (organization_id, created_at, id)`,

  `CREATE TABLE idempotency_keys (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     key text NOT NULL,
     fingerprint text NOT NULL,
     status smallint NOT NULL,
     sealed_body text NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key))`,
  `CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at)`,

  `CREATE TABLE test_clock (
     singleton boolean NOT NULL DEFAULT true,
     now timestamptz(3) NOT NULL,
     CONSTRAINT test_clock_pkey PRIMARY KEY (singleton))`,

  `CREATE TABLE outbox_events (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     kind text NOT NULL,
     object_type text NOT NULL,
     object_id uuid NOT NULL,
     sequence integer NOT NULL,
     payload text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT outbox_events_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX outbox_events_object ON outbox_events (organization_id, object_type, object_id, sequence)`,
  `CREATE INDEX outbox_events_created ON outbox_events (created_at)`,

  `CREATE TABLE outbox_sequences (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     object_type text NOT NULL,
     object_id uuid NOT NULL,
     last_sequence integer NOT NULL,
     CONSTRAINT outbox_sequences_pkey PRIMARY KEY (organization_id, object_type, object_id))`,

  `CREATE TABLE customers (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     external_id text NOT NULL,
     name text,
     email text,
     currency text,
     timezone text,
     country text,
     address_line1 text,
     address_line2 text,
     zipcode text,
     city text,
     state text,
     metadata jsonb NOT NULL DEFAULT '{}',
     invoice_grace_period integer NOT NULL DEFAULT 0,
     net_payment_term integer NOT NULL DEFAULT 30,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT customers_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX customers_external_id ON customers (organization_id, external_id) WHERE deleted_at IS NULL`,
  `CREATE INDEX customers_email ON customers (organization_id, email, created_at, id)`,
  `CREATE INDEX customers_created ON customers (organization_id, created_at, id)`,
  `CREATE INDEX customers_updated ON customers (organization_id, updated_at, id)`,

  `CREATE TABLE webhook_endpoints (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     url text NOT NULL,
     description text,
     signature_algo text NOT NULL,
     status text NOT NULL,
     event_types text[] NOT NULL,
     sealed_secret text NOT NULL,
     sealed_previous_secret text,
     previous_secret_expires_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE INDEX webhook_endpoints_created ON webhook_endpoints (organization_id, created_at, id) WHERE deleted_at IS NULL`,
  `CREATE INDEX webhook_endpoints_updated ON webhook_endpoints (organization_id, updated_at, id) WHERE deleted_at IS NULL`,
  `CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL`,

  // No foreign key to outbox_events, because it would need another index on this, the largest table. Only retention
  // deletes events, and only after their deliveries.
  `CREATE TABLE webhook_deliveries (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     event_id uuid NOT NULL,
     webhook_type text NOT NULL,
     object_type text NOT NULL,
     object_id uuid NOT NULL,
     max_retries integer NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
     FOREIGN KEY (organization_id, webhook_endpoint_id) REFERENCES webhook_endpoints (organization_id, id))`,
  `CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (organization_id, webhook_endpoint_id, id)`,
  `CREATE INDEX webhook_deliveries_type ON webhook_deliveries (organization_id, webhook_type, id)`,
  `CREATE INDEX webhook_deliveries_object ON webhook_deliveries (organization_id, object_id, id)`,

  // No foreign key to deliveries: the only statement that inserts attempts reads the IDs from the queue.
  `CREATE TABLE webhook_attempts (
     organization_id uuid NOT NULL,
     delivery_id uuid NOT NULL,
     attempt_number integer NOT NULL,
     id uuid NOT NULL,
     http_status integer,
     response_body text,
     success boolean NOT NULL,
     error_message text,
     attempted_at timestamptz(3) NOT NULL,
     recorded_at timestamptz(3) NOT NULL,
     retries integer NOT NULL,
     last_retried_at timestamptz(3),
     CONSTRAINT webhook_attempts_pkey PRIMARY KEY (organization_id, delivery_id, attempt_number))`,
  `CREATE INDEX webhook_attempts_succeeded ON webhook_attempts (organization_id, recorded_at, delivery_id) WHERE success`,

  // The queue is small, but every row changes often. Vacuum triggers on the number of changes and runs without pauses;
  // otherwise dead rows would bloat the indexes.
  `CREATE TABLE webhook_queue (
     organization_id uuid NOT NULL,
     delivery_id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     event_id uuid NOT NULL,
     webhook_type text NOT NULL,
     stage text NOT NULL,
     open boolean NOT NULL DEFAULT true,
     next_attempt_at timestamptz(3) NOT NULL,
     leased_until timestamptz(3),
     generation integer NOT NULL DEFAULT 0,
     attempts integer NOT NULL DEFAULT 0,
     retries integer NOT NULL DEFAULT 0,
     max_retries integer NOT NULL,
     is_retry boolean NOT NULL DEFAULT false,
     lapses smallint NOT NULL DEFAULT 0,
     last_retried_at timestamptz(3),
     error_message text,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT webhook_queue_pkey PRIMARY KEY (organization_id, delivery_id),
     FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_deliveries (organization_id, id))
   WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
         autovacuum_vacuum_cost_delay = 0)`,
  `CREATE INDEX webhook_queue_queued ON webhook_queue (organization_id, webhook_endpoint_id, delivery_id) WHERE stage = 'queued'`,
  `CREATE INDEX webhook_queue_waiting ON webhook_queue (next_attempt_at) WHERE stage = 'waiting'`,
  `CREATE INDEX webhook_queue_failed ON webhook_queue (organization_id, delivery_id) WHERE stage = 'failed'`,
  `CREATE INDEX webhook_queue_updated ON webhook_queue (organization_id, updated_at, delivery_id)`,
  `CREATE INDEX webhook_queue_pending ON webhook_queue (organization_id, webhook_endpoint_id) WHERE open`,

  `CREATE TABLE webhook_lanes (
     organization_id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     owner uuid NOT NULL,
     leased_until timestamptz(3) NOT NULL,
     check_at timestamptz(3),
     CONSTRAINT webhook_lanes_pkey PRIMARY KEY (organization_id, webhook_endpoint_id),
     FOREIGN KEY (organization_id, webhook_endpoint_id) REFERENCES webhook_endpoints (organization_id, id))
   WITH (fillfactor = 20)`,
  `CREATE INDEX webhook_lanes_check ON webhook_lanes (check_at)`,

  `CREATE TABLE webhook_delivery_counts (
     organization_id uuid NOT NULL,
     day date NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     webhook_type text NOT NULL,
     succeeded bigint NOT NULL DEFAULT 0,
     failed bigint NOT NULL DEFAULT 0,
     CONSTRAINT webhook_delivery_counts_pkey PRIMARY KEY (organization_id, day, webhook_endpoint_id, webhook_type),
     FOREIGN KEY (organization_id, webhook_endpoint_id) REFERENCES webhook_endpoints (organization_id, id))
   WITH (fillfactor = 20)`,
];

const TABLES = [
  'webhook_delivery_counts',
  'webhook_lanes',
  'webhook_queue',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'customers',
  'outbox_sequences',
  'outbox_events',
  'test_clock',
  'idempotency_keys',
  'api_keys',
  'organizations',
];

/** Creates organizations, API keys, customers, the outbox and webhooks. */
export class Foundation1763600000000 implements MigrationInterface {
  readonly name = 'Foundation1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE ${table}`);
  }
}
