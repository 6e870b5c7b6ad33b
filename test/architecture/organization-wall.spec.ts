import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const SRC = join(__dirname, '../../src');

/** Files with transactions and reads without row security, and why. */
const ACROSS_ORGANIZATIONS: Record<string, string> = {
  'modules/api-keys/last-use-recorder.ts':
    'writes down in one statement when keys of any organization were used',
  'modules/dunning/dunning-run.ts': 'claims the next customer of any organization, then confines itself',
  'modules/events/usage-followers.ts': 'looks through the periods of all organizations with news',
  'modules/invoices/invoices-due.ts': 'claims the next invoice of any organization, then confines itself',
  'modules/organizations/organizations.service.ts': 'makes organizations, and names all of them to jobs',
  'modules/payments/notifications/inbox.ts':
    'claims the next notification of any organization, then confines itself',
  'modules/payments/notifications/sender-candidates.ts': 'finds out whose secret may have signed a call',
  'modules/reconciliation/reconciliation-metrics.ts': 'one figure for the installation',
  'modules/subscriptions/subscription-clock.ts':
    'claims the next subscription of any organization, then confines itself',
  'modules/wallets/wallet-expiration.ts': 'claims the next wallet of any organization, then confines itself',
  'modules/webhook-endpoints/stored-secret-check.ts': 'tries the key on an endpoint of any organization',
  'modules/webhooks/queue-metrics.ts': 'one figure for the installation',
  'modules/webhooks/retention.service.ts': 'deletes what is old, in batches of any organization',
  'modules/webhooks/webhooks.service.ts': 'moves the due retries of all organizations into the queue',
};

/** Files with a connection pool of their own, because their statements carry rows of many organizations. */
const OWN_CONNECTIONS: Record<string, string> = {
  'modules/events/ingestion/ingestion-database.ts': 'events of concurrent requests are stored together',
  'modules/webhooks/engine/delivery-database.ts': 'deliveries are claimed and recorded together',
};

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.ts') && !it.endsWith('.spec.ts'))
    .map((it) => join(folder, it));
}

function filesWith(pattern: RegExp, folder: string): string[] {
  const found = sources(folder).filter((it) => pattern.test(readFileSync(it, 'utf8')));
  return found.map((it) => relative(SRC, it).replaceAll('\\', '/')).sort();
}

describe('row security', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('only the listed files use transactions without row security', () => {
    const files = filesWith(/[tT]ransactions\.(run\(|reader\b)|\{ reader \}/, join(SRC, 'modules'));
    expect(files).toEqual(Object.keys(ACROSS_ORGANIZATIONS));
  });

  it('only the listed files have connection pools without row security', () => {
    expect(filesWith(/new (Pool|DataSource)\(/, join(SRC, 'modules'))).toEqual(Object.keys(OWN_CONNECTIONS));
  });

  it('every table of organizations has row security', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT t.relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND relname NOT IN ('migrations', 'test_clock')
          AND NOT (relrowsecurity
                   AND has_table_privilege('billing_organization', t.oid, 'SELECT')
                   AND has_table_privilege('billing_organization', t.oid, 'INSERT')
                   AND has_table_privilege('billing_organization', t.oid, 'UPDATE')
                   AND has_table_privilege('billing_organization', t.oid, 'DELETE')
                   AND (SELECT count(*) = 1 AND bool_and(polcmd = '*' AND polpermissive AND polwithcheck IS NULL)
                          FROM pg_policy WHERE polrelid = t.oid))`,
    );
    expect(rows).toEqual([]);
  });

  it('every policy compares the organization of the row with that of the transaction', async () => {
    const rows = await database.query<{ tablename: string; qual: string }>(
      `SELECT tablename, qual FROM pg_policies WHERE schemaname = 'public'`,
    );
    for (const { tablename, qual } of rows) {
      const column = tablename === 'organizations' ? 'id' : 'organization_id';
      expect(qual).toMatch(
        new RegExp(
          `^\\(${column} = \\( SELECT \\(current_setting\\('billing.organization_id'::text\\)\\)::uuid`,
        ),
      );
    }
    expect(rows.length).toBeGreaterThan(20);
  });
});
