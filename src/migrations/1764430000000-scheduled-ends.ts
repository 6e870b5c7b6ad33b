import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE subscriptions ADD COLUMN cancels_at timestamptz(3)',
  // A subscription that was canceled before it started has ended, too.
  `UPDATE metered_subscriptions AS metered SET ended_at = subscription.canceled_at
     FROM subscriptions AS subscription
    WHERE subscription.organization_id = metered.organization_id AND subscription.id = metered.id
      AND subscription.status = 'canceled' AND metered.ended_at IS NULL`,
];

/** When scheduled cancellations take effect, which plan changes leave alone. */
export class ScheduledEnds1764430000000 implements MigrationInterface {
  readonly name = 'ScheduledEnds1764430000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN cancels_at');
  }
}
