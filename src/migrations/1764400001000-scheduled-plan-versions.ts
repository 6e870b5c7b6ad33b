import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE subscriptions ADD COLUMN next_plan_version_id uuid',
  `UPDATE subscriptions AS subscription SET next_plan_version_id = plan.current_version_id
     FROM plans AS plan
    WHERE plan.organization_id = subscription.organization_id AND plan.id = subscription.next_plan_id`,
  `ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_next_plan_version_fkey
     FOREIGN KEY (organization_id, next_plan_version_id) REFERENCES plan_versions (organization_id, id)`,
];

/** Stores the version of a scheduled downgrade. Those that are scheduled already keep the newest version. */
export class ScheduledPlanVersions1764400001000 implements MigrationInterface {
  readonly name = 'ScheduledPlanVersions1764400001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN next_plan_version_id');
  }
}
