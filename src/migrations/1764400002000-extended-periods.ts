import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the subscription ends on the local day after the last day of its period. Old databases lack some zones. */
const IS_EXTENDED = `
  subscription.status = 'active' AND subscription.ending_at > subscription.period_to
  AND subscription.ending_at < subscription.period_to + interval '26 hours'
  AND CASE WHEN EXISTS (SELECT 1 FROM pg_timezone_names WHERE lower(name) = lower(subscription.timezone))
           THEN (subscription.ending_at AT TIME ZONE subscription.timezone)::date
                = (subscription.period_to AT TIME ZONE subscription.timezone)::date
           ELSE subscription.ending_at < subscription.period_to + interval '1 day' END`;

const UP = [
  `UPDATE usage_periods AS period SET ends_at = subscription.ending_at
     FROM subscriptions AS subscription
    WHERE subscription.organization_id = period.organization_id AND subscription.usage_period_id = period.id
      AND period.state = 'open' AND ${IS_EXTENDED}`,
  `UPDATE subscriptions AS subscription
      SET next_action_at = least(ending_at, CASE WHEN trial_ended_at IS NULL THEN trial_ends_at END)
    WHERE ${IS_EXTENDED}`,
];

/** Extends running periods to the end of their subscriptions if that is on the day after their last day. */
export class ExtendedPeriods1764400002000 implements MigrationInterface {
  readonly name = 'ExtendedPeriods1764400002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE usage_periods AS period SET ends_at = subscription.period_to
         FROM subscriptions AS subscription
        WHERE subscription.organization_id = period.organization_id AND subscription.usage_period_id = period.id
          AND period.state = 'open' AND period.ends_at > subscription.period_to AND subscription.status = 'active'`,
    );
    await runner.query(
      `UPDATE subscriptions SET next_action_at = least(next_action_at, period_to) WHERE status = 'active'`,
    );
  }
}
