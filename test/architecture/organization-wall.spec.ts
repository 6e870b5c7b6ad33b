import { expectListed, expectNoFindings } from '../support/findings';
import { filesWith } from '../support/source-files';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('row security', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is bypassed by the listed files only', () => {
    const files = filesWith(/[tT]ransactions\.(run\(|reader\b)|\{ reader \}/, 'modules');
    expectListed(files, Object.keys(ACROSS_ORGANIZATIONS), {
      unlisted:
        'These files call transactions.run() or transactions.reader, which row security does not confine. Use runFor() or' +
        ' readFor(), or a due queue for due work; else add the file to ACROSS_ORGANIZATIONS in this file with a reason.',
      missing:
        'These files of ACROSS_ORGANIZATIONS in this file use neither run() nor reader any more: remove them from it.',
    });
  });

  it('is bypassed by the claims of the listed due queues only', () => {
    expectListed(filesWith(/\.(dueQueue|leasedQueue)[(<]/, 'modules'), DUE_QUEUES, {
      unlisted:
        'The claims of these due queues see every organization: add the files to DUE_QUEUES in this file.',
      missing: 'These files of DUE_QUEUES in this file declare no due queue any more: remove them from it.',
    });
  });

  it('lets only the listed due work of suspended organizations go on', () => {
    const held = new Set(filesWith(/notHeld\(/, 'modules'));
    const files = filesWith(/notPostponed\(/, 'modules').filter((it) => !held.has(it));
    expectListed(files, Object.keys(NEVER_HELD), {
      unlisted:
        'The statements of these files leave out postponed rows: add notHeld() beside notPostponed(), or add the file to' +
        ' NEVER_HELD in this file with a reason.',
      missing: 'These files of NEVER_HELD in this file use notHeld(), or not notPostponed(): remove them.',
    });
  });

  it('lets no due work of moving organizations go on', () => {
    const confined = new Set(filesWith(/notMoving\(/, 'modules'));
    expectNoFindings(
      Object.keys(NEVER_HELD).filter((it) => !confined.has(it)),
      'The due work of these files goes on while an organization is suspended: add notMoving() beside notPostponed(),' +
        ' because nothing but the move may change its rows while it moves (docs/scaling.md#cells).',
    );
  });

  it('knows every job that is no due queue, and how it leaves out moving organizations', () => {
    const pattern = /\.(scheduledJob|organizationJob)\(|new WakeableLoop\(|\bexclusive\(/;
    expectListed(filesWith(pattern, 'modules'), Object.keys(OTHER_JOBS), {
      unlisted:
        'These files declare a job or a loop. Its statements must leave out moving organizations: use notMoving() or' +
        ' notHeld(), then add the file to OTHER_JOBS in this file with how it does.',
      missing: 'These files of OTHER_JOBS in this file declare no job any more: remove them from it.',
    });
    const confined = filesWith(/notMoving\(|notHeld\(|atWork\(|cell_state/);
    expectNoFindings(
      Object.entries(OTHER_JOBS).flatMap(([job, by]) =>
        by.filter((it) => it.endsWith('.ts') && !confined.includes(it)).map((it) => `${job}: ${it}`),
      ),
      'The statements of these files no longer leave out moving organizations, as OTHER_JOBS in this file says.',
    );
  });

  it('is bypassed by the listed connection pools only', () => {
    expectListed(filesWith(/new (Pool|DataSource)\(/, 'modules'), Object.keys(OWN_CONNECTIONS), {
      unlisted:
        'These files open connections of their own. Inject Transactions instead, or add the file to OWN_CONNECTIONS in' +
        ' this file with a reason.',
      missing:
        'These files of OWN_CONNECTIONS in this file open no connection any more: remove them from it.',
    });
  });

  it('protects every table that belongs to organizations', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT t.relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND relname NOT IN ('migrations', 'test_clock', 'partitioned_tables', 'cell') AND NOT relispartition
          AND NOT (relrowsecurity
                   AND has_table_privilege(database_role('organization'), t.oid, 'SELECT')
                   AND has_table_privilege(database_role('organization'), t.oid, 'INSERT')
                   AND (relname = ANY ($1) OR has_table_privilege(database_role('organization'), t.oid, 'UPDATE'))
                   AND (relname = ANY ($1) OR has_table_privilege(database_role('organization'), t.oid, 'DELETE'))
                   AND (SELECT array_agg(polname || ' to ' || pg_get_userbyid(polroles[1]) ORDER BY polname)
                               = ARRAY['organization to ' || database_role('organization'),
                                       'service to ' || database_role('service')]
                               AND bool_and(polcmd = '*' AND polpermissive AND polwithcheck IS NULL AND cardinality(polroles) = 1)
                          FROM pg_policy WHERE polrelid = t.oid))`,
      [APPEND_ONLY],
    );
    expectNoFindings(
      rows.map((it) => it.name),
      `These tables lack row security: end the migration that creates them with SELECT confine_to_organization('<table>').`,
    );
  });

  it('lets nobody but the owner reach a partition past its table', async () => {
    const rows = await database.query<{ name: string; isOpen: boolean }>(
      `SELECT t.relname AS name, NOT relrowsecurity OR EXISTS (
                SELECT FROM unnest(ARRAY[database_role('organization'), database_role('service')]) AS role
                 WHERE has_table_privilege(role, t.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
              ) AS "isOpen"
         FROM pg_class AS t WHERE relkind IN ('r', 'p') AND relispartition AND relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expectNoFindings(
      rows.filter((it) => it.isOpen).map((it) => it.name),
      'These partitions can be reached past the policies of their table: make them with make_partition().',
    );
  });

  it('lets nobody but the owner change append-only tables', async () => {
    const rows = await database.query<{ tables: string[]; may: boolean }>(
      `SELECT array_agg(relname::text ORDER BY relname) AS tables,
              bool_or(has_table_privilege(database_role('organization'), t.oid, 'UPDATE, DELETE, TRUNCATE')
                      OR has_table_privilege(database_role('service'), t.oid, 'UPDATE, TRUNCATE')) AS may
         FROM pg_class AS t JOIN pg_trigger ON tgrelid = t.oid WHERE tgname = 'append_only' AND NOT relispartition`,
    );
    expect(rows).toEqual([{ tables: APPEND_ONLY, may: false }]);
  });

  it('leaves no function that runs with the rights of the owner open to others', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT oid::regprocedure::text AS name FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prosecdef
          AND (has_function_privilege('public', oid, 'EXECUTE')
               OR NOT EXISTS (SELECT FROM unnest(proconfig) AS it WHERE it LIKE 'search_path=%'))`,
    );
    expectNoFindings(
      rows.map((it) => it.name),
      'These SECURITY DEFINER functions need SET search_path in their definition, and REVOKE EXECUTE ... FROM PUBLIC.',
    );
  });

  it('compares the organization of each row with that of the transaction', async () => {
    const rows = await database.query<{ tablename: string; qual: string }>(
      `SELECT tablename, qual FROM pg_policies WHERE schemaname = 'public' AND policyname = 'organization'`,
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

/** Tables with a trigger of the name append_only. */
const APPEND_ONLY = ['audit_log', 'installation_log'];

/** Files that read or write across organizations, and why. */
const ACROSS_ORGANIZATIONS: Record<string, string> = {
  'modules/api-keys/last-use-recorder.ts':
    'stores the last uses of keys of any organization in one statement',
  'modules/api-keys/sessions/session-authentication.ts':
    'stores the uses of sessions of any organization in one statement',
  'modules/api-keys/sessions/sessions.service.ts': 'deletes expired sessions of any organization',
  'modules/collections/figures/collection-metrics.ts': 'figures for the installation',
  'modules/emails/email-metrics.ts': 'one figure for the installation',
  'modules/emails/email-retention.ts': 'deletes old messages of any organization in batches',
  'modules/events/consumers/usage-consumers.ts': 'lists the dirty billing periods of all organizations',
  'modules/events/keys/event-key-retention.ts': 'deletes old keys of any organization in batches',
  'modules/organizations/admin/cells.service.ts':
    'the operator sees how many organizations there are, and their moves',
  'modules/organizations/admin/installation-log.ts': 'the operator reads the log of the installation',
  'modules/organizations/admin/operator.service.ts': 'the operator lists the organizations',
  'modules/organizations/deletion/organization-removal.ts': 'removes the rows of deleted organizations',
  'modules/payments/notifications/sender-candidates.ts':
    'finds the organizations whose secret may have signed a notification',
  'modules/payments/provider-calls/provider-call-retention.ts':
    'deletes old calls of any organization in batches',
  'modules/reconciliation/reconciliation-metrics.ts': 'one figure for the installation',
  'modules/subscriptions/lifecycle/billing-errors.ts': 'one figure for the installation',
  'modules/webhook-endpoints/stored-secret-check.ts':
    'checks at start-up that a stored secret can be decrypted',
  'modules/webhooks/history/retention.service.ts': 'deletes old rows of any organization in batches',
  'modules/webhooks/inbox/inbox-streams.ts': 'reads for the streams of all organizations in one statement',
  'modules/webhooks/queue/deleted-endpoints.ts': 'finds leftovers of a crash, of any organization',
  'modules/webhooks/queue/queue-metrics.ts': 'one figure for the installation',
  'modules/webhooks/queue/retry-sweep.ts': 'queues the due retries of all organizations',
};

/** Files with a due queue: its claim sees every organization, its work is confined to that of the claimed rows. */
const DUE_QUEUES = [
  'modules/collections/automatic/scheduled-charges.ts',
  'modules/collections/captures/capture-comparisons.ts',
  'modules/collections/lifecycle/collection-queue.ts',
  'modules/collections/methods/method-queues.ts',
  'modules/documents/documents-due.ts',
  'modules/dunning/reviews/customer-review.ts',
  'modules/emails/sending/emails-due.ts',
  'modules/invoices/lifecycle/invoices-due.ts',
  'modules/payments/notifications/notification-queue.ts',
  'modules/payments/refunds/refund-queue.ts',
  'modules/subscriptions/lifecycle/subscription-clock.ts',
  'modules/subscriptions/migrations/plan-migration.job.ts',
  'modules/wallets/auto-top-ups/auto-top-ups.ts',
  'modules/wallets/grants/recurring-grants.ts',
  'modules/wallets/wallet-expiration.ts',
  'modules/webhooks/recoveries/recovery.job.ts',
];

/** Files with due work that goes on while an organization is suspended, and why. */
const NEVER_HELD: Record<string, string> = {
  'modules/collections/collections.repository.ts': 'money that a provider takes is recorded at any time',
  'modules/payments/refunds/refund-orders.repository.ts': 'what was ordered to be returned is returned',
  'modules/payments/notifications/notifications.repository.ts':
    'notifications are applied: their provider would give up',
};

/** Files with jobs that are no due queues, and the files whose statements leave out moving organizations, or why none does. */
const OTHER_JOBS: Record<string, readonly string[]> = {
  'modules/api-keys/sessions/sessions.service.ts': ['modules/api-keys/sessions/sessions.repository.ts'],
  'modules/emails/email-retention.ts': ['modules/emails/emails.repository.ts'],
  'modules/events/consumers/usage-consumers.worker.ts': [
    'modules/events/consumers/dirty-periods.repository.ts',
  ],
  'modules/events/keys/event-key-retention.ts': ['modules/events/keys/event-keys.repository.ts'],
  'modules/events/streams/usage-streams.ts': ['each message is stored in a transaction of its organization'],
  'modules/organizations/deletion/organization-removal.ts': [
    'modules/organizations/deletion/organization-rows.repository.ts',
  ],
  'modules/organizations/deletion/organization-removal.worker.ts': [
    'modules/organizations/deletion/organization-rows.repository.ts',
  ],
  'modules/payments/provider-calls/provider-call-retention.ts': [
    'modules/payments/provider-calls/provider-calls.repository.ts',
  ],
  'modules/reconciliation/reconciliation.service.ts': ['platform/jobs/organization-rounds.ts'],
  'modules/webhooks/delivery/dispatcher.ts': ['modules/webhooks/queue/claim.queries.ts'],
  'modules/webhooks/history/retention.service.ts': [
    'modules/webhooks/history/retention.repository.ts',
    'platform/idempotency/idempotency.repository.ts',
  ],
  'modules/webhooks/inbox/inbox-streams.ts': ['only reads'],
  'modules/webhooks/queue/deleted-endpoints.ts': ['modules/webhooks/queue/deliveries.repository.ts'],
  'modules/webhooks/queue/retry-sweep.ts': ['modules/webhooks/queue/deliveries.repository.ts'],
};

/** Files with a connection pool of their own, because their statements carry rows of many organizations. */
const OWN_CONNECTIONS: Record<string, string> = {
  'modules/events/ingestion/ingestion-database.ts': 'events of concurrent requests are stored together',
  'modules/webhooks/queue/delivery-database.ts': 'deliveries are claimed and recorded together',
};
