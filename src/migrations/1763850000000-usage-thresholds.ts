import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE usage_thresholds (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     plan_id uuid,
     subscription_id uuid,
     amount_cents bigint NOT NULL,
     threshold_display_name text,
     recurring boolean NOT NULL DEFAULT false,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT usage_thresholds_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT usage_thresholds_plan_fkey FOREIGN KEY (organization_id, plan_id)
       REFERENCES plans (organization_id, id),
     CONSTRAINT usage_thresholds_subscription_fkey FOREIGN KEY (organization_id, subscription_id)
       REFERENCES metered_subscriptions (organization_id, id),
     CONSTRAINT usage_thresholds_owner CHECK ((plan_id IS NULL) <> (subscription_id IS NULL)))`,
  `CREATE UNIQUE INDEX usage_thresholds_plan
     ON usage_thresholds (organization_id, plan_id, amount_cents, recurring)
     WHERE deleted_at IS NULL AND plan_id IS NOT NULL`,
  `CREATE UNIQUE INDEX usage_thresholds_subscription
     ON usage_thresholds (organization_id, subscription_id, amount_cents, recurring)
     WHERE deleted_at IS NULL AND subscription_id IS NOT NULL`,

  // The primary key ensures that each crossing is recorded once.
  `CREATE TABLE usage_threshold_crossings (
     organization_id uuid NOT NULL,
     period_id uuid NOT NULL,
     threshold_id uuid NOT NULL,
     multiple bigint NOT NULL,
     subscription_id uuid NOT NULL,
     usage_amount_cents bigint NOT NULL,
     crossed_at timestamptz(3) NOT NULL,
     CONSTRAINT usage_threshold_crossings_pkey PRIMARY KEY (organization_id, period_id, threshold_id, multiple),
     CONSTRAINT usage_threshold_crossings_threshold_fkey FOREIGN KEY (organization_id, threshold_id)
       REFERENCES usage_thresholds (organization_id, id),
     CONSTRAINT usage_threshold_crossings_period_fkey FOREIGN KEY (organization_id, period_id)
       REFERENCES usage_periods (organization_id, id))`,
];

export class UsageThresholds1763850000000 implements MigrationInterface {
  readonly name = 'UsageThresholds1763850000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_threshold_crossings, usage_thresholds');
  }
}
