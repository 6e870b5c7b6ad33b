import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows per statement: a row is locked for some milliseconds only. */
const BATCH = 2_000;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

const COPY = `
  WITH batch AS MATERIALIZED (
    SELECT organization_id, id, counted_events IS NULL AND events_count IS NOT NULL AS is_missing
      FROM invoice_fees WHERE (organization_id, id) > ($1::uuid, $2::uuid)
     ORDER BY organization_id, id LIMIT ${BATCH}),
  copied AS (
    UPDATE invoice_fees AS fee SET counted_events = fee.events_count
      FROM batch WHERE is_missing AND fee.organization_id = batch.organization_id AND fee.id = batch.id)
  SELECT organization_id AS "organizationId", id FROM batch ORDER BY organization_id DESC, id DESC LIMIT 1`;

/** Copies the counts of fees from before the column, a batch at a time. After an interruption it starts over. */
export class CountedEventsBackfill1764460040000 implements MigrationInterface {
  readonly name = 'CountedEventsBackfill1764460040000';
  /** Each batch commits on its own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: { organizationId: string; id: string } | undefined = { organizationId: NIL_ID, id: NIL_ID };
    while (last !== undefined) {
      [last] = (await runner.query(COPY, [last.organizationId, last.id])) as (typeof last)[];
    }
  }

  async down(): Promise<void> {
    // The column is dropped by the migration that added it.
  }
}
