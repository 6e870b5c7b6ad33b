import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The queue of payments that a person has to decide about, indexed while payments are being written. */
export class PaymentsForReview1764445010000 implements MigrationInterface {
  readonly name = 'PaymentsForReview1764445010000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS payments_review'); // what an interrupted run left is invalid
    await runner.query(
      `CREATE INDEX CONCURRENTLY payments_review ON payments (organization_id, created_at, id) WHERE needs_review`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments_review');
  }
}
