import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stops updating the period's row for every event: this column alone cost an additional row write per event. */
export class UsageNews1764320000000 implements MigrationInterface {
  readonly name = 'UsageNews1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods DROP COLUMN latest_event_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods ADD COLUMN latest_event_at timestamptz(3)');
    await runner.query(
      `UPDATE usage_periods AS period
          SET latest_event_at = (SELECT max(timestamp) FROM usage_events AS event
                                  WHERE event.organization_id = period.organization_id
                                    AND event.subscription_id = period.subscription_id
                                    AND event.period_id = period.id)`,
    );
  }
}
