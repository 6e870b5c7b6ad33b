import type { MigrationInterface, QueryRunner } from 'typeorm';
import { convertToPartitions, revertPartitions } from './partitioning';

/** Leaves out unique indexes without the id, which only the partition of the old rows can keep. */
const SHAPE_WITHOUT_OTHER_KEYS = `CREATE OR REPLACE FUNCTION shape_of(target name) RETURNS text[] LANGUAGE sql STABLE AS $$
   WITH t AS (SELECT * FROM pg_class WHERE oid = to_regclass(quote_ident(target)))
   SELECT array_agg(statement ORDER BY place, name) FROM (
     SELECT 1 AS place, conname AS name,
            format('ALTER TABLE %I ADD CONSTRAINT %I %s', target, conname, pg_get_constraintdef(c.oid)) AS statement
       FROM pg_constraint AS c JOIN t ON conrelid = t.oid
      WHERE contype IN ('p', 'u', 'f', 'c') AND conname <> format('%s_bound', target)
     UNION ALL
     SELECT 2, i.indexrelid::regclass::text, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
       FROM pg_index AS i JOIN t ON i.indrelid = t.oid
      WHERE (NOT i.indisunique OR (SELECT attnum FROM pg_attribute WHERE attrelid = t.oid AND attname = 'id') = ANY (i.indkey))
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u'))
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
 $$`;

const USAGE_EVENTS = {
  table: 'usage_events',
  survivors: null,
  storage: `autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
            autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01`,
};

/**
 * Partitions usage events by time (docs/decisions.md#partitions). The partition of the old events keeps its unique index,
 * by which processes of the previous release find repeats: to be dropped with their trigger.
 */
export class UsageEventPartitions1767000040000 implements MigrationInterface {
  readonly name = 'UsageEventPartitions1767000040000';
  /** Its steps commit one by one, so that none holds a lock for long. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SHAPE_WITHOUT_OTHER_KEYS);
    await convertToPartitions(runner, USAGE_EVENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await revertPartitions(runner, USAGE_EVENTS);
    await runner.query(
      'CREATE UNIQUE INDEX usage_events_transaction ON usage_events (organization_id, transaction_id)',
    );
  }
}
