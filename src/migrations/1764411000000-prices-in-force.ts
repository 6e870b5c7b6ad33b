import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE subscriptions
     ADD COLUMN plan_version integer,
     ADD COLUMN plan_interval text,
     ADD COLUMN plan_amount_cents bigint,
     ADD COLUMN plan_currency text`,
  // For processes of the previous release that still run: they write the version only.
  `CREATE FUNCTION set_price_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     SELECT version, interval, amount_cents, currency
       INTO NEW.plan_version, NEW.plan_interval, NEW.plan_amount_cents, NEW.plan_currency
       FROM plan_versions WHERE organization_id = NEW.organization_id AND id = NEW.plan_version_id;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER subscriptions_new_price BEFORE INSERT ON subscriptions FOR EACH ROW
     WHEN (NEW.plan_version IS NULL) EXECUTE FUNCTION set_price_in_force()`,
  `CREATE TRIGGER subscriptions_changed_price BEFORE UPDATE OF plan_version_id ON subscriptions FOR EACH ROW
     WHEN (NEW.plan_version_id IS DISTINCT FROM OLD.plan_version_id) EXECUTE FUNCTION set_price_in_force()`,
  `UPDATE subscriptions AS subscription
      SET plan_version = price.version, plan_interval = price.interval, plan_amount_cents = price.amount_cents,
          plan_currency = price.currency
     FROM plan_versions AS price
    WHERE price.organization_id = subscription.organization_id AND price.id = subscription.plan_version_id`,
  `ALTER TABLE subscriptions
     ALTER COLUMN plan_version SET NOT NULL,
     ALTER COLUMN plan_interval SET NOT NULL,
     ALTER COLUMN plan_amount_cents SET NOT NULL,
     ALTER COLUMN plan_currency SET NOT NULL`,
];

const DOWN = [
  'DROP TRIGGER subscriptions_changed_price ON subscriptions',
  'DROP TRIGGER subscriptions_new_price ON subscriptions',
  'DROP FUNCTION set_price_in_force()',
  `ALTER TABLE subscriptions
     DROP COLUMN plan_version, DROP COLUMN plan_interval, DROP COLUMN plan_amount_cents, DROP COLUMN plan_currency`,
];

/** Copies the price of each subscription from its plan version, which never changes. */
export class PricesInForce1764411000000 implements MigrationInterface {
  readonly name = 'PricesInForce1764411000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
