import { newId } from '../../src/platform/domain/id';
import type { TestDatabase } from './test-database';

/** A row to copy. */
export interface CopiedRow {
  table: string;
  id: string;
  /** The last column of each unique index that a copy can change: no references. */
  distinct: { name: string; type: string }[];
}

/** Finds the row with this id: in the preferred table if it has one, else in any other. */
export async function findRow(database: TestDatabase, id: string, preferred: string): Promise<CopiedRow> {
  const tables = await tablesWith(database, id);
  const table = tables.includes(preferred) ? preferred : tables[0];
  if (table === undefined) throw new Error(`No table has a row with the id ${id}`);
  return { table, id, distinct: await uniqueColumns(database, table) };
}

/**
 * Returns the arguments of jsonb_build_object that give copies of the row `source` values of their own.
 *
 * @param nth SQL that differs from copy to copy
 */
export function otherValues(distinct: CopiedRow['distinct'], nth: string | number): string[] {
  return distinct.map(({ name, type }) => {
    if (type === 'uuid') return `'${name}', gen_random_uuid()`;
    return type === 'text' ? `'${name}', source.${name} || '-' || ${nth}` : `'${name}', ${nth}`;
  });
}

async function tablesWith(database: TestDatabase, id: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'uuid'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`SELECT 1 FROM ${name} WHERE id = $1`, [id]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/**
 * Inserts a copy of a row with another id and other values in its unique columns. Foreign keys are not checked, since a
 * copy may point to a row that allows only one.
 *
 * @param nth differs from copy to copy
 */
export async function copyRow(
  database: TestDatabase,
  { table, id, distinct }: CopiedRow,
  nth: number,
  createdAt: Date,
): Promise<void> {
  const changes = [`'id', $2::text`, `'created_at', $3::text`, ...otherValues(distinct, nth)].join(', ');
  await database.query('BEGIN');
  await database.query('SET LOCAL session_replication_role = replica');
  await database.query(
    `INSERT INTO ${table}
     SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(source) || jsonb_build_object(${changes}))).*
       FROM ${table} AS source WHERE id = $1`,
    [id, newId(), createdAt.toISOString()],
  );
  await database.query('COMMIT');
}

function uniqueColumns(database: TestDatabase, table: string): Promise<CopiedRow['distinct']> {
  return database.query(
    `SELECT DISTINCT ON (indexrelid) attname AS name, atttypid::regtype::text AS type
       FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = $1::regclass AND indisunique
        AND atttypid IN ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'uuid'::regtype)
        AND attname NOT IN ('organization_id', 'id')
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = indrelid AND contype = 'f' AND attnum = ANY (conkey))
      ORDER BY indexrelid, array_position(indkey, attnum) DESC`,
    [table],
  );
}
