import { Client } from 'pg';
import { aCustomer } from '../../support/builders';
import { untilLockWait } from '../../support/lock-waits';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { listOf, wrongFieldsOf } from '../../support/wire';

const WALLET = { currency: 'EUR', rate_amount: '1' };
const INVOICE = { currency: 'EUR', fees: [{ description: 'Work', units: '1', unit_amount_cents: 100 }] };

/**
 * The customer is deleted after the request has found it and before the request inserts a row that refers to
 * it.
 */
describe('a customer that is deleted during a request', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let deleter: Client;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    organization = await app.anOrganization();
    deleter = new Client({ connectionString: app.database.url });
    await deleter.connect();
  });
  afterAll(async () => {
    await deleter.end();
    await app.stop();
  });

  it.each([
    ['one-off invoice', '/v1/invoices/one_off', INVOICE, '/v1/invoices'],
    ['wallet', '/v1/wallets', WALLET, '/v1/wallets'],
  ])('gets no %s; the request is refused with 422 on customer_id', async (_, path, body, list) => {
    const external = { external_id: path };
    const { id } = await aCustomer(organization, external);
    await deleter.query('BEGIN');
    await deleter.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [id]);
    await deleter.query('UPDATE customers SET deleted_at = now() WHERE id = $1', [id]);
    const refused = wrongFieldsOf(organization.post(path, { ...body, customer_id: id }));
    await untilLockWait(app.database);
    await deleter.query('COMMIT');
    expect(await refused).toEqual(['customer_id']);
    expect((await listOf(organization.get(list))).total).toBe(0);
  });
});
