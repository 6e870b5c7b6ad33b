import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Until 1764438000000-database-roles this migration used one role of the whole server, which other databases of the server
 * could use as well. It is the only migration that was changed after its release: a new installation must not need that
 * role. `npm run migrate` brings databases in which the old text has run to the same state.
 */

/** Returns the role that the policies name, else the role that belongs to this database. */
const DATABASE_ROLE = `
  CREATE OR REPLACE FUNCTION database_role(purpose name) RETURNS name LANGUAGE sql STABLE AS $$
    SELECT COALESCE(
      (SELECT pg_get_userbyid(polroles[1]) FROM pg_policy
        WHERE polrelid = to_regclass('organizations') AND polname = purpose),
      (SELECT format('billing_%s_%s', oid, purpose)::name FROM pg_database WHERE datname = current_database()))
  $$`;

/** Where `npm run migrate` has not done it. */
const ENSURE_ROLES = `
  DO $$
  DECLARE
    role name;
  BEGIN
    FOREACH role IN ARRAY ARRAY[database_role('organization'), database_role('service')] LOOP
      IF to_regrole(quote_ident(role)) IS NULL THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      END IF;
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), role);
    END LOOP;
  END $$`;

/** For the migrations before 1764438000000: what a table must have before a request can reach its rows. */
const CONFINE_ALONE = `
  CREATE OR REPLACE FUNCTION confine_to_organization(target regclass, key name DEFAULT 'organization_id') RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format(
      'CREATE POLICY organization ON %s TO %I USING (%I = (SELECT current_setting(''billing.organization_id'')::uuid))',
      target, database_role('organization'), key);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', target, database_role('organization'));
  END $$`;

const SEQUENCE = (verb: string): string => `
  DO $$ BEGIN
    EXECUTE format('${verb} %I', database_role('organization'));
  END $$`;

const RELEASE = `
  CREATE FUNCTION pg_temp.release_from_organization(target regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('REVOKE SELECT, INSERT, UPDATE, DELETE ON %s FROM %I', target, database_role('organization'));
    EXECUTE format('DROP POLICY organization ON %s', target);
    EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', target);
  END $$`;

const TABLES = `
  pg_class AS t WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
     AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = t.oid AND attname = 'organization_id')`;

/** Row security around every table that has an organization (docs/security.md#row-security). */
export class RowSecurity1764360000000 implements MigrationInterface {
  readonly name = 'RowSecurity1764360000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DATABASE_ROLE);
    await runner.query(ENSURE_ROLES);
    await runner.query(CONFINE_ALONE);
    await runner.query(`SELECT confine_to_organization(t.oid) FROM ${TABLES}`);
    await runner.query(`SELECT confine_to_organization('organizations', 'id')`);
    await runner.query(SEQUENCE('GRANT USAGE ON SEQUENCE usage_events_sequence_seq TO'));
  }

  /** The roles stay: they belong to the database, and logins are members of them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(SEQUENCE('REVOKE USAGE ON SEQUENCE usage_events_sequence_seq FROM'));
    await runner.query(RELEASE);
    await runner.query(`SELECT pg_temp.release_from_organization(t.oid) FROM ${TABLES}`);
    await runner.query(`SELECT pg_temp.release_from_organization('organizations')`);
    await runner.query('DROP FUNCTION pg_temp.release_from_organization(regclass)');
    await runner.query('DROP FUNCTION confine_to_organization(regclass, name)');
    await runner.query('DROP FUNCTION database_role(name)');
  }
}
