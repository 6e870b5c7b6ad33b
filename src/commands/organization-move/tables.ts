import { escapeIdentifier } from 'pg';
import type { Side } from './side';

/** Tables with rows of organizations that do not move: they tell what happened in this cell. */
const STAY = ['installation_log', 'organization_moves'];

/**
 * Tables whose rows stay in the source when the others are deleted: a request that still comes here names its
 * organization by them, and is answered by its new place (docs/scaling.md#moving-an-organization).
 */
export const KEPT = ['api_keys', 'dashboard_sessions', 'payment_provider_connections'];

/** Columns that differ between the cells, by table: written behind, or the cell's own. */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at'],
  organizations: ['cell_state', 'moved_to'],
};

/** A table that moves. */
export interface MovedTable {
  /** As an identifier. */
  readonly name: string;
  /** Of the key, after the organization: a UUIDv7, by which new rows sort behind old ones; null: it has none. */
  readonly id: string | null;
  /** Columns to compare, as identifiers, in an order that both databases share. */
  readonly columns: readonly string[];
}

const TABLES = `
  SELECT t.relname::text AS name,
         (SELECT quote_ident(second.attname) FROM pg_index AS i
            JOIN pg_attribute AS second ON second.attrelid = i.indrelid AND second.attnum = i.indkey[1]
           WHERE i.indrelid = t.oid AND i.indisprimary AND second.atttypid = 'uuid'::regtype) AS id,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped
                ORDER BY attname) AS columns
    FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attname = 'organization_id'
   WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace
     AND NOT a.attisdropped AND t.relname <> ALL ($1)
   ORDER BY t.relname`;

/** Returns the tables with rows of organizations, as the catalogue names them, without that of the organizations. */
export async function movedTables(side: Side): Promise<MovedTable[]> {
  const rows = await side.rows<{ name: string; id: string | null; columns: string[] }>(TABLES, [STAY]);
  return rows.map(({ name, id, columns }) => ({
    name: escapeIdentifier(name),
    id,
    columns: compared(name, columns),
  }));
}

/** Returns the table of the organizations, whose key is the organization itself. */
export async function organizationColumns(side: Side): Promise<readonly string[]> {
  const { columns } = await side.row<{ columns: string[] }>(
    `SELECT array_agg(attname::text ORDER BY attname) AS columns FROM pg_attribute
      WHERE attrelid = 'organizations'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  return compared('organizations', columns);
}

const compared = (table: string, columns: readonly string[]): string[] =>
  columns.filter((it) => OWN_COLUMNS[table]?.includes(it) !== true).map(escapeIdentifier);

/** Returns the names of the kept tables as identifiers. */
export const isKept = ({ name }: MovedTable): boolean => KEPT.map(escapeIdentifier).includes(name);

/** Returns those of the tables in which the organization has rows, in one statement. */
export async function tablesWithRows(
  side: Side,
  organizationId: string,
  tables: readonly MovedTable[],
): Promise<MovedTable[]> {
  const found = await side.rows<{ name: string }>(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} WHERE organization_id = '${organizationId}')`,
      )
      .join(' UNION ALL '),
  );
  const names = new Set(found.map((it) => it.name));
  return tables.filter((it) => names.has(it.name));
}
