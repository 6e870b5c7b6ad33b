import type { MigrationInterface, QueryRunner } from 'typeorm';

const ROLE = 'billing_organization';

/**
 * Roles belong to the whole server. So the role may exist already, or a migration of another database may create it at
 * the same time. If the user lacks the privileges, the error contains the statements for an administrator.
 */
const ENSURE_ROLE = `
  DO $$
  DECLARE
    before text := current_setting('role');
  BEGIN
    BEGIN
      CREATE ROLE ${ROLE} NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
    END;
    BEGIN
      PERFORM set_config('role', '${ROLE}', true);
    EXCEPTION WHEN insufficient_privilege OR invalid_parameter_value THEN
      BEGIN
        GRANT ${ROLE} TO CURRENT_USER;
        PERFORM set_config('role', '${ROLE}', true);
      EXCEPTION WHEN insufficient_privilege OR invalid_parameter_value OR undefined_object THEN
        RAISE EXCEPTION 'The database user % may not take on the role ${ROLE}. Have an administrator run: '
          'CREATE ROLE ${ROLE} NOLOGIN; GRANT ${ROLE} TO %;', current_user, quote_ident(current_user);
      END;
    END;
    PERFORM set_config('role', before, true);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${ROLE}', current_schema());
  END $$`;

/** Later migrations must call this function for each new table: until then, requests cannot access the table. */
const CONFINE = `
  CREATE FUNCTION confine_to_organization(target regclass, key name DEFAULT 'organization_id') RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format(
      'CREATE POLICY organization ON %s TO ${ROLE} USING (%I = (SELECT current_setting(''billing.organization_id'')::uuid))',
      target, key);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${ROLE}', target);
  END $$`;

const RELEASE = `
  CREATE FUNCTION pg_temp.release_from_organization(target regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('REVOKE SELECT, INSERT, UPDATE, DELETE ON %s FROM ${ROLE}', target);
    EXECUTE format('DROP POLICY organization ON %s', target);
    EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', target);
  END $$`;

const TABLES = `
  pg_class AS t WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
     AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = t.oid AND attname = 'organization_id')`;

/** Enables row security on every table with an organization_id (docs/security.md). */
export class RowSecurity1764360000000 implements MigrationInterface {
  readonly name = 'RowSecurity1764360000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENSURE_ROLE);
    await runner.query(CONFINE);
    await runner.query(`SELECT confine_to_organization(t.oid) FROM ${TABLES}`);
    await runner.query(`SELECT confine_to_organization('organizations', 'id')`);
    await runner.query(`GRANT USAGE ON SEQUENCE usage_events_sequence_seq TO ${ROLE}`);
  }

  /** Keeps the role, because other databases of the server may use it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE USAGE ON SEQUENCE usage_events_sequence_seq FROM ${ROLE}`);
    await runner.query(RELEASE);
    await runner.query(`SELECT pg_temp.release_from_organization(t.oid) FROM ${TABLES}`);
    await runner.query(`SELECT pg_temp.release_from_organization('organizations')`);
    await runner.query('DROP FUNCTION pg_temp.release_from_organization(regclass)');
    await runner.query('DROP FUNCTION confine_to_organization(regclass, name)');
  }
}
