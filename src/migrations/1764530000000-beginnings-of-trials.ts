import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Subscriptions record when a trial began that came with a plan change. For running ones, that is when the first plan with
 * a trial took over.
 */
export class BeginningsOfTrials1764530000000 implements MigrationInterface {
  readonly name = 'BeginningsOfTrials1764530000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions ADD COLUMN trial_began_at timestamptz(3)');
    await runner.query(
      `UPDATE subscriptions AS tried SET trial_began_at = own.began_at
         FROM (SELECT subscription.organization_id, subscription.id, min(period.starts_at) AS first_at,
                      min(period.starts_at) FILTER (WHERE version.trial_period_days > 0) AS began_at
                 FROM subscriptions AS subscription
                 JOIN usage_periods AS period
                   ON period.organization_id = subscription.organization_id
                  AND period.subscription_id = subscription.id
                  AND period.starts_at <= subscription.trial_ends_at
                 JOIN plan_versions AS version
                   ON version.organization_id = period.organization_id AND version.id = period.plan_version_id
                WHERE subscription.status = 'active'
                GROUP BY subscription.organization_id, subscription.id) AS own
        WHERE own.organization_id = tried.organization_id AND own.id = tried.id AND own.began_at > own.first_at`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN trial_began_at');
  }
}
