import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'outbox_events_object';
const BUILT = 'outbox_events_object_new';
const COLUMNS = '(organization_id, object_type, object_id, sequence)';

/**
 * A unique index of a partitioned table must contain the id, so this one is not unique any more: the lock of
 * `outbox_sequences` keeps the numbers of an object exact, and the reconciliation check `event_sequences` compares them.
 */
export class EventObjectIndex1766003000000 implements MigrationInterface {
  readonly name = 'EventObjectIndex1766003000000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (await isReplacement(runner, INDEX)) return;
    // An interrupted run goes on where it was: the old index goes when the new one is valid.
    if (!(await isReplacement(runner, BUILT))) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${BUILT}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${BUILT} ON outbox_events ${COLUMNS}`);
    }
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
    await runner.query(`ALTER INDEX ${BUILT} RENAME TO ${INDEX}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${INDEX}`);
    await runner.query(`CREATE UNIQUE INDEX ${INDEX} ON outbox_events ${COLUMNS}`);
  }
}

/** Whether there is a complete index of this name that is not unique. */
async function isReplacement(runner: QueryRunner, name: string): Promise<boolean> {
  const rows = (await runner.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid AND NOT indisunique',
    [name],
  )) as unknown[];
  return rows.length > 0;
}
