import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE webhook_endpoint_subscriptions (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     event_types text[],
     starts_at timestamptz(3) NOT NULL,
     ends_at timestamptz(3),
     CONSTRAINT webhook_endpoint_subscriptions_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT webhook_endpoint_subscriptions_endpoint_fkey FOREIGN KEY (organization_id, webhook_endpoint_id)
       REFERENCES webhook_endpoints (organization_id, id))`,
  `CREATE UNIQUE INDEX webhook_endpoint_subscriptions_open
     ON webhook_endpoint_subscriptions (organization_id, webhook_endpoint_id) WHERE ends_at IS NULL`,
  `CREATE INDEX webhook_endpoint_subscriptions_ended ON webhook_endpoint_subscriptions (ends_at)
     WHERE ends_at IS NOT NULL`,

  // Endpoints that have changed: the event kinds selected before the last change are unknown, hence null. Retention
  // deletes these rows like all others.
  `INSERT INTO webhook_endpoint_subscriptions (organization_id, id, webhook_endpoint_id, event_types, starts_at, ends_at)
   SELECT organization_id, gen_random_uuid(), id, NULL, created_at, updated_at FROM webhook_endpoints
    WHERE updated_at > created_at`,
  `INSERT INTO webhook_endpoint_subscriptions (organization_id, id, webhook_endpoint_id, event_types, starts_at)
   SELECT organization_id, gen_random_uuid(), id, event_types, updated_at FROM webhook_endpoints
    WHERE status = 'active' AND deleted_at IS NULL`,
];

/** Creates the history of the event kinds that each endpoint has selected. */
export class EndpointSubscriptions1764330000000 implements MigrationInterface {
  readonly name = 'EndpointSubscriptions1764330000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_endpoint_subscriptions');
  }
}
