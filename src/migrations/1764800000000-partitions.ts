import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // The tables that the functions below may change. Only their owner can write to this list.
  `CREATE TABLE partitioned_tables (
     name name NOT NULL,
     id_column name NOT NULL DEFAULT 'id',
     retention_days integer,
     survivors text,
     retire_order smallint NOT NULL DEFAULT 0,
     storage text NOT NULL DEFAULT '',
     CONSTRAINT partitioned_tables_pkey PRIMARY KEY (name))`,
  `DO $$ BEGIN
     EXECUTE format('REVOKE ALL ON partitioned_tables FROM %I', database_role('organization'));
     EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON partitioned_tables FROM %I', database_role('service'));
     EXECUTE format('GRANT SELECT ON partitioned_tables TO %I', database_role('service'));
   END $$`,

  // The smallest UUIDv7 with that timestamp, as firstIdAt() of the application.
  `CREATE FUNCTION first_id_at(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
     SELECT (lpad(to_hex(floor(extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
   $$`,
  `CREATE FUNCTION instant_of_id(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
     SELECT to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)
   $$`,

  // Null bounds are open; the DEFAULT partition has two.
  `CREATE FUNCTION partitions_of(target name)
   RETURNS TABLE (name name, lower timestamptz, upper timestamptz, is_default boolean) LANGUAGE sql STABLE AS $$
     SELECT part.relname,
            instant_of_id(substring(pg_get_expr(part.relpartbound, part.oid) FROM 'FROM \\(''([^'']+)''\\)')::uuid),
            instant_of_id(substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \\(''([^'']+)''\\)')::uuid),
            pg_get_expr(part.relpartbound, part.oid) = 'DEFAULT'
       FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
      WHERE inhparent = (SELECT t.oid FROM pg_class AS t WHERE t.relname = target AND t.relkind = 'p'
                            AND t.relnamespace = current_schema()::regnamespace)
      ORDER BY 4, 2 NULLS FIRST
   $$`,

  // A partition is reached through its table only: a statement on the partition itself would bypass the policies.
  `CREATE FUNCTION close_partition(part name) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     grantee name;
   BEGIN
     EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
     FOR grantee IN
       SELECT DISTINCT pg_get_userbyid(acl.grantee) FROM pg_class AS t, aclexplode(relacl) AS acl
        WHERE t.oid = to_regclass(quote_ident(part)) AND acl.grantee NOT IN (0, relowner)
     LOOP
       EXECUTE format('REVOKE ALL ON %I FROM %I', part, grantee);
     END LOOP;
   END $$`,

  // PostgreSQL clones row triggers to a new partition by itself, but not these.
  `CREATE FUNCTION copy_statement_triggers(target name, part name) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     definition text;
   BEGIN
     FOR definition IN
       SELECT regexp_replace(pg_get_triggerdef(oid), ' ON (\\S+) FOR EACH STATEMENT', format(' ON %I FOR EACH STATEMENT', part))
         FROM pg_trigger
        WHERE tgrelid = to_regclass(quote_ident(target)) AND NOT tgisinternal AND tgtype & 1 = 0
     LOOP
       EXECUTE definition;
     END LOOP;
   END $$`,

  `CREATE FUNCTION create_partition_table(target name, part name) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE INCLUDING COMPRESSION) %s', part, target,
       (SELECT CASE storage WHEN '' THEN '' ELSE format('WITH (%s)', storage) END
          FROM partitioned_tables AS it WHERE it.name = target));
     PERFORM close_partition(part);
     PERFORM copy_statement_triggers(target, part);
   END $$`,

  `CREATE FUNCTION assert_partitioned(target name) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     IF NOT EXISTS (SELECT FROM partitioned_tables AS it WHERE it.name = target) THEN
       RAISE EXCEPTION '% is not a partitioned table of the service', target USING ERRCODE = 'insufficient_privilege';
     END IF;
   END $$`,
];

/** Lets the role of the service, which owns no table, call the functions: each checks its arguments. */
const rights = (schema: string): string =>
  `SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '200ms'`;

/** Rows of the range that the DEFAULT partition has taken meanwhile move, which their triggers would refuse. */
const MAKE = (
  schema: string,
): string => `CREATE FUNCTION make_partition(target name, lower_bound timestamptz, upper_bound timestamptz) RETURNS name
  LANGUAGE plpgsql ${rights(schema)} AS $$
  DECLARE
    part name := format('%s_p%s', target, to_char(lower_bound AT TIME ZONE 'UTC', 'YYYYMMDD'));
    range text := format('FOR VALUES FROM (%L) TO (%L)', first_id_at(lower_bound), first_id_at(upper_bound));
    overflow name := format('%s_default', target);
    id_column name;
    strays boolean;
  BEGIN
    PERFORM assert_partitioned(target);
    SELECT it.id_column INTO id_column FROM partitioned_tables AS it WHERE it.name = target;
    IF upper_bound - lower_bound < interval '1 day' OR upper_bound > now() + interval '10 years'
       OR (SELECT count(*) >= 64 FROM partitions_of(target)) THEN
      RAISE EXCEPTION 'A partition of % from % to % is refused', target, lower_bound, upper_bound
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', target);
    PERFORM create_partition_table(target, part);
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', overflow);
    EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L)', overflow, id_column,
                   first_id_at(lower_bound), first_id_at(upper_bound)) INTO strays;
    IF strays THEN
      EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', overflow);
      EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
        overflow, id_column, first_id_at(lower_bound), first_id_at(upper_bound), part);
      EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', overflow);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I %s', target, part, range);
    RETURN part;
  END $$`;

