import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE webhook_recoveries (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     since timestamptz(3) NOT NULL,
     until timestamptz(3) NOT NULL,
     total integer NOT NULL,
     retried integer NOT NULL DEFAULT 0,
     last_delivery_id uuid,
     next_run_at timestamptz(3),
     completed_at timestamptz(3),
     canceled_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT webhook_recoveries_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT webhook_recoveries_endpoint_fkey FOREIGN KEY (organization_id, webhook_endpoint_id)
       REFERENCES webhook_endpoints (organization_id, id))`,
  `CREATE UNIQUE INDEX webhook_recoveries_running ON webhook_recoveries (organization_id, webhook_endpoint_id)
     WHERE next_run_at IS NOT NULL`,
  'CREATE INDEX webhook_recoveries_next_run ON webhook_recoveries (next_run_at, id) WHERE next_run_at IS NOT NULL',
  `CREATE INDEX webhook_queue_recoverable ON webhook_queue (organization_id, webhook_endpoint_id, delivery_id)
     WHERE stage = 'failed'`,
  `SELECT confine_to_organization('webhook_recoveries')`,
  `SELECT audit_changes('webhook_recoveries')`,
];

/** Jobs that retry the failed deliveries of an endpoint. */
export class WebhookRecoveries1764440300000 implements MigrationInterface {
  readonly name = 'WebhookRecoveries1764440300000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_queue_recoverable');
    await runner.query('DROP TABLE webhook_recoveries');
  }
}
