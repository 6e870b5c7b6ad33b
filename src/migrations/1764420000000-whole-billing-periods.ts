import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE usage_periods
     ADD COLUMN whole_from timestamptz(3),
     ADD COLUMN whole_to timestamptz(3),
     ADD COLUMN ends_with_plan boolean NOT NULL DEFAULT false`,
  // Only periods that still run. Periods that have ended, even with a draft, keep the figures of their invoices.
  `UPDATE usage_periods AS period SET whole_from = subscription.period_from, whole_to = subscription.period_to
     FROM subscriptions AS subscription
    WHERE subscription.organization_id = period.organization_id AND subscription.usage_period_id = period.id
      AND subscription.status = 'active' AND period.state = 'open'`,
];

const DOWN = [
  'ALTER TABLE usage_periods DROP COLUMN whole_from, DROP COLUMN whole_to, DROP COLUMN ends_with_plan',
];

/** The whole billing period of usage that is counted in a part of one. */
export class WholeBillingPeriods1764420000000 implements MigrationInterface {
  readonly name = 'WholeBillingPeriods1764420000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
