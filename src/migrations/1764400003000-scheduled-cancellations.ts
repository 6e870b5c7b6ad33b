import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When scheduled cancellations take effect. Those that are scheduled already take effect at the end of their period. */
export class ScheduledCancellations1764400003000 implements MigrationInterface {
  readonly name = 'ScheduledCancellations1764400003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions ADD COLUMN cancels_at timestamptz(3)');
    // The period may have been extended to the end of the subscription.
    await runner.query(
      `UPDATE subscriptions SET cancels_at = period.ends_at
         FROM usage_periods AS period
        WHERE period.organization_id = subscriptions.organization_id AND period.id = subscriptions.usage_period_id
          AND subscriptions.status = 'active' AND subscriptions.canceled_at IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN cancels_at');
  }
}
