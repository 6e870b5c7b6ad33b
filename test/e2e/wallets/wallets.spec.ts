import { aCustomer, aWallet } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type EventBody,
} from '../../support/wire';
import type { WalletBody, WalletTransactionBody } from '../../support/credit-wire';

const PATH = '/v1/wallets';
const LATER = '2036-01-01T00:00:00.000Z';
const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('wallets', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customerId: string;

  beforeEach(async () => {
    ({ id: customerId } = await aCustomer(organization, { external_id: 'c1' }));
  });

  const bodyFor = (fields: object = {}): object => ({
    customer_id: customerId,
    currency: 'EUR',
    rate_amount: '1.00',
    ...fields,
  });
  const get = (id: string): Promise<WalletBody> => bodyOf(organization.get(`${PATH}/${id}`));
  const transactionsOf = async (id: string): Promise<WalletTransactionBody[]> =>
    (await listOf<WalletTransactionBody>(organization.get(`${PATH}/${id}/transactions?order_by=sequence`)))
      .items;
  const events = async (): Promise<EventBody[]> => {
    const rows = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox_events WHERE organization_id = $1 AND kind LIKE 'wallet%' ORDER BY id`,
      [organization.id],
    );
    return rows.map((it) => JSON.parse(it.payload) as EventBody);
  };

  it('a wallet created with only the required fields is empty', async () => {
    const wallet = await aWallet(organization, bodyFor());
    expect(wallet).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      customer_id: customerId,
      name: null,
      code: null,
      currency: 'EUR',
      rate_amount: '1',
      priority: 50,
      expiration_at: null,
      status: 'active',
      credits_balance: '0',
      balance_cents: 0,
      consumed_credits: '0',
      consumed_amount_cents: 0,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: wallet.created_at,
      terminated_at: null,
    });
    expect(await get(wallet.id)).toEqual(wallet);
    expect(await events()).toMatchObject([
      { webhook_type: 'wallet.created', object_type: 'wallet', object_id: wallet.id, wallet },
    ]);
  });

  it('initial paid and granted credits each create a transaction and an event', async () => {
    const wallet = await aWallet(
      organization,
      bodyFor({ rate_amount: '1.5', paid_credits: '100', granted_credits: '10.5' }),
    );
    expect(wallet).toMatchObject({ credits_balance: '110.5', balance_cents: 16575 });
    const transactions = await transactionsOf(wallet.id);
    expect(transactions).toMatchObject([
      { sequence: 1, source: 'paid', transaction_status: 'purchased', credits: '100', amount_cents: 15000 },
      { sequence: 2, source: 'granted', transaction_status: 'granted', credits: '10.5', amount_cents: 1575 },
    ]);
    const [created, ...moved] = await events();
    expect(created).toMatchObject({ webhook_type: 'wallet.created', wallet: { balance_cents: 0 } });
    expect(moved.map((it) => it.webhook_type)).toEqual(Array(2).fill('wallet.transaction.created'));
    expect(moved.map((it) => it.wallet_transaction)).toEqual(transactions);
  });

  it('the balance equals the sum of the transactions after each top-up', async () => {
    const { id } = await aWallet(organization, bodyFor({ rate_amount: '0.333' }));
    const path = `${PATH}/${id}/top_up`;
    const first = await bodyOf<WalletBody>(organization.post(path, { credits: '3', source: 'paid' }));
    expect(first).toMatchObject({ credits_balance: '3', balance_cents: 100 });
    const second = await bodyOf<WalletBody>(organization.post(path, { credits: '0.1', source: 'granted' }));
    expect(second).toMatchObject({ credits_balance: '3.1', balance_cents: 103 });
    expect(await transactionsOf(id)).toEqual([
      {
        id: expect.stringMatching(UUID_V7) as string,
        wallet_id: id,
        sequence: 1,
        transaction_type: 'inbound',
        transaction_status: 'purchased',
        source: 'paid',
        credits: '3',
        amount_cents: 100,
        balance_after_cents: 100,
        currency: 'EUR',
        invoice_id: null,
        created_at: expect.stringMatching(INSTANT) as string,
      },
      expect.objectContaining({ sequence: 2, credits: '0.1', amount_cents: 3, balance_after_cents: 103 }),
    ]);
  });

  it('concurrent top-ups all add to the balance', async () => {
    const { id } = await aWallet(organization, bodyFor());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        organization.post(`${PATH}/${id}/top_up`, { credits: '1', source: 'paid' }),
      ),
    );
    expect(answers.every((it) => it.status === 200)).toBe(true);
    expect(await get(id)).toMatchObject({ credits_balance: '20', balance_cents: 2000 });
    const transactions = await transactionsOf(id);
    expect(transactions.map((it) => it.sequence)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(transactions.map((it) => it.balance_after_cents)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i + 1) * 100),
    );
  });

  it('the list of transactions is paged and sorted by time or sequence', async () => {
    const { id } = await aWallet(organization, bodyFor({ paid_credits: '1', granted_credits: '2' }));
    const path = `${PATH}/${id}/transactions`;
    const page = await listOf<WalletTransactionBody>(organization.get(`${path}?limit=1&skip=1`));
    expect(page).toMatchObject({ total: 2, items: [{ sequence: 1 }] });
    const newest = await listOf<WalletTransactionBody>(organization.get(`${path}?order_by=sequence:desc`));
    expect(newest.items.map((it) => it.sequence)).toEqual([2, 1]);
    expect(await wrongFieldsOf(organization.get(`${path}?source=paid`))).toEqual(['source']);
    await problemOf(organization.get(`${PATH}/${UNKNOWN_ID}/transactions`), 404, 'not_found');
  });

  it('an update changes name, priority and expiration only', async () => {
    const { id } = await aWallet(
      organization,
      bodyFor({ name: 'A', expiration_at: LATER, paid_credits: '1' }),
    );
    const path = `${PATH}/${id}`;
    const changed = await bodyOf<WalletBody>(organization.put(path, { name: 'B', priority: 2 }));
    expect(changed).toMatchObject({ name: 'B', priority: 2, expiration_at: LATER, balance_cents: 100 });
    const cleared = await bodyOf<WalletBody>(organization.put(path, { name: null, expiration_at: null }));
    expect(cleared).toMatchObject({ name: null, priority: 2, expiration_at: null });
    expect(await wrongFieldsOf(organization.put(path, { currency: 'USD', rate_amount: '2' }))).toEqual([
      'currency',
      'rate_amount',
    ]);
    expect(await wrongFieldsOf(organization.put(path, { expiration_at: '2020-01-01T00:00:00Z' }))).toEqual([
      'expiration_at',
    ]);
    expect((await events()).map((it) => it.webhook_type)).toEqual([
      'wallet.created',
      'wallet.transaction.created',
    ]);
  });

  it('terminating a wallet voids its balance; terminating it again is refused with 400', async () => {
    const { id } = await aWallet(organization, bodyFor({ rate_amount: '3', paid_credits: '1.23457' }));
    await organization.delete(`${PATH}/${id}`).expect(204);
    const wallet = await get(id);
    expect(wallet).toMatchObject({ status: 'terminated', balance_cents: 0, credits_balance: '0' });
    expect(wallet.terminated_at).toMatch(INSTANT);
    const [, voided] = await transactionsOf(id);
    expect(voided).toMatchObject({
      transaction_type: 'outbound',
      transaction_status: 'voided',
      source: 'termination',
      credits: '1.23457',
      amount_cents: 370,
      balance_after_cents: 0,
    });
    expect((await events()).slice(2)).toMatchObject([
      { webhook_type: 'wallet.transaction.created', wallet_transaction: voided },
      { webhook_type: 'wallet.terminated', wallet },
    ]);
    await problemOf(organization.delete(`${PATH}/${id}`), 400, 'invalid_state');
    await problemOf(organization.put(`${PATH}/${id}`, { name: 'x' }), 400, 'invalid_state');
    const topUp = organization.post(`${PATH}/${id}/top_up`, { credits: '1', source: 'paid' });
    await problemOf(topUp, 400, 'invalid_state');
    expect(await events()).toHaveLength(4);
  });

  it('terminating an empty wallet creates no transaction', async () => {
    const { id } = await aWallet(organization, bodyFor());
    await organization.delete(`${PATH}/${id}`).expect(204);
    expect(await transactionsOf(id)).toEqual([]);
    expect((await events()).map((it) => it.webhook_type)).toEqual(['wallet.created', 'wallet.terminated']);
  });

  it('the code of another active wallet of the customer is refused with 409', async () => {
    const { id } = await aWallet(organization, bodyFor({ code: 'main' }));
    const problem = await problemOf(organization.post(PATH, bodyFor({ code: 'main' })), 409, 'conflict');
    expect(problem.detail).toContain('code');
    const other = await aCustomer(organization, { external_id: 'c2' });
    await aWallet(organization, bodyFor({ code: 'main', customer_id: other.id }));
    await organization.delete(`${PATH}/${id}`).expect(204);
    await aWallet(organization, bodyFor({ code: 'main' }));
  });

  it('the list is filtered by customer and status', async () => {
    const one = await aWallet(organization, bodyFor());
    const two = await aWallet(organization, bodyFor());
    await organization.delete(`${PATH}/${two.id}`).expect(204);
    const list = async (query: string): Promise<string[]> =>
      (await listOf<WalletBody>(organization.get(`${PATH}?${query}`))).items.map((it) => it.id);
    expect(await list('')).toEqual([two.id, one.id]);
    expect(await list('status=active')).toEqual([one.id]);
    expect(await list(`customer_id=${customerId}&status=terminated`)).toEqual([two.id]);
    expect(await list(`customer_id=${UNKNOWN_ID}`)).toEqual([]);
    expect(await wrongFieldsOf(organization.get(`${PATH}?status=closed`))).toEqual(['status']);
    expect(await wrongFieldsOf(organization.get(`${PATH}?currency=EUR`))).toEqual(['currency']);
  });

  it.each([
    ['customer_id', { customer_id: undefined }],
    ['customer_id', { customer_id: UNKNOWN_ID }],
    ['customer_id', { customer_id: 'c1' }],
    ['currency', { currency: 'XXX' }],
    ['rate_amount', { rate_amount: 1 }],
    ['rate_amount', { rate_amount: '0' }],
    ['rate_amount', { rate_amount: '-1' }],
    ['rate_amount', { rate_amount: '0.00000000001' }],
    ['priority', { priority: 0 }],
    ['priority', { priority: 51 }],
    ['priority', { priority: null }],
    ['expiration_at', { expiration_at: '2020-01-01T00:00:00Z' }],
    ['expiration_at', { expiration_at: 'tomorrow' }],
    ['paid_credits', { paid_credits: '0' }],
    ['paid_credits', { paid_credits: '0.004' }],
    ['paid_credits', { paid_credits: '1.000001' }],
    ['paid_credits', { paid_credits: 5 }],
    ['granted_credits', { granted_credits: '90071992547409.92' }],
    ['granted_credits', { paid_credits: '90071992547409.91', granted_credits: '0.01' }],
    ['code', { code: '' }],
    ['status', { status: 'active' }],
    ['balance_cents', { balance_cents: 100 }],
  ])('an invalid %s is refused with 422', async (field, fields) => {
    expect(await wrongFieldsOf(organization.post(PATH, bodyFor(fields)))).toEqual([field]);
    expect((await listOf(organization.get(PATH))).total).toBe(0);
    expect(await events()).toEqual([]);
  });

  it('a customer with a balance in a wallet cannot be deleted; its empty wallets end with it', async () => {
    const empty = await aWallet(organization, bodyFor());
    const funded = await aWallet(organization, bodyFor({ granted_credits: '0.01' }));
    const deleteCustomer = () => organization.delete(`/v1/customers/${customerId}`);
    const { detail } = await problemOf(deleteCustomer(), 400, 'invalid_state');
    expect(detail).toBe(
      `The customer has a wallet with a balance; terminate it first: DELETE ${PATH}/${funded.id}.`,
    );
    await organization.delete(`${PATH}/${funded.id}`).expect(204);
    const before = (await events()).length;
    await deleteCustomer().expect(204);
    expect(await get(empty.id)).toMatchObject({ status: 'terminated', balance_cents: 0 });
    expect((await events()).slice(before).map((it) => [it.webhook_type, it.object_id])).toEqual([
      ['wallet.terminated', empty.id],
    ]);
    expect(await transactionsOf(empty.id)).toEqual([]);
    const topUp = organization.post(`${PATH}/${empty.id}/top_up`, { credits: '1', source: 'paid' });
    await problemOf(topUp, 400, 'invalid_state');
  });

  it("a wallet in another currency than the customer's is refused with 422", async () => {
    const { id } = await aCustomer(organization, { currency: 'USD' });
    const postWallet = (currency: string) =>
      organization.post(PATH, bodyFor({ customer_id: id, currency, granted_credits: '1' }));
    const { errors } = await problemOf(postWallet('EUR'), 422, 'validation_failed');
    const message = 'currency must be USD, the currency of the customer.';
    expect(errors).toEqual([{ field: 'currency', code: 'currency_mismatch', message }]);
    expect(await bodyOf(postWallet('USD'), 201)).toMatchObject({ currency: 'USD' });
  });

  it.each([
    ['credits', { source: 'paid' }],
    ['credits', { credits: '-1', source: 'paid' }],
    ['credits', { credits: '0.001', source: 'paid' }],
    ['source', { credits: '1' }],
    ['source', { credits: '1', source: 'invoice' }],
  ])('a top-up with an invalid %s is refused with 422', async (field, body) => {
    const { id } = await aWallet(organization, bodyFor());
    expect(await wrongFieldsOf(organization.post(`${PATH}/${id}/top_up`, body))).toEqual([field]);
    expect(await transactionsOf(id)).toEqual([]);
  });

  it('creating a wallet for a deleted customer is refused with 422', async () => {
    await organization.delete(`/v1/customers/${customerId}`).expect(204);
    expect(await wrongFieldsOf(organization.post(PATH, bodyFor()))).toEqual(['customer_id']);
  });
});
