import { InvoiceBilling, type SubscriptionBill } from '../../../src/modules/invoices';
import { Transactions } from '../../../src/platform/database/transactions';
import { invoiceNumberingSuite } from '../../conformance/invoice-numbering.suite';
import { aCustomer } from '../../support/builders';
import { aBill, aBillablePlan } from '../../support/bills';
import { useOrganization, useTestApp } from '../../support/use-test-app';

const COUNT = 50;

describe('invoice numbers', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app, { name: 'Number Nine' });
  let billing: InvoiceBilling;
  let transactions: Transactions;
  let aNewBill: () => SubscriptionBill;

  beforeAll(() => {
    billing = app.app.get(InvoiceBilling);
    transactions = app.app.get(Transactions);
  });
  beforeEach(async () => {
    const customer = await aCustomer(organization);
    const plan = await aBillablePlan(app, organization);
    aNewBill = () => aBill(organization, customer, plan);
  });

  const numbers = async (): Promise<string[]> =>
    (
      await app.database.query<{ number: string }>(
        'SELECT number FROM invoices WHERE organization_id = $1 ORDER BY number',
        [organization.id],
      )
    ).map((it) => it.number);
  const expected = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => {
      const digits = String(index + 1).padStart(3, '0');
      return `NUM-${organization.id.slice(-4).toUpperCase()}-${digits}`;
    });

  it('have no gaps when concurrent transactions roll back after taking a number', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: COUNT }, (_, index) =>
        transactions.run(async (tx) => {
          await billing.bill(tx, aNewBill());
          if (index % 3 === 0) throw new Error('rolled back after taking a number');
        }),
      ),
    );
    const made = results.filter((it) => it.status === 'fulfilled').length;
    expect(made).toBe(33);
    expect(await numbers()).toEqual(expected(made));
  });

  it('keep their prefix when the organization is renamed', async () => {
    await transactions.run((tx) => billing.bill(tx, aNewBill()));
    await organization.put('/v1/organizations/current', { name: 'Renamed' }).expect(200);
    await transactions.run((tx) => billing.bill(tx, aNewBill()));
    expect(await numbers()).toEqual(expected(2));
  });

  it('are assigned once per bill, even when transactions process the bill concurrently', async () => {
    const bill = aNewBill();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => transactions.run((tx) => billing.bill(tx, bill))),
    );
    expect(new Set(made.map((it) => it?.id)).size).toBe(1);
    expect(new Set(made.map((it) => it?.subscriptionFeeId)).size).toBe(1);
    expect(made[0]?.subscriptionFeeId).not.toBeNull();
    const opening = { ...bill, occasion: 'opening' } as const;
    const other = await transactions.run((tx) => billing.bill(tx, opening));
    expect(other?.id).not.toBe(made[0]?.id);
    expect(await numbers()).toEqual(expected(2));
  });

  invoiceNumberingSuite('the default format', app);
});
