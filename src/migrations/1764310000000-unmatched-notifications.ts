import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'provider_notifications_unmatched';

/**
 * Indexes notifications by the provider's IDs. When a payment is registered, earlier notifications with its IDs are
 * looked up.
 */
export class UnmatchedNotifications1764310000000 implements MigrationInterface {
  readonly name = 'UnmatchedNotifications1764310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider_notifications ADD COLUMN provider_payment_id text');
    await runner.query(
      `CREATE INDEX ${INDEX} ON provider_notifications (organization_id, provider, provider_payment_id)
         WHERE payment_id IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${INDEX}`);
    await runner.query('ALTER TABLE provider_notifications DROP COLUMN provider_payment_id');
  }
}
