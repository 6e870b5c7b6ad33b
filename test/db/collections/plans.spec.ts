import { CollectionsRepository } from '../../../src/modules/collections/collections.repository';
import { CollectionFiguresRepository } from '../../../src/modules/collections/figures/collection-figures.repository';
import { CollectionReconciliation } from '../../../src/modules/collections/figures/collection-reconciliation';
import { RefundOrdersRepository } from '../../../src/modules/payments/refunds/refund-orders.repository';
import type { Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const ROWS = 100_000;
/** Every so many collections, one is open; of these, every tenth is unknown. */
const PER_OPEN = 500;
/** A part of the table, such as all open rows, is read through an index. */
const LARGE = ['collections', 'collection_reservations', 'refund_orders'];
const ORGANIZATION = newId();

let database: TestDatabase;
const invoices = Array.from({ length: 3 }, () => newId());

beforeAll(async () => {
  database = await createTestDatabase();
  // Nothing but the number of rows matters: what they refer to does not exist.
  await database.query('SET session_replication_role = replica');
  await database.query(
    `INSERT INTO collections (organization_id, id, invoice_id, customer_id, attempt_number, kind, provider, amount_cents,
       currency, description, status, success_url, cancel_url, announced_payment_id, payment_id, provider_object_id,
       requested_at, next_action_at, dead_at, created_at, updated_at)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'charge', 'stripe', 1000, 'EUR', 'Work',
            CASE WHEN n % $3 <> 0 THEN 'succeeded' WHEN n % ($3 * 10) = 0 THEN 'unknown' ELSE 'open' END,
            '', '', gen_random_uuid(), gen_random_uuid(), 'pi_' || n, at,
            CASE WHEN n % $3 = 0 THEN now() + n * interval '1 second' - interval '1 hour' END,
            CASE WHEN n % $3 <> 0 THEN at END, at, at
       FROM generate_series(1, $2::integer) AS n, LATERAL (SELECT now() - n * interval '1 minute' AS at) AS time`,
    [ORGANIZATION, ROWS, PER_OPEN],
  );
  await database.query(
    `INSERT INTO collection_reservations (organization_id, collection_id, invoice_id, amount_cents, closed_at)
     SELECT organization_id, id, invoice_id, amount_cents, dead_at FROM collections`,
  );
  await database.query(
    `INSERT INTO refund_orders (organization_id, id, payment_id, provider, provider_payment_id, amount_cents, currency,
       reason, status, requested_at, next_action_at, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), payment_id, provider, provider_object_id, amount_cents, currency, 'surplus',
            CASE WHEN dead_at IS NULL THEN 'pending' ELSE 'succeeded' END, requested_at, next_action_at, created_at, updated_at
       FROM collections`,
  );
  await database.query('ANALYZE collections, collection_reservations, refund_orders');
}, 120_000);

afterAll(() => database.drop());

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** What a statement read of a large table. */
interface Read {
  how: string;
  rows: number;
}

/** Runs what a repository sends, and returns what each statement read of the large tables. */
async function readsOf(call: (tx: Transaction) => Promise<unknown>): Promise<Read[]> {
  const reads: Read[] = [];
  const query = async (text: string, values: unknown[] = []): Promise<unknown[]> => {
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    if (row !== undefined) collect(row['QUERY PLAN'][0].Plan, reads);
    // TypeORM returns the number of rows next to them for an UPDATE.
    return /^\s*UPDATE/.test(text) ? [[], 0] : [];
  };
  await call({ query } as unknown as Transaction);
  return reads;
}

function collect(node: PlanNode, reads: Read[]): void {
  const table = node['Relation Name'] ?? '';
  const isScan = node['Node Type'].includes('Scan') && LARGE.includes(table);
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  if (isScan) reads.push({ how: `${node['Node Type']} of ${table}`, rows });
  for (const inner of node.Plans ?? []) collect(inner, reads);
}

const collections = new CollectionsRepository();
const figures = new CollectionFiguresRepository();
const refunds = new RefundOrdersRepository();
const now = new Date();
const news = {
  ...{ organizationId: ORGANIZATION, provider: 'stripe', paymentId: newId() },
  ...{ providerPaymentId: 'pi_7', checkoutId: 'cs_7' },
};

describe(`among ${ROWS} collections, an index serves`, () => {
  const OPEN = ROWS / PER_OPEN;
  const QUERIES: readonly (readonly [string, number, (tx: Transaction) => Promise<unknown>])[] = [
    ['the claim of due collections', 100, (tx) => collections.claim(tx, now, 32)],
    ['the first due collection', OPEN, (tx) => collections.dueSince(tx, now)],
    ['the claim of due refunds', 100, (tx) => refunds.claim(tx, now, 8)],
    ['the first due refund', OPEN, (tx) => refunds.dueSince(tx, now)],
    ['open collections by age', OPEN, (tx) => figures.openByAge(tx)],
    ['unknown money', OPEN, (tx) => figures.unknownMoney(tx)],
    ['notifications about collections', 10, (tx) => collections.hear(tx, news)],
    [
      'the number of the next attempt',
      10,
      (tx) => collections.nextAttempt(tx, ORGANIZATION, { type: 'invoice', id: newId() }),
    ],
    [
      'the end of reservations',
      10,
      (tx) => collections.closeReservations(tx, { organizationId: ORGANIZATION, id: newId() } as never),
    ],
    ['the end of what reserves invoices', 10, (tx) => collections.cancelOf(tx, ORGANIZATION, invoices)],
    [
      'refunds under way of what paid an invoice',
      10,
      (tx) => refunds.openOf(tx, ORGANIZATION, newId(), invoices),
    ],
    [
      'the check of unknown collections',
      OPEN,
      (tx) => tx.query(new CollectionReconciliation().checks[0]?.sql ?? '', [ORGANIZATION]),
    ],
    [
      'open reservations of invoices',
      10,
      (tx) =>
        tx.query(
          `SELECT invoice_id, collection_id FROM collection_reservations
            WHERE organization_id = $1 AND invoice_id = ANY ($2) AND closed_at IS NULL ORDER BY invoice_id`,
          [ORGANIZATION, invoices],
        ),
    ],
  ];

  it.each(QUERIES)('%s', async (_, most, call) => {
    const reads = await readsOf(call);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((it) => it.how.startsWith('Seq Scan') || it.rows > most)).toEqual([]);
  });
});
