import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { ownRoles } from '../../src/platform/database/roles/role-names';

/** The migrated database that every test file clones. A run within a run on one server names its own. */
export const TEMPLATE = process.env.TEST_TEMPLATE_DATABASE ?? 'billing_template';

/** The run-time login of this run: its rights come with the template. */
export const SERVICE = `${TEMPLATE}_service`;

/** A database of one test file. */
export interface TestDatabase {
  /** Of the run-time login, as which the service runs. */
  url: string;
  /** Of the login that owns the tables. */
  ownerUrl: string;
  /** Runs a statement outside the application, as the owner of the tables. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** The URL with another database name. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/** The URL with the run-time login of this run instead of the administrator. */
export function asService(url: string): string {
  const changed = new URL(url);
  changed.username = SERVICE;
  changed.password = process.env.TEST_SERVICE_PASSWORD ?? '';
  return changed.toString();
}

/** Gives the role of requests privileges on a table of a test that has no organizations. */
export async function grantToRequests(
  database: TestDatabase,
  privileges: string,
  table: string,
): Promise<void> {
  const [row] = await database.query<{ role: string }>(`SELECT database_role('organization') AS role`);
  await database.query(`GRANT ${privileges} ON ${table} TO ${row?.role ?? ''}`);
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new Client({ connectionString: process.env.TEST_SERVER_URL });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Clones the template (15 to 40 ms). Call `drop` in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const ownerUrl = withDatabase(process.env.TEST_SERVER_URL ?? '', name);
  const client = new Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  const own = await ownRoles({
    query: async <Rows>(text: string) => (await client.query(text)).rows as Rows,
  });
  return {
    url: asService(ownerUrl),
    ownerUrl,
    async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await client.query(text, values)).rows as Row[];
    },
    async drop() {
      await client.end();
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await asAdmin(`DROP ROLE IF EXISTS ${own.organization}, ${own.service}`); // a clone that was migrated has them
    },
  };
}
