import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments record when the provider reported the total of their refunds, and refunds when they failed: a later total
 * does not contain them. Until a provider reports another total, failed refunds are part of it, as before.
 */
export class TimesOfRefunds1764510000000 implements MigrationInterface {
  readonly name = 'TimesOfRefunds1764510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD COLUMN reported_refund_at timestamptz(3)');
    await runner.query('ALTER TABLE payment_refunds ADD COLUMN failed_at timestamptz(3)');
    await runner.query(`UPDATE payment_refunds SET failed_at = updated_at WHERE status = 'failed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_refunds DROP COLUMN failed_at');
    await runner.query('ALTER TABLE payments DROP COLUMN reported_refund_at');
  }
}
