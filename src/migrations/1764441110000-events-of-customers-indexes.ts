import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['outbox_events', 'webhook_deliveries'];

/** The indexes of timelines and of the filter of deliveries, built while events are being stored. */
export class EventsOfCustomersIndexes1764441110000 implements MigrationInterface {
  readonly name = 'EventsOfCustomersIndexes1764441110000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`DROP INDEX IF EXISTS ${table}_customer`); // what an interrupted run left is invalid
      await runner.query(
        `CREATE INDEX CONCURRENTLY ${table}_customer ON ${table} (organization_id, customer_id, id)
          WHERE customer_id IS NOT NULL`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP INDEX ${table}_customer`);
  }
}
