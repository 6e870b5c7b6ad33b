import { inTransaction } from './metered-subscription';
import type { TestApp } from './test-app';

/**
 * Returns the plan of a query as one line.
 *
 * @param settings e.g. `enable_seqscan = off`, because a table of a few rows is otherwise read as a whole
 */
export async function planOf(app: TestApp, query: string, settings: readonly string[] = []): Promise<string> {
  const rows = await inTransaction(app, async (tx) => {
    for (const setting of settings) await tx.query(`SET LOCAL ${setting}`);
    return tx.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${query}`);
  });
  return rows.map((it) => it['QUERY PLAN']).join(' ');
}
