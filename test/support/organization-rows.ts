import type { TestDatabase } from './test-database';

type Queries = Pick<TestDatabase, 'query'>;

/** Returns the tables that have rows of organizations, without that of the organizations themselves. */
export async function organizationTables(database: Queries): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class AS t
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
        AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = t.oid AND attname = 'organization_id')
      ORDER BY 1`,
  );
  return tables.map((it) => it.name);
}

/**
 * Returns a digest of all rows of an organization by table; without the tables that have none, and without the last uses,
 * which are written behind.
 */
export async function rowDigests(database: Queries, organizationId: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of await organizationTables(database)) {
    const [row] = await database.query<{ digest: string | null }>(
      `SELECT count(*) || ' ' || md5(string_agg(row, E'\\n' ORDER BY row)) AS digest
         FROM (SELECT (to_jsonb(it) - 'last_used_at')::text AS row FROM "${table}" AS it WHERE organization_id = $1) AS rows`,
      [organizationId],
    );
    if (row?.digest) digests[table] = row.digest;
  }
  return digests;
}
