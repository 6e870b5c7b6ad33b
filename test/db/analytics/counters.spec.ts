import { DataSource, type QueryRunner } from 'typeorm';
import { AnalyticsRepository } from '../../../src/modules/analytics/analytics.repository';
import { reportedDays } from '../../../src/modules/analytics/reported-days';
import { AnalyticsJobs } from '../../../src/modules/analytics/analytics.jobs';
import { AnalyticsCounters1764790100000 } from '../../../src/migrations/1764790100000-analytics-counters';
import { Transactions } from '../../../src/platform/database/transactions';
import {
  aCharge,
  aCustomer,
  aMetric,
  anEndpoint,
  anInvoice,
  aPaymentByHand,
  aPlan,
  aSubscription,
  aUsageEvent,
} from '../../support/builders';
import { mismatchesOf } from '../../support/mismatches';
import { inTransaction } from '../../support/metered-subscription';
import { eventfulDays, reportOf, type InvoiceReport } from '../../support/reports';
import { recordedDuring } from '../../support/statements';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';

const OTHERS = ['mrr', 'deliveries', 'usage'];

describe('the counters of analytics', () => {
  const app = useTestApp({ ROLE: 'api' }); // no job runs; the tests run it
  const acme = useOrganization(app, { timezone: 'Asia/Kathmandu' });

  const fold = (): Promise<void> => app.app.get(AnalyticsJobs, { strict: false }).fold();
  const changes = async (): Promise<number> => {
    const [row] = await app.database.query<{ n: number }>('SELECT count(*)::int AS n FROM analytics_changes');
    return row?.n ?? 0;
  };
  const invoices = (organization: TestOrganization) => reportOf<InvoiceReport>(organization, 'invoices');

  /** Issues `n` invoices of EUR 1.00 concurrently, and pays half of each. */
  async function issue(organization: TestOrganization, n: number): Promise<void> {
    const { id: customer_id } = await aCustomer(organization);
    const one = async (): Promise<void> => {
      const { id } = await anInvoice(organization, { customer_id, amounts: [100] });
      await aPaymentByHand(organization, { invoice_id: id }, 50);
    };
    await Promise.all(Array.from({ length: n }, one));
  }

  async function withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = app.app.get(DataSource).createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  it('are the same before, during and after changes are added to the counts', async () => {
    await issue(acme, 5);
    const before = await invoices(acme);
    expect(eventfulDays(before.data[0]?.series)).toMatchObject([
      { issued_count: 5, issued_amount_cents: 500, paid_amount_cents: 250 },
    ]);
    const reports = await Promise.all([fold(), fold(), ...Array.from({ length: 5 }, () => invoices(acme))]);
    expect(reports.slice(2)).toEqual(Array(5).fill(before));
    await fold();
    expect(await changes()).toBe(0);
    expect(await invoices(acme)).toEqual(before);
    await issue(acme, 1);
    await fold();
    expect(eventfulDays((await invoices(acme)).data[0]?.series)).toMatchObject([{ issued_count: 6 }]);
    expect(await mismatchesOf(acme)).toEqual({});
  });

  it('do not count what is rolled back', async () => {
    await issue(acme, 1);
    const before = await invoices(acme);
    const undone = app.app.get(Transactions).runFor(acme.id, async (tx) => {
      await tx.query(`UPDATE invoices SET amount_due_cents = 0, status = 'paid' WHERE organization_id = $1`, [
        acme.id,
      ]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow();
    expect(await invoices(acme)).toEqual(before);
  });

  it('are confined to the organization, in requests and by row security', async () => {
    const other = await app.anOrganization();
    await issue(acme, 1);
    await fold();
    await issue(acme, 1);
    expect((await invoices(other)).data).toEqual([]);
    const seen = await app.app
      .get(Transactions)
      .runFor(other.id, (tx) =>
        tx.query<object[]>('SELECT FROM analytics_counts UNION ALL SELECT FROM analytics_changes'),
      );
    expect(seen).toEqual([]);
  });

  it('count the rows of before as they count changes, while other processes write', async () => {
    await anEndpoint(acme, 'http://127.0.0.1:4/', { event_types: ['invoice.*'] });
    await issue(acme, 3);
    const metric = await aMetric(acme);
    const subscription = await aSubscription(acme, {
      plan_id: (await aPlan(acme, { charges: [aCharge(metric)] })).id,
    });
    await aUsageEvent(acme, subscription, { code: metric.code });
    const before = await invoices(acme);
    const others = await Promise.all(OTHERS.map((it) => reportOf(acme, it)));
    await withRunner(async (runner) => {
      const migration = new AnalyticsCounters1764790100000();
      await migration.down(runner);
      expect((await invoices(acme)).data).toEqual([]);
      await migration.up(runner);
      expect(await invoices(acme)).toEqual(before);
      expect(await Promise.all(OTHERS.map((it) => reportOf(acme, it)))).toEqual(others);
      expect(others.map((it) => it.data.length > 0)).toEqual([true, true, true]);

      await migration.down(runner);
      await Promise.all([migration.up(runner), issue(acme, 10)]);
    });
    expect(await mismatchesOf(acme)).toEqual({});
    expect(eventfulDays((await invoices(acme)).data[0]?.series)).toMatchObject([{ issued_count: 13 }]);
  });

  it('are counted again after an interrupted migration, and once if it was complete', async () => {
    await issue(acme, 2);
    const before = await invoices(acme);
    await withRunner(async (runner) => {
      const migration = new AnalyticsCounters1764790100000();
      await migration.up(runner);
      expect(await invoices(acme)).toEqual(before);
      await runner.query('COMMENT ON FUNCTION count_invoice_changes() IS NULL');
      await migration.up(runner);
    });
    expect(await invoices(acme)).toEqual(before);
    expect(await mismatchesOf(acme)).toEqual({});
  });

  it('are read by their primary keys', async () => {
    const days = reportedDays({ from: '2026-01-01', to: '2026-12-31' }, 'Asia/Kathmandu', new Date());
    const spans = [{ measure: 'invoices_issued', from: null, to: days.end }];
    const plan = await inTransaction(app, async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off'); // a table of a few rows is otherwise read as a whole
      const repository = app.app.get(AnalyticsRepository, { strict: false });
      const [read] = await recordedDuring(app, tx, () => repository.sums(tx, acme.id, spans, days));
      const rows = await tx.query<object[]>(`EXPLAIN ${read?.text}`, read?.parameters);
      return JSON.stringify(rows);
    });
    for (const table of ['analytics_counts', 'analytics_changes']) expect(plan).toContain(`${table}_pkey`);
    const conditions = plan.match(
      /Index Cond: \(\(organization_id .*? AND \(measure .*? AND \(quarter >= .*? AND \(quarter < /g,
    );
    expect(conditions).toHaveLength(2);
  });
});
