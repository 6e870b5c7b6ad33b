import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { recordedDuring } from './statements';
import type { TestApp } from './test-app';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

export interface Cost {
  /** Rows that PostgreSQL read from tables, including those that it filtered out. */
  rows: number;
  blocks: number;
}

function rowsReadIn(node: PlanNode): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const below = (node.Plans ?? []).map(rowsReadIn).reduce((sum, it) => sum + it, 0);
  return below + (node['Relation Name'] === undefined ? 0 : own * node['Actual Loops']);
}

/**
 * Returns the cost of the statements of `work`, without those that count all matches. Runs them again with EXPLAIN,
 * under the row security of the organization.
 */
export async function costOf(
  app: TestApp,
  organizationId: string,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Cost> {
  return app.app.get(Transactions, { strict: false }).readFor(organizationId, async (tx) => {
    const statements = await recordedDuring(app, tx, () => work(tx));
    const cost = { rows: 0, blocks: 0 };
    for (const { text, parameters } of statements.filter((it) => !/^SELECT (COUNT\(|\()/.test(it.text))) {
      const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
      const [row] = await tx.query<[{ 'QUERY PLAN': [{ Plan: PlanNode }] }]>(explain, parameters);
      const [{ Plan: plan }] = row['QUERY PLAN'];
      cost.rows += rowsReadIn(plan);
      cost.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    return cost;
  });
}
