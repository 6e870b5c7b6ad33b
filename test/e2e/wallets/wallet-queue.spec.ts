import { startTestApp, type TestApp } from '../../support/test-app';
import { bodyOf, listOf, type CustomerBody } from '../../support/wire';

const INVOICES = 80;

/** Maximum number of open transactions: a later invoice can be ahead by no more than this. */
const CONNECTIONS = 16;

describe('invoices that wait for the same wallet', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api', DATABASE_POOL_SIZE: `${CONNECTIONS}` });
  });
  afterAll(() => app.stop());

  it('concurrent invoices use a wallet in their order of arrival', async () => {
    const organization = await app.anOrganization();
    const { id: customer_id } = await bodyOf<CustomerBody>(
      organization.post('/v1/customers', { external_id: 'c1' }),
      201,
    );
    const wallet = { customer_id, currency: 'EUR', rate_amount: '1', paid_credits: '1000' };
    await bodyOf(organization.post('/v1/wallets', wallet), 201);

    const fees = [{ description: 'Call', units: '1', unit_amount_cents: 10 }];
    const bill = (): Promise<unknown> =>
      bodyOf(organization.post('/v1/invoices/one_off', { customer_id, currency: 'EUR', fees }), 201);
    await Promise.all(Array.from({ length: INVOICES }, bill));

    const { items } = await listOf<{ id: string; number: string }>(
      organization.get('/v1/invoices?limit=1000'),
    );
    // The id is assigned when the invoice is begun, the number after the wallet was used.
    const begun = [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
    const overtakenBy = begun.map(({ number }, position) => Number(number.split('-').at(-1)) - 1 - position);
    expect(items).toHaveLength(INVOICES);
    expect(Math.max(...overtakenBy)).toBeLessThanOrEqual(2 * CONNECTIONS);
  });
});
