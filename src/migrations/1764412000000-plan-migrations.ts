import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE plan_migrations (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     plan_id uuid NOT NULL,
     to_version_id uuid NOT NULL,
     to_version integer NOT NULL,
     from_versions integer[],
     at text NOT NULL,
     total integer NOT NULL,
     done integer NOT NULL,
     failed integer NOT NULL,
     failures jsonb NOT NULL,
     last_created_at timestamptz(3),
     last_subscription_id uuid,
     completed_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT plan_migrations_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT plan_migrations_plan_fkey FOREIGN KEY (organization_id, plan_id)
       REFERENCES plans (organization_id, id),
     CONSTRAINT plan_migrations_version_fkey FOREIGN KEY (organization_id, to_version_id)
       REFERENCES plan_versions (organization_id, id))`,
  'CREATE INDEX plan_migrations_running ON plan_migrations (updated_at, id) WHERE completed_at IS NULL',
  `SELECT confine_to_organization('plan_migrations')`,
];

/** Stores the jobs that move the subscriptions of a plan to its newest version. */
export class PlanMigrations1764412000000 implements MigrationInterface {
  readonly name = 'PlanMigrations1764412000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_migrations');
  }
}
