import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the open billing periods of a plan version, without blocking writes. */
export class OpenUsagePeriods1764440010000 implements MigrationInterface {
  readonly name = 'OpenUsagePeriods1764440010000';
  /** CREATE INDEX CONCURRENTLY cannot run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Building an index concurrently waits for open transactions, but blocks none.
    await runner.query('SET lock_timeout = 0');
    // An interrupted run leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS usage_periods_open');
    await runner.query(
      `CREATE INDEX CONCURRENTLY usage_periods_open
           ON usage_periods (organization_id, plan_version_id, id) WHERE state = 'open'`,
    );
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX usage_periods_open');
  }
}
