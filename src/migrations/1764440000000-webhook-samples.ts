import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE webhook_deliveries ALTER COLUMN event_id DROP NOT NULL, ADD COLUMN sample_payload text',
  'ALTER TABLE webhook_queue ALTER COLUMN event_id DROP NOT NULL',
  'CREATE INDEX webhook_deliveries_samples ON webhook_deliveries (created_at) WHERE event_id IS NULL',
];

const DOWN = [
  `DELETE FROM webhook_attempts AS attempt USING webhook_deliveries AS sample
    WHERE sample.event_id IS NULL AND attempt.organization_id = sample.organization_id
      AND attempt.delivery_id = sample.id`,
  'DELETE FROM webhook_queue WHERE event_id IS NULL',
  'DELETE FROM webhook_deliveries WHERE event_id IS NULL',
  'DROP INDEX webhook_deliveries_samples',
  'ALTER TABLE webhook_queue ALTER COLUMN event_id SET NOT NULL',
  'ALTER TABLE webhook_deliveries DROP COLUMN sample_payload, ALTER COLUMN event_id SET NOT NULL',
];

/** Deliveries of samples: they have a body of their own instead of an event. */
export class WebhookSamples1764440000000 implements MigrationInterface {
  readonly name = 'WebhookSamples1764440000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
