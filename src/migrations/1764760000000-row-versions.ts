import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of the objects that a PUT changes. */
const TABLES = [
  'organizations',
  'customers',
  'billable_metrics',
  'taxes',
  'plans',
  'subscriptions',
  'wallets',
  'coupons',
  'payment_provider_connections',
  'dunning_campaigns',
  'webhook_endpoints',
];

const FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION next_row_version() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.row_version := OLD.row_version + 1;
     RETURN NEW;
   END $$`,
  // Migrations call this function for each table with a row_version.
  `CREATE OR REPLACE FUNCTION count_row_versions(target regclass) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     EXECUTE format(
       'CREATE OR REPLACE TRIGGER row_version BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION next_row_version()',
       target);
   END $$`,
];

/**
 * Counts the versions of rows, for ETags (docs/api.md#versions). A trigger counts, so that updates by SQL and by
 * processes of the previous release count as well. Not one transaction, which would keep requests from all tables until
 * its end: each table is altered in its own. Repeatable, because a table that cannot be locked interrupts the migration.
 */
export class RowVersions1764760000000 implements MigrationInterface {
  readonly name = 'RowVersions1764760000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of FUNCTIONS) await runner.query(statement);
    for (const table of TABLES) {
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS row_version integer NOT NULL DEFAULT 1;
         SELECT count_row_versions('${table}')`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(
        `DROP TRIGGER IF EXISTS row_version ON ${table};
         ALTER TABLE ${table} DROP COLUMN IF EXISTS row_version`,
      );
    }
    await runner.query('DROP FUNCTION IF EXISTS count_row_versions(regclass)');
    await runner.query('DROP FUNCTION IF EXISTS next_row_version()');
  }
}
