import { InvoiceBilling, type SubscriptionBill } from '../../../src/modules/invoices';
import { Transactions } from '../../../src/platform/database/transactions';
import { aBill, aCustomer, aPlan } from '../../support/bills';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';

const COUNT = 50;

describe('invoice numbers', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app, { name: 'Number Nine' });
  const billing = useProvider(app, InvoiceBilling);
  const transactions = useProvider(app, Transactions);
  let aNewBill: () => SubscriptionBill;

  beforeEach(async () => {
    const customer = await aCustomer(organization);
    const plan = await aPlan(app, organization);
    aNewBill = () => aBill(organization, customer, plan);
  });

  it('numbers have no gaps when transactions that took one fail concurrently', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: COUNT }, (_, index) =>
        transactions.run(async (tx) => {
          await billing.bill(tx, [aNewBill()]);
          if (index % 3 === 0) throw new Error('fails after its number');
        }),
      ),
    );
    const made = results.filter((it) => it.status === 'fulfilled').length;
    expect(made).toBe(33);
    expect(await numbers()).toEqual(expected(made));
  });

  it('renaming the organization keeps the prefix of its numbers', async () => {
    await transactions.run((tx) => billing.bill(tx, [aNewBill()]));
    await organization.put('/v1/organizations/current', { name: 'Renamed' }).expect(200);
    await transactions.run((tx) => billing.bill(tx, [aNewBill()]));
    expect(await numbers()).toEqual(expected(2));
  });

  it('a bill requested repeatedly and concurrently gets one invoice and one number', async () => {
    const bill = aNewBill();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => transactions.run((tx) => billing.bill(tx, [bill]))),
    );
    const [first] = made.flat();
    expect(made.flat()).toEqual(Array.from({ length: 10 }, () => first));
    expect(first?.subscriptionFeeId).not.toBeNull();
    const opening = { ...bill, occasion: 'opening' } as const;
    const [other] = await transactions.run((tx) => billing.bill(tx, [opening]));
    expect(other?.id).not.toBe(first?.id);
    expect(await numbers()).toEqual(expected(2));
  });

  async function numbers(): Promise<string[]> {
    return (
      await app.database.query<{ number: string }>(
        'SELECT number FROM invoices WHERE organization_id = $1 ORDER BY number',
        [organization.id],
      )
    ).map((it) => it.number);
  }

  function expected(count: number): string[] {
    return Array.from({ length: count }, (_, index) => {
      const digits = String(index + 1).padStart(3, '0');
      return `NUM-${organization.id.slice(-4).toUpperCase()}-${digits}`;
    });
  }
});
