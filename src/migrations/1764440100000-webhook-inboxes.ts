import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE webhook_inboxes (
     organization_id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     last_sequence bigint NOT NULL,
     CONSTRAINT webhook_inboxes_pkey PRIMARY KEY (organization_id, webhook_endpoint_id),
     CONSTRAINT webhook_inboxes_endpoint_fkey FOREIGN KEY (organization_id, webhook_endpoint_id)
       REFERENCES webhook_endpoints (organization_id, id))
   WITH (fillfactor = 20)`,
  // No foreign key to the delivery: its deletion would have to look here, and nearly no delivery is in an inbox.
  `CREATE TABLE webhook_inbox_requests (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     sequence bigint NOT NULL,
     delivery_id uuid NOT NULL,
     headers json NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT webhook_inbox_requests_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT webhook_inbox_requests_inbox_fkey FOREIGN KEY (organization_id, webhook_endpoint_id)
       REFERENCES webhook_inboxes (organization_id, webhook_endpoint_id))`,
  `CREATE UNIQUE INDEX webhook_inbox_requests_sequence
     ON webhook_inbox_requests (organization_id, webhook_endpoint_id, sequence)`,
  `CREATE INDEX webhook_inbox_requests_created
     ON webhook_inbox_requests (organization_id, webhook_endpoint_id, created_at, id)`,
  'CREATE INDEX webhook_inbox_requests_old ON webhook_inbox_requests (created_at)',
  `SELECT confine_to_organization('webhook_inboxes')`,
  `SELECT confine_to_organization('webhook_inbox_requests')`,
];

/** What endpoints with the url `inbox` have received. */
export class WebhookInboxes1764440100000 implements MigrationInterface {
  readonly name = 'WebhookInboxes1764440100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_inbox_requests, webhook_inboxes');
  }
}
