import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  usage_events_not_charged: 'organization_id, id',
  usage_events_not_charged_reason: 'organization_id, not_charged_reason, id',
};

/** Indexes the events that are not charged, without blocking writes. */
export class NotChargedUsageIndexes1764440040000 implements MigrationInterface {
  readonly name = 'NotChargedUsageIndexes1764440040000';
  /** CREATE INDEX CONCURRENTLY cannot run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Building an index concurrently waits for open transactions, but blocks none.
    await runner.query('SET lock_timeout = 0');
    for (const [name, columns] of Object.entries(INDEXES)) {
      // An interrupted run leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(
        `CREATE INDEX CONCURRENTLY ${name} ON usage_events (${columns}) WHERE not_charged_reason IS NOT NULL`,
      );
    }
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
