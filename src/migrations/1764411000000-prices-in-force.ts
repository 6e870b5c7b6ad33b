import type { MigrationInterface, QueryRunner } from 'typeorm';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Key {
  organization_id: string;
  id: string;
}

const ADD = [
  `ALTER TABLE subscriptions
     ADD COLUMN IF NOT EXISTS plan_version integer,
     ADD COLUMN IF NOT EXISTS plan_interval text,
     ADD COLUMN IF NOT EXISTS plan_amount_cents bigint,
     ADD COLUMN IF NOT EXISTS plan_currency text`,
  // For processes of the previous release that still run: they write the version only.
  `CREATE OR REPLACE FUNCTION set_price_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     SELECT version, interval, amount_cents, currency
       INTO NEW.plan_version, NEW.plan_interval, NEW.plan_amount_cents, NEW.plan_currency
       FROM plan_versions WHERE organization_id = NEW.organization_id AND id = NEW.plan_version_id;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER subscriptions_new_price BEFORE INSERT ON subscriptions FOR EACH ROW
     WHEN (NEW.plan_version IS NULL) EXECUTE FUNCTION set_price_in_force()`,
  `CREATE OR REPLACE TRIGGER subscriptions_changed_price BEFORE UPDATE OF plan_version_id ON subscriptions FOR EACH ROW
     WHEN (NEW.plan_version_id IS DISTINCT FROM OLD.plan_version_id) EXECUTE FUNCTION set_price_in_force()`,
];

/** `$1` and `$2` the keys of subscriptions. */
const FILL = `
  UPDATE subscriptions AS subscription
     SET plan_version = price.version, plan_interval = price.interval, plan_amount_cents = price.amount_cents,
         plan_currency = price.currency
    FROM unnest($1::uuid[], $2::uuid[]) AS key (organization_id, id), plan_versions AS price
   WHERE subscription.organization_id = key.organization_id AND subscription.id = key.id
     AND subscription.plan_version IS NULL
     AND price.organization_id = subscription.organization_id AND price.id = subscription.plan_version_id`;

/** SET NOT NULL scans the table under its lock, unless a valid constraint says the same. */
const REQUIRE = [
  'ALTER TABLE subscriptions DROP CONSTRAINT IF EXISTS subscriptions_priced',
  `ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_priced
     CHECK (plan_version IS NOT NULL AND plan_interval IS NOT NULL AND plan_amount_cents IS NOT NULL
            AND plan_currency IS NOT NULL) NOT VALID`,
  'ALTER TABLE subscriptions VALIDATE CONSTRAINT subscriptions_priced',
  `ALTER TABLE subscriptions
     ALTER COLUMN plan_version SET NOT NULL,
     ALTER COLUMN plan_interval SET NOT NULL,
     ALTER COLUMN plan_amount_cents SET NOT NULL,
     ALTER COLUMN plan_currency SET NOT NULL,
     DROP CONSTRAINT subscriptions_priced`,
];

/** The next subscriptions. Batches are small, so that no request waits long for a row. */
const NEXT = `
  SELECT organization_id, id FROM subscriptions WHERE (organization_id, id) > ($1, $2)
   ORDER BY organization_id, id LIMIT 500`;

const DOWN = [
  'DROP TRIGGER subscriptions_changed_price ON subscriptions',
  'DROP TRIGGER subscriptions_new_price ON subscriptions',
  'DROP FUNCTION set_price_in_force()',
  `ALTER TABLE subscriptions
     DROP COLUMN plan_version, DROP COLUMN plan_interval, DROP COLUMN plan_amount_cents, DROP COLUMN plan_currency`,
];

/** Copies the price of each subscription from its plan version, which never changes. Can be repeated. */
export class PricesInForce1764411000000 implements MigrationInterface {
  readonly name = 'PricesInForce1764411000000';

  /** Otherwise, the columns would lock the table until all subscriptions are filled. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD.join(';'));
    await this.fill(runner);
    for (const statement of REQUIRE) await runner.query(statement);
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
