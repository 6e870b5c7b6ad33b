import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE payment_provider_connections
     ADD COLUMN sealed_credentials text,
     ADD COLUMN environment text NOT NULL DEFAULT 'live',
     ADD COLUMN connection_state text NOT NULL DEFAULT 'unchecked',
     ADD COLUMN connection_checked_at timestamptz(3),
     ADD COLUMN connection_error text`,
  `CREATE TABLE provider_calls (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     provider text NOT NULL,
     collection_id uuid,
     customer_id uuid,
     method text NOT NULL,
     path text NOT NULL,
     request text,
     outcome text NOT NULL,
     status integer,
     response text,
     reason text,
     duration_ms integer,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT provider_calls_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT provider_calls_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id))`,
  'CREATE INDEX provider_calls_created ON provider_calls (organization_id, provider, created_at, id)',
  `CREATE INDEX provider_calls_collection ON provider_calls (organization_id, collection_id, created_at, id)
     WHERE collection_id IS NOT NULL`,
  `CREATE INDEX provider_calls_customer ON provider_calls (organization_id, customer_id)
     WHERE customer_id IS NOT NULL`,
  'CREATE INDEX provider_calls_old ON provider_calls (created_at)',
  `SELECT confine_to_organization('provider_calls')`,
];

const DOWN = [
  'DROP TABLE provider_calls',
  `ALTER TABLE payment_provider_connections
     DROP COLUMN sealed_credentials, DROP COLUMN environment, DROP COLUMN connection_state,
     DROP COLUMN connection_checked_at, DROP COLUMN connection_error`,
];

/** The credentials of connections, and the record of the calls of providers (docs/payments.md#connections). */
export class CollectingConnections1764446000000 implements MigrationInterface {
  readonly name = 'CollectingConnections1764446000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
