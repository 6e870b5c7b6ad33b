import { UsageMeter } from '../../../src/modules/events';
import { InvoiceBilling, type SubscriptionBill } from '../../../src/modules/invoices';
import { Transactions } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { aBill, aCustomer, aPlan } from '../../support/bills';
import type { TestOrganization } from '../../support/test-app';
import { useProvider, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, type InvoiceBody } from '../../support/wire';

const SPAN = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') };

describe('batches of bills', () => {
  const app = useTestApp({ ROLE: 'api' });
  const transactions = useProvider(app, Transactions);
  const billing = useProvider(app, InvoiceBilling);
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await app.anOrganization();
    for (const code of ['a', 'b', 'c', 'd', 'e']) await aMetric(code);
    await billOnce(); // the first bill also creates the organization's counter of numbers
  });

  it('ten bills of five charges take as many statements as one bill of one charge', async () => {
    const [one, ten] = [await bills(1, 1), await bills(10, 5)];
    const statements = await statementsOf(one);
    expect(await statementsOf(ten)).toBe(statements);
    expect(statements).toBeLessThan(30);
    const last = ten.at(-1)?.customerId ?? '';
    const { items } = await listOf<InvoiceBody>(organization.get(`/v1/invoices?customer_id=${last}`));
    expect(items).toMatchObject([{ status: 'finalized', fees_amount_cents: 4900 + 5 * 200 }]);
    expect(items[0]?.fees).toHaveLength(6);
  });

  it('invoices of a batch are numbered in the order of their bills', async () => {
    const batch = await bills(3, 1);
    const made = await transactions.run((tx) => billing.bill(tx, batch));
    const invoices = await Promise.all(
      made.map((it) => bodyOf<InvoiceBody>(organization.get(`/v1/invoices/${it?.id}`))),
    );
    const numbers = invoices.map((it) => Number(it.number?.split('-').at(-1)));
    expect(numbers).toEqual([0, 1, 2].map((it) => (numbers[0] ?? 0) + it));
    expect(invoices.map((it) => it.customer_id)).toEqual(batch.map((it) => it.customerId));
  });

  /** Bills of as many customers, whose plan has charges that cost something without usage. */
  async function bills(count: number, charges: number): Promise<SubscriptionBill[]> {
    const properties = {
      volume_ranges: [{ from_value: '0', to_value: null, per_unit_amount: '1', flat_amount: '2' }],
    };
    const plan = await aPlan(app, organization, {
      charges: ['a', 'b', 'c', 'd', 'e']
        .slice(0, charges)
        .map((code) => ({ billable_metric_code: code, charge_model: 'volume', properties })),
    });
    const made: SubscriptionBill[] = [];
    for (let i = 0; i < count; i++) {
      const customer = await aCustomer(organization);
      const [id, usagePeriodId] = [newId(), newId()];
      await transactions.run(async (tx) => {
        const life = { startedAt: SPAN.from, endedAt: null };
        const meter = app.app.get(UsageMeter);
        await meter.register(tx, organization.id, { id, externalId: id, customerId: customer.id, ...life });
        const period = { id: usagePeriodId, subscriptionId: id, planVersionId: plan.versionId };
        await meter.openPeriods(tx, organization.id, [{ ...period, ...SPAN, whole: SPAN, timezone: 'UTC' }]);
      });
      const subscription = { id, externalId: id, name: null };
      made.push(aBill(organization, customer, plan, { subscription, usagePeriodId, billedAt: new Date() }));
    }
    return made;
  }

  /** Makes the invoices of bills. Returns the number of statements that this took. */
  function statementsOf(of: readonly SubscriptionBill[]): Promise<number> {
    return transactions.run(async (tx) => {
      const { queryRunner } = tx;
      if (queryRunner === undefined) throw new Error('No connection');
      const sent = jest.spyOn(queryRunner, 'query');
      await billing.bill(tx, of);
      const count = sent.mock.calls.length;
      sent.mockRestore();
      return count;
    });
  }

  async function aMetric(code: string): Promise<void> {
    const metric = { code, name: code, aggregation_type: 'count' };
    await organization.post('/v1/billable_metrics', metric).expect(201);
  }

  async function billOnce(): Promise<void> {
    const customer = await aCustomer(organization);
    await transactions.run(async (tx) =>
      billing.bill(tx, [aBill(organization, customer, await aPlan(app, organization))]),
    );
  }
});
