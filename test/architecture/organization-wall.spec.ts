import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expectListed, expectNone } from '../support/findings';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const SRC = join(__dirname, '../../src');

/** Files that run transactions or reads without row security, and why. */
const ACROSS_ORGANIZATIONS: Record<string, string> = {
  'modules/analytics/analytics.jobs.ts': 'adds the changes of all organizations to their counts in batches',
  'modules/api-keys/last-use-recorder.ts':
    'records the last use of keys of all organizations in one statement',
  'modules/dashboard/sessions.service.ts': 'finds a session by its token, which identifies the organization',
  'modules/documents/document-queue.ts':
    'claims the next documents of any organization, then works within that organization',
  'modules/dunning/dunning-run.ts':
    'claims the next customer of any organization, then works within that organization',
  'modules/emails/email-sender.ts':
    'claims the next e-mails of any organization, then works within that organization',
  'modules/invoices/invoice-billing-errors.ts':
    'counts the set-aside invoices of the installation, and reads when the next one is retried',
  'modules/invoices/invoices-due.ts':
    'claims the next invoice of any organization, then works within that organization',
  'modules/organizations/organizations.service.ts': 'creates organizations, and lists all of them for jobs',
  'modules/payments/notifications/inbox.ts':
    'claims the next notification of any organization, then works within that organization',
  'modules/payments/notifications/sender-candidates.ts': 'finds the secrets that may have signed a webhook',
  'modules/reconciliation/reconciliation-metrics.ts': 'reports one figure for the installation',
  'modules/subscriptions/billing-errors.ts': 'reports one figure for the installation',
  'modules/subscriptions/due-subscriptions.ts':
    'claims the next subscriptions of any organization, then works within that organization',
  'modules/subscriptions/plan-migrations/plan-migration-run.ts':
    'claims the next plan migration of any organization, then works within that organization',
  'modules/subscriptions/subscription-clock.ts':
    'claims the next subscription of any organization, then works within that organization',
  'modules/usage/usage-listeners.ts': 'finds the periods with new usage in all organizations',
  'modules/wallets/wallet-expiration.ts':
    'claims the next wallet of any organization, then works within that organization',
  'modules/webhooks/inbox/inbox-streams.ts':
    'renews the leases of all streams of the process, and reads the positions of their inboxes, in one statement each',
  'modules/webhooks/queue-metrics.ts': 'reports one figure for the installation',
  'modules/webhooks/retention.service.ts': 'deletes old rows of all organizations in batches',
  'modules/webhooks/webhooks.service.ts': 'moves the due retries of all organizations into the queue',
};

/** Files with their own connection pool, because one statement contains rows of many organizations. */
const OWN_CONNECTIONS: Record<string, string> = {
  'modules/usage/ingestion/ingestion-database.ts': 'stores the events of concurrent requests together',
  'modules/webhooks/engine/delivery-database.ts':
    'claims and records deliveries of many organizations together',
};

const IS_CONFINED =
  /WHERE \(\(organization_id = \( SELECT \(current_setting\('billing.organization_id'::text\)\)::uuid[^)]*\)\) AND /;

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
    expectListed(files, Object.keys(ACROSS_ORGANIZATIONS), {
      unlisted:
        'Use runFor() or readFor() in these files, or add them to ACROSS_ORGANIZATIONS in this file with a reason:',
      missing: 'These files have row security; remove them from ACROSS_ORGANIZATIONS in this file:',
    });
  });

  it('only the listed files have connection pools without row security', () => {
    expect(filesWith(/new (Pool|DeadlinePool|DataSource)\(/, join(SRC, 'modules'))).toEqual(
      Object.keys(OWN_CONNECTIONS),
    );
  });

  it('every table of organizations has row security', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT t.relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND relname NOT IN ('migrations', 'test_clock', 'encryption_key')
          AND NOT (relrowsecurity
                   AND has_table_privilege('billing_organization', t.oid, 'SELECT')
                   AND has_table_privilege('billing_organization', t.oid, 'INSERT')
                   AND has_table_privilege('billing_organization', t.oid, 'UPDATE')
                   AND has_table_privilege('billing_organization', t.oid, 'DELETE')
                   AND (SELECT count(*) = 1 AND bool_and(polcmd = '*' AND polpermissive AND polwithcheck IS NULL)
                          FROM pg_policy WHERE polrelid = t.oid))`,
    );
    expectNone(
      rows.map((it) => it.name),
      "Add SELECT confine_to_organization('<table>') to the migration of these tables:",
    );
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

  it('every view has the condition of the policies, because it reads as the owner of the tables', async () => {
    const rows = await database.query<{ name: string; definition: string }>(
      `SELECT viewname AS name, definition FROM pg_views WHERE schemaname = 'public'`,
    );
    expectNone(
      rows.filter((it) => !IS_CONFINED.test(it.definition)).map((it) => it.name),
      'Create these views with make_searchable() in their migration:',
    );
    expect(rows.length).toBeGreaterThan(5);
  });
});
