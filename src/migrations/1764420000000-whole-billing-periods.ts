import type { MigrationInterface, QueryRunner } from 'typeorm';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Key {
  organization_id: string;
  id: string;
}

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

/** The next subscriptions. Batches are small, so that no request waits long for a row. */
const NEXT = `
  SELECT organization_id, id FROM subscriptions WHERE (organization_id, id) > ($1, $2)
   ORDER BY organization_id, id LIMIT 500`;

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
    await this.fill(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }

  private async fill(runner: QueryRunner): Promise<void> {
    let after: Key | undefined = { organization_id: FIRST_ID, id: FIRST_ID };
    while (after !== undefined) {
      const keys = (await runner.query(NEXT, [after.organization_id, after.id])) as Key[];
      await runner.query(FILL, [keys.map((it) => it.organization_id), keys.map((it) => it.id)]);
      after = keys.at(-1);
    }
  }
}
