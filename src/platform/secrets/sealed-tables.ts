import type { Client } from 'pg';
import type { SecretBox } from './secret-box';

/** A table with one current encrypted text per row. Its primary key is `organization_id` and `id`. */
export interface SealedTable {
  table: string;
  /** What the texts are, in the plural. */
  what: string;
  /** What one text is. */
  one: string;
  /** Column with the encrypted text. */
  sealed: string;
  /** Second column of the primary key. */
  id: string;
  /** Column that names the row for people. */
  name: string;
  /** SQL condition of the rows whose text is still needed. */
  needed: string;
  /** Column with the time at which the text was marked as lost; null if texts of this table are not marked. */
  lostAt: string | null;
  /** Returns the context under which the text of a row was encrypted. */
  contextOf: (row: SealedRow) => string;
}

export interface SealedRow {
  organizationId: string;
  organizationName: string;
  id: string;
  name: string;
  sealed: string;
  /** Whether the text is marked as lost. */
  isLost: boolean;
}

const PAGE = 1000;

/** Yields all needed rows of a table in pages, so that memory does not grow with the table. */
export async function* sealedRows(client: Client, table: SealedTable): AsyncGenerator<SealedRow[]> {
  let after: SealedRow | undefined;
  do {
    const position = after === undefined ? [] : [after.organizationId, after.id];
    const { rows } = await client.query<SealedRow>(
      `SELECT ${columnsOf(table)} FROM ${table.table}
        WHERE ${table.needed} ${after === undefined ? '' : `AND (organization_id, ${table.id}) > ($1, $2)`}
        ORDER BY organization_id, ${table.id} LIMIT ${PAGE}`,
      position,
    );
    yield rows;
    after = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (after !== undefined);
}

const SAMPLE = 50;

/** Returns some of the needed rows of a table that are not lost: of the oldest and of the newest organizations. */
export async function sampleOf(client: Client, table: SealedTable): Promise<SealedRow[]> {
  const end = (direction: 'ASC' | 'DESC'): string =>
    `(SELECT ${columnsOf(table)} FROM ${table.table} WHERE ${usableIn(table)}
       ORDER BY organization_id ${direction}, ${table.id} ${direction} LIMIT ${SAMPLE})`;
  const { rows } = await client.query<SealedRow>(`${end('ASC')} UNION ${end('DESC')}`);
  return rows;
}

/** Returns the tables that have a needed row that is not lost. */
export async function anyRows(client: Client, tables: readonly SealedTable[]): Promise<SealedTable[]> {
  const found: SealedTable[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${table.table} WHERE ${usableIn(table)} LIMIT 1`);
    if (rowCount === 1) found.push(table);
  }
  return found;
}

export function isReadable(secrets: SecretBox, table: SealedTable, row: SealedRow): boolean {
  return secrets.openIfReadable(row.sealed, table.contextOf(row)) !== null;
}

const usableIn = ({ needed, lostAt }: SealedTable): string =>
  lostAt === null ? needed : `${needed} AND ${lostAt} IS NULL`;

const columnsOf = ({ table, id, name, sealed, lostAt }: SealedTable): string =>
  `organization_id AS "organizationId", ${id} AS id, ${name} AS name, ${sealed} AS sealed,
   (SELECT o.name FROM organizations AS o WHERE o.id = ${table}.organization_id) AS "organizationName",
   ${lostAt === null ? 'false' : `${lostAt} IS NOT NULL`} AS "isLost"`;
