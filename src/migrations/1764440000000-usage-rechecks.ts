import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues the open billing periods of a plan version for the usage listeners, which process them in batches. */
export class UsageRechecks1764440000000 implements MigrationInterface {
  readonly name = 'UsageRechecks1764440000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE usage_rechecks (
         organization_id uuid NOT NULL REFERENCES organizations (id),
         plan_version_id uuid NOT NULL,
         after_period_id uuid NOT NULL,
         CONSTRAINT usage_rechecks_pkey PRIMARY KEY (organization_id, plan_version_id),
         CONSTRAINT usage_rechecks_plan_version_fkey FOREIGN KEY (organization_id, plan_version_id)
           REFERENCES plan_versions (organization_id, id))`,
    );
    await runner.query(`SELECT confine_to_organization('usage_rechecks')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_rechecks');
  }
}
