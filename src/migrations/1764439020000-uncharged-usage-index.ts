import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of the list of uncharged events, built while events are being stored. */
export class UnchargedUsageIndex1764439020000 implements MigrationInterface {
  readonly name = 'UnchargedUsageIndex1764439020000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS usage_events_uncharged'); // what an interrupted run left is invalid
    await runner.query(
      'CREATE INDEX CONCURRENTLY usage_events_uncharged ON usage_events (organization_id, id) WHERE NOT charged',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX usage_events_uncharged');
  }
}
