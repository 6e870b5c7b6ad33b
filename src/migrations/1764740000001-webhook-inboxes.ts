import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  // One row per endpoint that has been an inbox. Recording a message locks it until the commit, so that readers never
  // see a position before all smaller ones.
  `CREATE TABLE webhook_inboxes (
     organization_id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     last_position bigint NOT NULL,
     messages bigint NOT NULL,
     CONSTRAINT webhook_inboxes_pkey PRIMARY KEY (organization_id, webhook_endpoint_id),
     CONSTRAINT webhook_inboxes_endpoint_fkey FOREIGN KEY (organization_id, webhook_endpoint_id)
       REFERENCES webhook_endpoints (organization_id, id))`,
  `SELECT confine_to_organization('webhook_inboxes')`,

  // json, not jsonb: keeps the order of the headers. The body is the payload of the event.
  `CREATE TABLE webhook_inbox_messages (
     organization_id uuid NOT NULL,
     delivery_id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     event_id uuid NOT NULL,
     position bigint NOT NULL,
     headers json NOT NULL,
     received_at timestamptz(3) NOT NULL,
     CONSTRAINT webhook_inbox_messages_pkey PRIMARY KEY (organization_id, delivery_id),
     CONSTRAINT webhook_inbox_messages_delivery_fkey FOREIGN KEY (organization_id, delivery_id)
       REFERENCES webhook_deliveries (organization_id, id))`,
  `CREATE UNIQUE INDEX webhook_inbox_messages_position
     ON webhook_inbox_messages (organization_id, webhook_endpoint_id, position)`,
  `SELECT confine_to_organization('webhook_inbox_messages')`,

  `CREATE TABLE webhook_inbox_streams (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     slot smallint NOT NULL,
     id uuid NOT NULL,
     leased_until timestamptz(3) NOT NULL,
     CONSTRAINT webhook_inbox_streams_pkey PRIMARY KEY (organization_id, slot))`,
  `SELECT confine_to_organization('webhook_inbox_streams')`,
];

/** Stores the messages of endpoints whose URL is `inbox`, and leases their streams. */
export class WebhookInboxes1764740000001 implements MigrationInterface {
  readonly name = 'WebhookInboxes1764740000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_inbox_streams', 'webhook_inbox_messages', 'webhook_inboxes']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
