import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Transaction } from './transactions';

/** The rows of an entity as one parameter, and the names that statements about them need. */
interface BulkRows {
  table: string;
  columns: string;
  keys: readonly string[];
  values: readonly string[];
  json: string;
}

/** Inserts rows of an entity with one statement, however many there are. */
export async function insertRows<E extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
): Promise<void> {
  if (rows.length === 0) return;
  const { table, columns, json } = bulkRows(tx, entity, rows);
  await tx.query(insertOf(table, columns), [json]);
}

/** As `insertRows`, without those that are in conflict with a row. Returns the ids of the inserted ones. */
export async function insertNewRows<E extends ObjectLiteral & { id: string }>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { table, columns, json } = bulkRows(tx, entity, rows);
  const insert = `${insertOf(table, columns)} ON CONFLICT DO NOTHING RETURNING id`;
  return new Set((await tx.query<{ id: string }[]>(insert, [json])).map((it) => it.id));
}

/**
 * Writes all columns of rows, found by their primary keys, with one statement. Returns how many it found.
 *
 * @param condition SQL that the stored row, `row`, must meet to be written.
 */
export async function updateRows<E extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
  condition = 'true',
): Promise<number> {
  if (rows.length === 0) return 0;
  const { table, keys, values, json } = bulkRows(tx, entity, rows);
  const [, found] = await tx.query<[unknown[], number]>(
    `UPDATE ${table} AS row SET ${values.map((it) => `${it} = changed.${it}`).join(', ')}
       FROM json_populate_recordset(NULL::${table}, $1) AS changed
      WHERE ${keys.map((it) => `row.${it} = changed.${it}`).join(' AND ')} AND (${condition})`,
    [json],
  );
  return found;
}

const insertOf = (table: string, columns: string): string =>
  `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`;

function bulkRows<E extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
): BulkRows {
  const { tableName: table, columns } = tx.dataSource.getMetadata(entity);
  const named = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ databaseName, propertyName }) => [databaseName, row[propertyName] as unknown]),
    ),
  );
  return {
    table,
    columns: columns.map((it) => it.databaseName).join(', '),
    keys: columns.filter((it) => it.isPrimary).map((it) => it.databaseName),
    values: columns.filter((it) => !it.isPrimary).map((it) => it.databaseName),
    json: JSON.stringify(named, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  };
}
