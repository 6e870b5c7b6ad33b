import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Another system, or another timeline of it, has forgotten what was committed after the backup. A standby cannot tell the
  // position at which it writes.
  `CREATE FUNCTION database_origin() RETURNS text LANGUAGE sql STABLE AS $$
     SELECT system.system_identifier || '/' || CASE
              WHEN pg_is_in_recovery() THEN (SELECT timeline_id::text FROM pg_control_checkpoint())
              ELSE (('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int)::text END
       FROM pg_control_system() AS system
   $$`,
  `CREATE TABLE capture_comparisons (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     provider text NOT NULL,
     origin text NOT NULL,
     compared_until timestamptz(3) NOT NULL,
     deep_at timestamptz(3) NOT NULL,
     attempted_at timestamptz(3) NOT NULL,
     next_action_at timestamptz(3) NOT NULL,
     CONSTRAINT capture_comparisons_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT capture_comparisons_connection_fkey FOREIGN KEY (organization_id, id)
       REFERENCES payment_provider_connections (organization_id, id) ON DELETE CASCADE)`,
  'CREATE INDEX capture_comparisons_due ON capture_comparisons (next_action_at, organization_id, id)',
  `CREATE TABLE unknown_captures (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     provider text NOT NULL,
     provider_payment_id text NOT NULL,
     collection_id uuid NOT NULL,
     amount_cents bigint NOT NULL,
     currency text NOT NULL,
     captured_at timestamptz(3) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT unknown_captures_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX unknown_captures_payment
     ON unknown_captures (organization_id, provider, provider_payment_id)`,
  `SELECT confine_to_organization('capture_comparisons')`,
  `SELECT confine_to_organization('unknown_captures')`,
  // Every connection that can collect is compared, whoever writes it.
  `CREATE FUNCTION begin_capture_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO capture_comparisons
     VALUES (NEW.organization_id, NEW.id, NEW.provider, database_origin(), now(), now(), now(),
             now() + interval '1 hour')
     ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER payment_provider_connections_compared
     AFTER INSERT OR UPDATE OF sealed_credentials ON payment_provider_connections
     FOR EACH ROW WHEN (NEW.sealed_credentials IS NOT NULL) EXECUTE FUNCTION begin_capture_comparison()`,
  `INSERT INTO capture_comparisons
   SELECT organization_id, id, provider, database_origin(), now() - interval '30 days', now(), now(), now()
     FROM payment_provider_connections WHERE sealed_credentials IS NOT NULL`,
];

/** Captures of providers are compared with the payments here, and the origin of the database is recorded. */
export class CaptureComparisons1764470200000 implements MigrationInterface {
  readonly name = 'CaptureComparisons1764470200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER payment_provider_connections_compared ON payment_provider_connections');
    await runner.query('DROP FUNCTION begin_capture_comparison()');
    await runner.query('DROP TABLE unknown_captures');
    await runner.query('DROP TABLE capture_comparisons');
    await runner.query('DROP FUNCTION database_origin()');
  }
}
