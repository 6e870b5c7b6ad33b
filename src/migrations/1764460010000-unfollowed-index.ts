import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the partial index of dirty periods, without which a change of the flag is a heap-only update. */
export class UnfollowedIndex1764460010000 implements MigrationInterface {
  readonly name = 'UnfollowedIndex1764460010000';
  /** An index cannot be dropped concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS usage_periods_unfollowed');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX usage_periods_unfollowed ON usage_periods (organization_id, id) WHERE NOT followed',
    );
  }
}
