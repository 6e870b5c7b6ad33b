import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE subscriptions (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     external_id text NOT NULL,
     customer_id uuid NOT NULL,
     plan_id uuid NOT NULL,
     plan_version_id uuid NOT NULL,
     name text,
     status text NOT NULL,
     billing_time text NOT NULL,
     subscription_at timestamptz(3) NOT NULL,
     started_at timestamptz(3),
     trial_ends_at timestamptz(3),
     trial_ended_at timestamptz(3),
     ending_at timestamptz(3),
     canceled_at timestamptz(3),
     terminated_at timestamptz(3),
     ended_at timestamptz(3),
     previous_plan_id uuid,
     next_plan_id uuid,
     on_termination_action text NOT NULL,
     segment_started_at timestamptz(3),
     period_from timestamptz(3),
     period_to timestamptz(3),
     timezone text,
     usage_period_id uuid,
     usage_from timestamptz(3),
     advance_fee_id uuid,
     next_action_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT subscriptions_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT subscriptions_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT subscriptions_plan_fkey FOREIGN KEY (organization_id, plan_id)
       REFERENCES plans (organization_id, id),
     CONSTRAINT subscriptions_plan_version_fkey FOREIGN KEY (organization_id, plan_version_id)
       REFERENCES plan_versions (organization_id, id),
     CONSTRAINT subscriptions_previous_plan_fkey FOREIGN KEY (organization_id, previous_plan_id)
       REFERENCES plans (organization_id, id),
     CONSTRAINT subscriptions_next_plan_fkey FOREIGN KEY (organization_id, next_plan_id)
       REFERENCES plans (organization_id, id))`,
  `CREATE UNIQUE INDEX subscriptions_external_id ON subscriptions (organization_id, external_id)`,
  `CREATE INDEX subscriptions_created ON subscriptions (organization_id, created_at, id)`,
  `CREATE INDEX subscriptions_status ON subscriptions (organization_id, status, created_at, id)`,
  `CREATE INDEX subscriptions_customer ON subscriptions (organization_id, customer_id, created_at, id)`,
  `CREATE INDEX subscriptions_plan ON subscriptions (organization_id, plan_id, created_at, id)`,
  `CREATE INDEX subscriptions_next_plan ON subscriptions (organization_id, next_plan_id)
     WHERE next_plan_id IS NOT NULL`,
  // The billing clock claims subscriptions of all organizations in the order of this index.
  `CREATE INDEX subscriptions_next_action ON subscriptions (next_action_at, id) WHERE next_action_at IS NOT NULL`,
];

export class Subscriptions1764000000000 implements MigrationInterface {
  readonly name = 'Subscriptions1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE subscriptions');
  }
}
