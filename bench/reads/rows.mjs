import { progress } from '../lib/figures.mjs';
import { ROWS } from './settings.mjs';

/** The tables that are filled, each with copies of the row that the API has made. Parents first. */
const TABLES = [
  'customers',
  'subscriptions',
  'invoices',
  'invoice_fees',
  'payments',
  'credit_notes',
  'wallets',
  'wallet_transactions',
  'usage_events',
  'emails',
  'audit_log',
];

/** Columns that refer to the copies of another table. */
const REFERENCES = {
  customer_id: 'customers',
  subscription_id: 'subscriptions',
  invoice_id: 'invoices',
  target_id: 'invoices',
};

/** Where a copy must agree with its neighbours. */
const CHAINS = {
  wallet_transactions: {
    wallet_id: 'source.wallet_id',
    previous_sequence: 'source.sequence + n - 1',
    balance_after_cents: 'source.balance_after_cents',
  },
};

/** One copy in ten belongs to the original customer and its objects, whose lists are then long as well. */
const OWN = 10;

/** Ids that grow with the time, and that another table's copy can name. */
const KEY = `
  CREATE FUNCTION pg_temp.at(n bigint) RETURNS timestamptz LANGUAGE sql STABLE AS
    $$ SELECT now() - interval '1 minute' - (${ROWS} - n) * (interval '300 days' / ${ROWS}) $$;
  CREATE FUNCTION pg_temp.key(kind text, n bigint) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM pg_temp.at(n)) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || n), 1, 3)
            || '8' || substr(md5(kind || n), 4, 15))::uuid $$`;

/** Fills the tables of an organization. Returns what the lists are filtered by. */
export async function fill(client, organizationId) {
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off; ${KEY}`);
  for (const table of TABLES) {
    const [source] = (
      await client.query(`SELECT * FROM ${table} WHERE organization_id = $1 LIMIT 1`, [organizationId])
    ).rows;
    if (source === undefined) throw new Error(`The API has made no row of ${table}`);
    await client.query(await copies(client, table), [organizationId, keyOf(table, source)]);
    progress(`${table}: ${ROWS.toLocaleString('en-US')} rows`);
  }
  await client.query('RESET session_replication_role');
  await client.query('VACUUM (ANALYZE)');
}

const keyOf = (table, source) => source.id ?? source[`${table}_id`];

/** Returns the statement that copies the row $2 of a table. */
async function copies(client, table) {
  const { rows: columns } = await client.query(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  const unique = new Set(await uniqueColumns(client, table));
  const values = columns.map((it) => valueOf(table, it, unique.has(it.name)));
  return `
    INSERT INTO ${table} (${columns.map((it) => `"${it.name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM ${table} AS source, generate_series(1, ${ROWS}::bigint) AS n
     WHERE source.organization_id = $1 AND source.id = $2`;
}

function valueOf(table, { name, type }, isUnique) {
  const own = `source."${name}"`;
  if (name === 'organization_id') return own;
  if (name === 'id') return `pg_temp.key('${table}', n)`;
  if (['created_at', 'updated_at', 'timestamp'].includes(name)) return `pg_temp.at(n)`;
  const chained = CHAINS[table]?.[name];
  if (chained !== undefined) return chained;
  const parent = REFERENCES[name];
  if (parent !== undefined) {
    return `CASE WHEN ${own} IS NULL OR n % ${OWN} = 0 THEN ${own} ELSE pg_temp.key('${parent}', n) END`;
  }
  if (!isUnique) return own;
  if (type === 'text') return `${own} || '-' || n`;
  if (type === 'uuid') return `CASE WHEN ${own} IS NULL THEN NULL ELSE pg_temp.key('${name}', n) END`;
  return `${own} + n`;
}

async function uniqueColumns(client, table) {
  const { rows } = await client.query(
    `SELECT DISTINCT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = $1::regclass AND indisunique AND attname NOT IN ('organization_id', 'id')
        AND atttypid IN ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'uuid'::regtype)`,
    [table],
  );
  return rows.map((it) => it.name);
}
