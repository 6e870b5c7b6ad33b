import type { MigrationInterface, QueryRunner } from 'typeorm';

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

/** For later migrations: what a table must have before a process can reach its rows. */
const CONFINE = `
  CREATE OR REPLACE FUNCTION confine_to_organization(target regclass, key name DEFAULT 'organization_id') RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    confined name := database_role('organization');
    unconfined name := database_role('service');
  BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format(
      'CREATE POLICY organization ON %s TO %I USING (%I = (SELECT current_setting(''billing.organization_id'')::uuid))',
      target, confined, key);
    EXECUTE format('CREATE POLICY service ON %s TO %I USING (true)', target, unconfined);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I, %I', target, confined, unconfined);
  END $$`;

/** As before. */
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

/**
 * Tables of later migrations get the policy of the run-time login as well (docs/security.md#database-roles). Existing
 * tables get it from `npm run migrate`, one by one, so that no request waits for the locks of all of them.
 */
export class DatabaseRoles1764438000000 implements MigrationInterface {
  readonly name = 'DatabaseRoles1764438000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [DATABASE_ROLE, ENSURE_ROLES, CONFINE]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$
      DECLARE
        target regclass;
      BEGIN
        FOR target IN SELECT polrelid FROM pg_policy WHERE polname = 'service' LOOP
          EXECUTE format('DROP POLICY service ON %s', target);
        END LOOP;
      END $$`);
    await runner.query(CONFINE_ALONE);
  }
}
