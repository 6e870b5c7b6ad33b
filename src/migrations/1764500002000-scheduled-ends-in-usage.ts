import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE metered_subscriptions ADD COLUMN ends_at timestamptz(3)',
  `UPDATE metered_subscriptions AS metered
      SET ends_at = least(subscription.ending_at, CASE WHEN subscription.canceled_at IS NOT NULL
                                                       THEN coalesce(subscription.cancels_at, subscription.period_to) END)
     FROM subscriptions AS subscription
    WHERE subscription.organization_id = metered.organization_id AND subscription.id = metered.id
      AND subscription.status IN ('pending', 'active')
      AND (subscription.ending_at IS NOT NULL OR subscription.canceled_at IS NOT NULL)`,
];

/** Copies when subscriptions are scheduled to end to where usage is accepted, because a bill may fail until after that. */
export class ScheduledEndsInUsage1764500002000 implements MigrationInterface {
  readonly name = 'ScheduledEndsInUsage1764500002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE metered_subscriptions DROP COLUMN ends_at');
  }
}
