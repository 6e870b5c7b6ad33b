// The rows of a database as text: a line for each row, with its table and the row as PostgreSQL writes it in JSON. No
// program may parse and print that JSON again, because numbers would lose digits.

/** Returns the rows of all tables, and the positions of the sequences. */
export async function dump(database) {
  const tables = await database.query(
    `SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const lines = [];
  for (const { name } of tables) {
    const rows = await database.query(`SELECT to_jsonb(t)::text AS row FROM ${name} AS t ORDER BY 1`);
    lines.push(...rows.map(({ row }) => `${name}\t${row}\n`));
  }
  const sequences = await database.query(
    `SELECT sequencename AS name, last_value::text AS position FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return {
    rows: lines.join(''),
    sequences: Object.fromEntries(sequences.map(({ name, position }) => [name, position])),
  };
}
