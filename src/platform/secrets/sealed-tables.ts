import type { Client } from 'pg';
import { UnreadableSecretError, type SecretBox } from './secret-box';

/** A table with one current encrypted text per row. Its primary key is `organization_id` and `id`. */
export interface SealedTable {
  table: string;
  /** What the texts are, in the plural. */
  what: string;
  /** Column with the encrypted text. */
  sealed: string;
  /** Second column of the primary key. */
  id: string;
  /** Column that names the row for people. */
  name: string;
  /** SQL condition of the rows whose text is still needed. */
  needed: string;
  /** Returns the context under which the text of a row was encrypted. */
  contextOf: (row: SealedRow) => string;
}

export interface SealedRow {
  organizationId: string;
  id: string;
  name: string;
  sealed: string;
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

/** Returns some of the needed rows of a table: of the oldest and of the newest organizations. */
export async function sampleOf(client: Client, table: SealedTable): Promise<SealedRow[]> {
  const end = (direction: 'ASC' | 'DESC'): string =>
    `(SELECT ${columnsOf(table)} FROM ${table.table} WHERE ${table.needed}
       ORDER BY organization_id ${direction}, ${table.id} ${direction} LIMIT ${SAMPLE})`;
  const { rows } = await client.query<SealedRow>(`${end('ASC')} UNION ${end('DESC')}`);
  return rows;
}

/** Returns the tables that have a needed row. */
export async function anyRows(client: Client, tables: readonly SealedTable[]): Promise<SealedTable[]> {
  const found: SealedTable[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${table.table} WHERE ${table.needed} LIMIT 1`);
    if (rowCount === 1) found.push(table);
  }
  return found;
}

export function isReadable(secrets: SecretBox, table: SealedTable, row: SealedRow): boolean {
  try {
    secrets.open(row.sealed, table.contextOf(row));
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    return false;
  }
}

const columnsOf = ({ id, name, sealed }: SealedTable): string =>
  `organization_id AS "organizationId", ${id} AS id, ${name} AS name, ${sealed} AS sealed`;
