import { Client } from 'pg';
import { newId } from '../../../src/platform/domain/id';
import { aCoupon, aCustomer, aPlan, aWallet } from '../../support/builders';
import { untilLockWait } from '../../support/lock-waits';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const WALLET = { currency: 'EUR', rate_amount: '1' };
const INVOICE = { currency: 'EUR', fees: [{ description: 'Work', units: '1', unit_amount_cents: 100 }] };

/** The customer changes after the request has found it and before the request inserts a row that refers to it. */
describe('a customer that changes during a request', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let other: Client;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    organization = await app.anOrganization();
    other = new Client({ connectionString: app.database.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await app.stop();
  });

  /** Returns what `request` returns when another transaction makes `change` while it runs. */
  async function beside<T>(change: string, values: unknown[], request: () => Promise<T>): Promise<T> {
    await other.query('BEGIN');
    await other.query(change, values);
    const answer = request();
    await untilLockWait(app.database);
    await other.query('COMMIT');
    return answer;
  }

  it.each([
    ['one-off invoice', '/v1/invoices/one_off', INVOICE, '/v1/invoices'],
    ['wallet', '/v1/wallets', WALLET, '/v1/wallets'],
  ])(
    'gets no %s if it is deleted; the request is refused with 422 on customer_id',
    async (_, path, body, list) => {
      const { id } = await aCustomer(organization);
      // FOR UPDATE is the lock of the use case.
      const deletion = `WITH it AS (SELECT id FROM customers WHERE id = $1 FOR UPDATE)
      UPDATE customers SET deleted_at = now() FROM it WHERE customers.id = it.id`;
      const create = () => wrongFieldsOf(organization.post(path, { ...body, customer_id: id }));
      expect(await beside(deletion, [id], create)).toEqual(['customer_id']);
      expect((await listOf(organization.get(`${list}?customer_id=${id}`))).total).toBe(0);
    },
  );

  it.each([
    ['one-off invoice', 'currency', '/v1/invoices/one_off', INVOICE],
    ['wallet', 'currency', '/v1/wallets', WALLET],
    ['subscription', 'plan_id', '/v1/subscriptions', {}],
  ])(
    'gets no %s in its old currency; the request is refused with 422 on %s',
    async (_, field, path, body) => {
      const { id } = await aCustomer(organization, { currency: 'EUR' });
      const plan = { external_id: newId(), plan_id: (await aPlan(organization)).id };
      const own = path === '/v1/subscriptions' ? plan : body;
      const change = `WITH it AS (SELECT id FROM customers WHERE id = $1 FOR UPDATE)
      UPDATE customers SET currency = 'USD' FROM it WHERE customers.id = it.id`;
      const create = () => wrongFieldsOf(organization.post(path, { ...own, customer_id: id }));
      expect(await beside(change, [id], create)).toEqual([field]);
    },
  );

  it('gets no coupon if it is deleted, and none in its old currency', async () => {
    const { code } = await aCoupon(organization);
    const change = (assignment: string) => `WITH it AS (SELECT id FROM customers WHERE id = $1 FOR UPDATE)
      UPDATE customers SET ${assignment} FROM it WHERE customers.id = it.id`;
    const apply = (id: string) => organization.post(`/v1/customers/${id}/coupons`, { coupon_code: code });
    const { id: deleted } = await aCustomer(organization);
    await beside(change('deleted_at = now()'), [deleted], () => problemOf(apply(deleted), 404, 'not_found'));
    expect((await listOf(organization.get(`/v1/customers/${deleted}/coupons`))).total).toBe(0);
    const { id: changed } = await aCustomer(organization, { currency: 'EUR' });
    const refused = () => wrongFieldsOf(apply(changed));
    expect(await beside(change(`currency = 'USD'`), [changed], refused)).toEqual(['coupon_code']);
  });

  it('keeps its currency if a wallet is created at the same time', async () => {
    const { id } = await aCustomer(organization, { currency: 'EUR' });
    const wallet = await aWallet(organization);
    const creation = `INSERT INTO wallets SELECT (jsonb_populate_record(it,
      jsonb_build_object('id', $1::text, 'customer_id', $2::text))).* FROM wallets AS it WHERE id = $3`;
    const change = () =>
      problemOf(organization.put(`/v1/customers/${id}`, { currency: 'USD' }), 400, 'invalid_state');
    const { detail } = await beside(creation, [newId(), id, wallet.id], change);
    expect(detail).toContain('a wallet in EUR');
  });

  it('is not deleted if one of its wallets gets credits at the same time', async () => {
    const { id } = await aCustomer(organization);
    const wallet = await aWallet(organization, { customer_id: id });
    const locked = `SELECT FROM wallets WHERE id = $1 FOR UPDATE`;
    const deletion = () => organization.delete(`/v1/customers/${id}`).then((it) => it.status);
    await other.query('BEGIN');
    await other.query(locked, [wallet.id]);
    const topUp = organization.post(`/v1/wallets/${wallet.id}/top_up`, { credits: '1', source: 'paid' });
    const toppedUp = topUp.then((it) => it.status);
    await untilLockWait(app.database);
    const deleted = deletion();
    await other.query('COMMIT');
    expect([await toppedUp, await deleted]).toEqual([200, 400]);
  });
});
