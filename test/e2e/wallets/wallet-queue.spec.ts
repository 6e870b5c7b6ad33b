import { anInvoice, aWallet } from '../../support/builders';
import { useTestApp } from '../../support/use-test-app';
import { listOf } from '../../support/wire';

const INVOICES = 80;

/** Size of the connection pool. It limits how many invoices a later one can overtake. */
const CONNECTIONS = 16;

describe('invoices that wait for the same wallet', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_POOL_SIZE: `${CONNECTIONS}` });

  it('concurrent invoices use a wallet in their order of arrival', async () => {
    const organization = await app.anOrganization();
    const { customer_id } = await aWallet(organization, { paid_credits: '1000' });
    const bill = () => anInvoice(organization, { customer_id, amounts: [10] });
    await Promise.all(Array.from({ length: INVOICES }, bill));

    const { items } = await listOf<{ id: string; number: string }>(
      organization.get('/v1/invoices?limit=1000'),
    );
    // An invoice gets its ID first, and its number only after it has used the wallet.
    const begun = [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
    const overtakenBy = begun.map(({ number }, position) => Number(number.split('-').at(-1)) - 1 - position);
    expect(items).toHaveLength(INVOICES);
    expect(Math.max(...overtakenBy)).toBeLessThanOrEqual(2 * CONNECTIONS);
  });
});
