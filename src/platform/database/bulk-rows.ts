import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Transaction } from './transactions';

/** Inserts rows with one statement. Every column must have a value: defaults of the database do not apply. */
export async function insertRows<E extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
): Promise<void> {
  if (rows.length === 0) return;
  const { insert, json } = statementParts(tx, entity, rows);
  await tx.query(insert, [json]);
}

/** Like `insertRows`, but omits rows that conflict with an existing one. Returns the IDs of the inserted rows. */
export async function insertNewRows<E extends ObjectLiteral & { id: string }>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { insert, json } = statementParts(tx, entity, rows);
  const inserted = await tx.query<{ id: string }[]>(`${insert} ON CONFLICT DO NOTHING RETURNING id`, [json]);
  return new Set(inserted.map((it) => it.id));
}

/**
 * Updates all columns of rows, found by their primary keys, with one statement. Returns the number of rows found.
 *
 * @param condition SQL that the stored row, `stored`, must meet to be updated.
 */
export async function updateRows<E extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
  condition = 'true',
): Promise<number> {
  if (rows.length === 0) return 0;
  const { table, keys, values, json } = statementParts(tx, entity, rows);
  const [, found] = await tx.query<[unknown[], number]>(
    `UPDATE ${table} AS stored SET ${values.map((it) => `${it} = changed.${it}`).join(', ')}
       FROM json_populate_recordset(NULL::${table}, $1) AS changed
      WHERE ${keys.map((it) => `stored.${it} = changed.${it}`).join(' AND ')} AND (${condition})`,
    [json],
  );
  return found;
}

/** One JSON parameter instead of one parameter per value: a statement has at most 65,535 parameters. */
function statementParts<E extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<E>,
  rows: readonly E[],
): { table: string; keys: string[]; values: string[]; insert: string; json: string } {
  const { tableName: table, columns } = tx.dataSource.getMetadata(entity);
  const nameOf = (of: typeof columns): string[] => of.map((it) => it.databaseName);
  const names = nameOf(columns).join(', ');
  const stored = rows.map((row) =>
    Object.fromEntries(columns.map((it) => [it.databaseName, it.getEntityValue(row, true) as unknown])),
  );
  return {
    table,
    keys: nameOf(columns.filter((it) => it.isPrimary)),
    values: nameOf(columns.filter((it) => !it.isPrimary)),
    insert: `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`,
    json: JSON.stringify(stored),
  };
}
