import type { MigrationInterface, QueryRunner } from 'typeorm';
import { updateInBatches } from './in-batches';

const ADD = `ALTER TABLE usage_periods
  ADD COLUMN IF NOT EXISTS whole_from timestamptz(3),
  ADD COLUMN IF NOT EXISTS whole_to timestamptz(3),
  ADD COLUMN IF NOT EXISTS ends_with_plan boolean NOT NULL DEFAULT false`;

/**
 * `$1` and `$2` the keys of subscriptions. Only periods that still run. Periods that have ended, even with a draft, keep the
 * figures of their invoices.
 */
const FILL = `
  UPDATE usage_periods AS period SET whole_from = subscription.period_from, whole_to = subscription.period_to
    FROM unnest($1::uuid[], $2::uuid[]) AS key (organization_id, id)
    JOIN subscriptions AS subscription USING (organization_id, id)
   WHERE subscription.organization_id = period.organization_id AND subscription.usage_period_id = period.id
     AND subscription.status = 'active' AND period.state = 'open' AND period.whole_from IS NULL`;

const DOWN = [
  'ALTER TABLE usage_periods DROP COLUMN whole_from, DROP COLUMN whole_to, DROP COLUMN ends_with_plan',
];

/** The whole billing period of usage that is counted in a part of one. Can be repeated. */
export class WholeBillingPeriods1764420000000 implements MigrationInterface {
  readonly name = 'WholeBillingPeriods1764420000000';

  /** Otherwise, the column would lock the table until all open periods are filled. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD);
    await updateInBatches(runner, 'subscriptions', FILL);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
