import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE plan_migrations (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     plan_id uuid NOT NULL,
     to_version integer NOT NULL,
     from_versions integer[],
     at text NOT NULL,
     total integer NOT NULL,
     moved integer NOT NULL DEFAULT 0,
     skipped integer NOT NULL DEFAULT 0,
     failed integer NOT NULL DEFAULT 0,
     failures jsonb NOT NULL DEFAULT '[]',
     last_created_at timestamptz(3),
     last_subscription_id uuid,
     next_run_at timestamptz(3),
     completed_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT plan_migrations_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT plan_migrations_plan_fkey FOREIGN KEY (organization_id, plan_id)
       REFERENCES plans (organization_id, id))`,
  `CREATE UNIQUE INDEX plan_migrations_running ON plan_migrations (organization_id, plan_id)
     WHERE next_run_at IS NOT NULL`,
  'CREATE INDEX plan_migrations_next_run ON plan_migrations (next_run_at, id) WHERE next_run_at IS NOT NULL',
  `SELECT confine_to_organization('plan_migrations')`,
];

/** Jobs that move the subscriptions of a plan to its newest version. */
export class PlanMigrations1764430400000 implements MigrationInterface {
  readonly name = 'PlanMigrations1764430400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_migrations');
  }
}
