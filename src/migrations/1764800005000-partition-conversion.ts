import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Statements that give a table of the same name and columns the keys, indexes, rights, policies and triggers of this one.
  `CREATE FUNCTION shape_of(target name) RETURNS text[] LANGUAGE sql STABLE AS $$
     WITH t AS (SELECT * FROM pg_class WHERE oid = to_regclass(quote_ident(target)))
     SELECT array_agg(statement ORDER BY place, name) FROM (
       SELECT 1 AS place, conname AS name,
              format('ALTER TABLE %I ADD CONSTRAINT %I %s', target, conname, pg_get_constraintdef(c.oid)) AS statement
         FROM pg_constraint AS c JOIN t ON conrelid = t.oid
        WHERE contype IN ('p', 'u', 'f', 'c') AND conname <> format('%s_bound', target)
       UNION ALL
       SELECT 2, i.indexrelid::regclass::text, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
         FROM pg_index AS i JOIN t ON i.indrelid = t.oid
        WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u'))
       UNION ALL
       SELECT 3, '', format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target) FROM t WHERE relrowsecurity
       UNION ALL
       SELECT 4, polname, format('CREATE POLICY %I ON %I TO %s USING (%s)', polname, target,
              (SELECT string_agg(quote_ident(pg_get_userbyid(role)), ', ') FROM unnest(polroles) AS role),
              pg_get_expr(polqual, polrelid))
         FROM pg_policy JOIN t ON polrelid = t.oid
       UNION ALL
       SELECT 5, role, format('REVOKE ALL ON %I FROM %I', target, role)
         FROM unnest(ARRAY[database_role('organization'), database_role('service')]) AS role
       UNION ALL
       SELECT 6, acl.grantee::text || privilege_type,
              format('GRANT %s ON %I TO %I', privilege_type, target, pg_get_userbyid(acl.grantee))
         FROM t, aclexplode(relacl) AS acl WHERE acl.grantee NOT IN (0, relowner)
       UNION ALL
       SELECT 7, tgname, pg_get_triggerdef(g.oid) FROM pg_trigger AS g JOIN t ON tgrelid = t.oid WHERE NOT tgisinternal
     ) AS shape
   $$`,

  // The table becomes the partition of all ids before the bound, or is dropped if it is empty, for which the bound is null.
  `CREATE FUNCTION partition_by_id(target name, legacy_bound timestamptz) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     old name := format('%s_p0', target);
     shape text[] := shape_of(target);
     statement text;
   BEGIN
     EXECUTE format('ALTER TABLE %I RENAME TO %I', target, old);
     FOR statement IN
       SELECT format('ALTER INDEX %I RENAME TO %I', relname, old || substr(relname, length(target) + 1))
         FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid WHERE indrelid = to_regclass(quote_ident(old))
       UNION ALL
       SELECT format('DROP TRIGGER %I ON %I', tgname, old) FROM pg_trigger
        WHERE tgrelid = to_regclass(quote_ident(old)) AND NOT tgisinternal
       UNION ALL
       SELECT format('DROP POLICY %I ON %I', polname, old) FROM pg_policy WHERE polrelid = to_regclass(quote_ident(old))
     LOOP
       EXECUTE statement;
     END LOOP;
     EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (%I)',
                    target, old, (SELECT id_column FROM partitioned_tables AS it WHERE it.name = target));
     FOREACH statement IN ARRAY shape LOOP
       EXECUTE statement;
     END LOOP;
     IF legacy_bound IS NULL THEN
       EXECUTE format('DROP TABLE %I', old);
     ELSE
       PERFORM close_partition(old);
       PERFORM copy_statement_triggers(target, old);
       EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', target, old, first_id_at(legacy_bound));
       EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', old, target || '_bound');
     END IF;
   END $$`,

  // Apart from the swap, which it would make longer: the partition of the old rows takes all new ones meanwhile.
  `CREATE FUNCTION add_default_partition(target name) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     part name := format('%s_default', target);
   BEGIN
     IF to_regclass(quote_ident(part)) IS NULL THEN
       PERFORM create_partition_table(target, part);
       EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', target, part);
     END IF;
   END $$`,

  // Copies all rows, so it is for the reversal of a migration only.
  `CREATE FUNCTION unpartition(target name) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     shape text[] := shape_of(target);
     statement text;
   BEGIN
     EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE)', target || '_whole', target);
     EXECUTE format('INSERT INTO %I SELECT * FROM %I', target || '_whole', target);
     EXECUTE format('DROP TABLE %I', target);
     EXECUTE format('ALTER TABLE %I RENAME TO %I', target || '_whole', target);
     FOREACH statement IN ARRAY shape LOOP
       EXECUTE statement;
     END LOOP;
   END $$`,
];

const DOWN = [
  'DROP FUNCTION unpartition(name)',
  'DROP FUNCTION add_default_partition(name)',
  'DROP FUNCTION partition_by_id(name, timestamptz)',
  'DROP FUNCTION shape_of(name)',
];

/** Functions for migrations that partition a table, with the rights of their caller, the owner of the tables. */
export class PartitionConversion1764800005000 implements MigrationInterface {
  readonly name = 'PartitionConversion1764800005000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
