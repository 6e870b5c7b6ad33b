import { searchStatement } from '../../../src/modules/search/search.repository';
import { Transactions } from '../../../src/platform/database/transactions';
import { Extensions } from '../../../src/platform/extensions';
import { SEARCH_SOURCES } from '../../../src/platform/search/search-sources';
import { aCoupon, aMetric, anInvoice, aSubscription, aTax } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

/** The tables of the search, with the columns that must differ between the copies of a record, and their number. */
const TABLES: Record<string, { columns: readonly string[]; copies: number }> = {
  customers: { columns: ['name', 'external_id', 'email'], copies: 20_000 },
  subscriptions: { columns: ['external_id'], copies: 2000 },
  invoices: { columns: ['number'], copies: 2000 },
  plans: { columns: ['name', 'code'], copies: 2000 },
  billable_metrics: { columns: ['name', 'code'], copies: 2000 },
  coupons: { columns: ['name', 'code'], copies: 2000 },
  taxes: { columns: ['name', 'code'], copies: 2000 },
};
const MOST_MS = 50;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}
type Explained = [{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('the plan of the search', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app);

  beforeAll(async () => {
    await aSubscription(organization);
    await anInvoice(organization);
    await Promise.all([aMetric(organization), aCoupon(organization), aTax(organization)]);
    for (const [table, { columns, copies }] of Object.entries(TABLES)) {
      const changed = columns.map((it) => `'${it}', md5(n || '${it}')`).join(', ');
      await app.database.query(
        `INSERT INTO ${table} SELECT copy.*
           FROM (SELECT * FROM ${table} LIMIT 1) AS original, generate_series(1, ${copies}) AS n,
                jsonb_populate_record(NULL::${table}, to_jsonb(original)
                  || jsonb_build_object('id', gen_random_uuid(), ${changed})) AS copy`,
      );
      await app.database.query(`ANALYZE ${table}`);
    }
  }, 60_000);

  const explain = async (of: TestOrganization, text: string) => {
    const sources = app.app.get(Extensions).of(SEARCH_SOURCES);
    const { sql, values } = searchStatement(of.id, sources, text, 20);
    const [explained] = await app.app
      .get(Transactions)
      .readFor(of.id, (tx) => tx.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values));
    const [{ Plan: plan, 'Execution Time': ms }] = explained['QUERY PLAN'];
    return { nodes: nodesOf(plan), ms };
  };
  const searchIndexes = Object.entries(TABLES).flatMap(([table, { columns }]) =>
    columns.map((it) => `${table}_search_${it}`),
  );

  it.each(['a', 'a1', 'a1b2c3'])('every field uses its index, in its order, for %s', async (text) => {
    const { nodes, ms } = await explain(organization, text);
    const used = nodes.flatMap((it) => it['Index Name'] ?? []);
    expect([...new Set(used)].sort()).toEqual([...searchIndexes].sort());
    expect(nodes.filter((it) => it['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it('an ID uses the primary keys, and an accented text the same indexes in both spellings', async () => {
    const byId = await explain(organization, '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21');
    const used = byId.nodes.flatMap((it) => it['Index Name'] ?? []);
    expect(used).toEqual(expect.arrayContaining(Object.keys(TABLES).map((it) => `${it}_pkey`)));
    const accented = await explain(organization, 'é');
    expect(accented.nodes.filter((it) => it['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(Math.max(byId.ms, accented.ms)).toBeLessThan(MOST_MS);
  });
});
