import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Periods in time zones that the database does not know keep null: for them, earlier plans have billed no days. */
const BACKFILL = `
  UPDATE usage_periods AS period
     SET days_left = local.to_day - local.from_day
           - greatest(0, subscription.first_day - greatest(local.from_day, subscription.anchor_day))
    FROM subscriptions AS subscription
    JOIN pg_timezone_names AS zone ON lower(zone.name) = lower(subscription.timezone)
   CROSS JOIN LATERAL (
     SELECT (subscription.period_from AT TIME ZONE zone.name)::date AS from_day,
            (subscription.period_to AT TIME ZONE zone.name)::date AS to_day) AS local
   WHERE subscription.organization_id = period.organization_id AND subscription.usage_period_id = period.id
     AND subscription.status = 'active' AND period.prorated_metrics <> '{}'`;

/** Stores how many days of a billing period its earlier plans have left, so that prorated charges bill no more. */
export class DaysLeftOfUsagePeriods1764500000000 implements MigrationInterface {
  readonly name = 'DaysLeftOfUsagePeriods1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods ADD COLUMN days_left integer');
    await runner.query(BACKFILL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods DROP COLUMN days_left');
  }
}
