import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'provider_notifications_review';

/** Indexes the few notifications that need review, in the order of their list. */
export class NotificationReviews1764451000000 implements MigrationInterface {
  readonly name = 'NotificationReviews1764451000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ${INDEX} ON provider_notifications (organization_id, provider, created_at, id)
         WHERE needs_review`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${INDEX}`);
  }
}