/**
 * Nothing younger than what the owner has set. Survivors keep their range, because the id decides the partition. The table
 * itself is locked from the DROP on, which comes after all that takes long: PostgreSQL deletes files without a lock.
 */
const RETIRE = (
  schema: string,
): string => `CREATE FUNCTION retire_partition(target name, part name) RETURNS text LANGUAGE plpgsql ${rights(schema)} AS $$
  DECLARE
    kept partitioned_tables;
    survivors text;
    range text;
    is_expired boolean;
    has_survivors boolean := false;
    has_others boolean;
    copy name := format('%s_kept', part);
  BEGIN
    PERFORM assert_partitioned(target);
    SELECT * INTO kept FROM partitioned_tables AS it WHERE it.name = target;
    SELECT it.upper <= now() - make_interval(days => kept.retention_days),
           replace(replace(kept.survivors, ':lower', quote_literal(coalesce(first_id_at(it.lower), '00000000-0000-0000-0000-000000000000'))),
                   ':upper', quote_literal(first_id_at(it.upper)))
      INTO is_expired, survivors FROM partitions_of(target) AS it WHERE it.name = part AND NOT it.is_default;
    IF is_expired IS NOT TRUE THEN
      RAISE EXCEPTION '% may not be dropped from % yet', part, target USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF survivors IS NOT NULL THEN
      EXECUTE format('LOCK TABLE %I IN SHARE MODE', part);
      EXECUTE format('SELECT EXISTS (SELECT FROM %I AS kept WHERE %s), EXISTS (SELECT FROM %1$I AS kept WHERE NOT (%2$s))',
                     part, survivors) INTO has_survivors, has_others;
      IF has_survivors AND NOT has_others THEN RETURN 'kept'; END IF;
    END IF;
    IF NOT has_survivors THEN
      EXECUTE format('DROP TABLE %I', part);
      RETURN 'dropped';
    END IF;
    SELECT pg_get_expr(relpartbound, oid) INTO range FROM pg_class
     WHERE oid = to_regclass(quote_ident(part));
    PERFORM create_partition_table(target, copy);
    EXECUTE format('INSERT INTO %I SELECT * FROM %I AS kept WHERE %s', copy, part, survivors);
    EXECUTE format('DROP TABLE %I', part);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', copy, part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I %s', target, part, range);
    RETURN 'replaced';
  END $$`;

/** Not more than matters: a test clock can fill a DEFAULT partition. */
const COUNT_DEFAULT = (
  schema: string,
): string => `CREATE FUNCTION default_partition_rows(target name) RETURNS bigint LANGUAGE plpgsql STABLE ${rights(schema)} AS $$
  DECLARE
    rows bigint;
  BEGIN
    PERFORM assert_partitioned(target);
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %I LIMIT 100000) AS counted', target || '_default') INTO rows;
    RETURN rows;
  END $$`;

const CLOSED = `
  DO $$
  DECLARE
    function regprocedure;
  BEGIN
    FOR function IN SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prosecdef LOOP
      EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', function);
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', function, database_role('service'));
    END LOOP;
  END $$`;

const DOWN = [
  'DROP FUNCTION default_partition_rows(name)',
  'DROP FUNCTION retire_partition(name, name)',
  'DROP FUNCTION make_partition(name, timestamptz, timestamptz)',
  'DROP FUNCTION assert_partitioned(name)',
  'DROP FUNCTION create_partition_table(name, name)',
  'DROP FUNCTION copy_statement_triggers(name, name)',
  'DROP FUNCTION close_partition(name)',
  'DROP FUNCTION partitions_of(name)',
  'DROP FUNCTION instant_of_id(uuid)',
  'DROP FUNCTION first_id_at(timestamptz)',
  'DROP TABLE partitioned_tables',
];

/** Tables that are partitioned by ranges of UUIDv7 ids, and what the service may do to them (docs/decisions.md#partitions). */
export class Partitions1764800000000 implements MigrationInterface {
  readonly name = 'Partitions1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = (await runner.query('SELECT quote_ident(current_schema()) AS schema')) as [
      { schema: string },
    ];
    const functions = [MAKE(schema), RETIRE(schema), COUNT_DEFAULT(schema)];
    for (const statement of [...UP, ...functions, CLOSED]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
