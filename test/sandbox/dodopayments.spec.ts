import DodoPayments from 'dodopayments';
import { useSandbox } from '../support/use-sandbox';

/** The official SDK drives the Dodo Payments of the sandbox, and reads its answers and notifications. */

const SECRET = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA==';
const typesOf = (body: string): string[] => [(JSON.parse(body) as { type: string }).type];
let accounts = 0;

describe('Dodo Payments of the sandbox', () => {
  const sandbox = useSandbox(SECRET);
  let client: DodoPayments;

  beforeEach(() => {
    client = sdk(`key_${accounts++}`);
  });

  const sdk = (bearerToken: string): DodoPayments =>
    new DodoPayments({
      bearerToken,
      baseURL: sandbox().urlOf('dodopayments'),
      maxRetries: 0,
      timeout: 1_000,
    });
  const aCheckout = (fields: object = {}) =>
    client.checkoutSessions.create({
      product_cart: [{ product_id: 'pdt_invoice', quantity: 1, amount: 2500 }],
      customer: { email: 'jane@example.com', name: 'Jane' },
      billing_currency: 'USD',
      metadata: { payment_id: 'p1' },
      return_url: 'https://shop.example',
      ...fields,
    });
  async function aMethod(behavior = 'succeed') {
    const customer = await client.customers.create({ email: 'jane@example.com', name: 'Jane' });
    const { checkout_url: url } = await aCheckout({ customer: { customer_id: customer.customer_id } });
    await sandbox().pay(url ?? '', behavior);
    const methods = await client.customers.retrievePaymentMethods(customer.customer_id);
    return { customer: customer.customer_id, method: methods.items[0]?.payment_method_id ?? '' };
  }
  const charge = async ({ customer, method }: { customer: string; method: string }) =>
    (await aCheckout({ customer: { customer_id: customer }, payment_method_id: method, confirm: true }))
      .payment_id ?? '';

  it('a paid checkout has a payment with its metadata, and events that the SDK unwraps', async () => {
    const session = await aCheckout();
    expect(await client.checkoutSessions.retrieve(session.session_id)).toMatchObject({
      payment_status: null,
    });
    await sandbox().pay(session.checkout_url ?? '');
    const { payment_id: id } = await client.checkoutSessions.retrieve(session.session_id);
    const payment = await client.payments.retrieve(id ?? '');
    expect(payment).toMatchObject({
      status: 'succeeded',
      total_amount: 2500,
      metadata: { payment_id: 'p1' },
    });
    expect(await sandbox().netOf(payment.payment_id)).toBe(2500);
    await sandbox().types(typesOf, ['payment.succeeded']);
    for (const { headers, body } of sandbox().received) {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const signed = Object.fromEntries(names.map((it) => [it, String(headers[it])]));
      expect(client.webhooks.unwrap(body, { headers: signed, key: SECRET }).type).toBe('payment.succeeded');
    }
  });

  it('a declined checkout can be tried again, by another payment', async () => {
    const session = await aCheckout();
    await sandbox().pay(session.checkout_url ?? '', 'decline:insufficient_funds');
    const first = await client.checkoutSessions.retrieve(session.session_id);
    expect(first.payment_status).toBe('failed');
    await sandbox().pay(session.checkout_url ?? '');
    const second = await client.checkoutSessions.retrieve(session.session_id);
    expect(second.payment_status).toBe('succeeded');
    expect(second.payment_id).not.toBe(first.payment_id);
  });

  it('a checkout lives for 24 hours, and nothing ends it before', async () => {
    const session = await aCheckout();
    await sandbox().advance(24 * 60 * 60 + 1);
    expect(await sandbox().pay(session.checkout_url ?? '')).toEqual({ status: 'expired' });
    const forced = { provider: 'dodopayments', id: session.session_id, action: 'complete' };
    await sandbox().call('POST', '/payments', forced);
    expect((await sandbox().ledger()).at(-1)).toMatchObject({ late: true, amount: 2500 });
  });

  it('a preview shows tax that is added to the price', async () => {
    const preview = (id: string) =>
      client.checkoutSessions.preview({ product_cart: [{ product_id: id, quantity: 1, amount: 1000 }] });
    expect((await preview('pdt_invoice')).total_price).toBe(1000);
    expect((await preview('pdt_taxed')).total_price).toBe(1200);
  });

  it('a saved method is charged by a confirmed checkout, twice if it is asked twice', async () => {
    const saved = await aMethod();
    const ids = [await charge(saved), await charge(saved)];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(await sandbox().netOf(id)).toBe(2500);
    const listed = await client.payments.list({ customer_id: saved.customer, page_size: 2 });
    expect(listed.items.map((it) => it.payment_id)).toEqual([...ids].reverse());
    // The pages of the API start at 0; the SDK's own paging takes the first for page 1 and skips the second.
    const next = await client.payments.list({ customer_id: saved.customer, page_size: 2, page_number: 1 });
    expect(next.items).toHaveLength(1);
    await client.customers.deletePaymentMethod(saved.method, { customer_id: saved.customer });
    await expect(charge(saved)).rejects.toMatchObject({ status: 400 });
  });

  it('a charge that times out has happened, and is found in the list of the customer', async () => {
    const saved = await aMethod();
    await sandbox().script({ mode: 'time_out_and_succeed', operation: 'checkouts.create' });
    await expect(charge(saved)).rejects.toBeInstanceOf(DodoPayments.APIConnectionError);
    const { items } = await client.payments.list({ customer_id: saved.customer });
    expect(items).toHaveLength(2);
  });

  it('a partial refund names items, all refunds are limited to the payment, and one may fail', async () => {
    const id = await charge(await aMethod());
    const items = (amount: number) => [{ item_id: 'pdt_invoice', amount }];
    await client.refunds.create({ payment_id: id, items: items(500) });
    await expect(client.refunds.create({ payment_id: id, items: items(2100) })).rejects.toMatchObject({
      status: 400,
    });
    await sandbox().types(typesOf, ['refund.succeeded']);
    await sandbox().script({ mode: 'decline', operation: 'refund' });
    await client.refunds.create({ payment_id: id });
    await sandbox().types(typesOf, ['refund.failed']);
    expect(await sandbox().netOf(id)).toBe(2000);
  });

  it('a wrong key and an unknown payment are refused', async () => {
    await expect(sdk('invalid').payments.list()).rejects.toMatchObject({ status: 401 });
    await expect(client.payments.retrieve('pay_0')).rejects.toMatchObject({ status: 404 });
  });
});
