import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events per statement. */
const BATCH = 2_000;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

const COPY = `
  WITH batch AS MATERIALIZED (
    SELECT organization_id, id, transaction_id, code, external_subscription_id, external_customer_id, properties, timestamp
      FROM usage_events WHERE (organization_id, id) > ($1::uuid, $2::uuid)
     ORDER BY organization_id, id LIMIT ${BATCH}),
  copied AS (
    INSERT INTO usage_event_keys (organization_id, transaction_hash, event_id, fingerprint)
    SELECT organization_id, usage_transaction_hash(transaction_id), id,
           usage_event_fingerprint(code, external_subscription_id, external_customer_id, properties, timestamp)
      FROM batch ON CONFLICT DO NOTHING)
  SELECT organization_id AS "organizationId", id FROM batch ORDER BY organization_id DESC, id DESC LIMIT 1`;

/**
 * Adds the keys of events from before the keys, a batch at a time, while others are stored with theirs. After an
 * interruption it passes over the batches that it has done.
 */
export class UsageEventKeysBackfill1767000010000 implements MigrationInterface {
  readonly name = 'UsageEventKeysBackfill1767000010000';
  /** Each batch commits on its own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: { organizationId: string; id: string } | undefined = { organizationId: NIL_ID, id: NIL_ID };
    while (last !== undefined) {
      [last] = (await runner.query(COPY, [last.organizationId, last.id])) as (typeof last)[];
    }
  }

  async down(): Promise<void> {
    // The table is dropped by the migration that made it.
  }
}
