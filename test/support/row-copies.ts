import type { Client } from 'pg';

/** How rows of a table are copied, by the columns that it has now. */
export interface RowCopies {
  table: string;
  /** Statement that copies a row: $1 its organization, $2 its id, from the number $3 to $4. */
  insert: string;
}

interface Column {
  name: string;
  type: string;
  /** That of a unique index, which a copy must not share. */
  unique: boolean;
}

/** Columns of a table that a client can write. The last columns of unique indexes that are no references get new values. */
const COLUMNS = `
  SELECT attname AS name, atttypid::regtype::text AS type,
         attname <> 'organization_id' AND EXISTS (
           SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY (indkey))
         AND NOT EXISTS (SELECT FROM pg_constraint
                          WHERE conrelid = attrelid AND contype = 'f' AND attnum = ANY (conkey)) AS unique
    FROM pg_attribute
   WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`;

/** A UUIDv7 of now, as the service makes them: migrations may rely on their time. */
const NEW_ID = `(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
  substr(gen_random_uuid()::text, 16, 3) || '8' || substr(replace(gen_random_uuid()::text, '-', ''), 18, 15))::uuid`;

/** Returns how to copy a row, with other ids and other values in unique columns. */
export async function rowCopies(client: Client, table: string): Promise<RowCopies> {
  const { rows } = await client.query<Column>(COLUMNS, [table]);
  const names = rows.map((it) => `"${it.name}"`).join(', ');
  const values = rows.map(valueOf).join(', ');
  return {
    table,
    insert: `
      INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM ${table} AS source, generate_series($3::int, $4::int) AS n
       WHERE source.organization_id = $1 AND source.id = $2`,
  };
}

function valueOf({ name, type, unique }: Column): string {
  const own = `source."${name}"`;
  if (!unique) return own;
  if (type === 'uuid') return `CASE WHEN ${own} IS NOT NULL THEN ${NEW_ID} END`;
  return type === 'text' ? `${own} || '-' || n` : `${own} + n`;
}
