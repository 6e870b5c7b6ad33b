import Razorpay from 'razorpay';
import { validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils';
import { useSandbox } from '../support/use-sandbox';

/** The official SDK drives the Razorpay of the sandbox, and reads its answers and notifications. */

const SECRET = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA==';
const typesOf = (body: string): string[] => [(JSON.parse(body) as { event: string }).event];
let accounts = 0;

interface Failure {
  statusCode: number;
  error: { code: string; description: string };
}

describe('Razorpay of the sandbox', () => {
  const sandbox = useSandbox(SECRET);
  let client: Razorpay;
  let keyId: string;

  beforeEach(() => {
    keyId = `rzp_test_${accounts++}`;
    client = sdk(keyId, 'secret');
  });

  /** The SDK has a fixed host: the test changes that of its HTTP client. */
  function sdk(id: string, secret: string): Razorpay {
    const made = new Razorpay({ key_id: id, key_secret: secret });
    const { api } = made as unknown as { api: { rq: { defaults: { baseURL: string } } } };
    api.rq.defaults.baseURL = sandbox().urlOf('razorpay');
    return made;
  }

  const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
    promise.then(
      () => Promise.reject(new Error('The request succeeded')),
      (error: unknown) => error as Failure,
    );
  const aLink = (fields: object = {}) =>
    client.paymentLink.create({
      amount: 50_000,
      currency: 'INR',
      reference_id: `ref-${accounts++}`,
      customer: { name: 'Jane', email: 'jane@example.com' },
      notes: { payment_id: 'p1' },
      ...fields,
    });

  /** Saves a token through a registration link that costs nothing. */
  async function aToken(behavior = 'succeed') {
    const link = (await client.subscriptions.createRegistrationLink({
      customer: { name: 'Jane', email: `jane${accounts++}@example.com`, contact: '+919000000000' },
      type: 'link',
      amount: 0,
      currency: 'INR',
      description: 'Authorize',
      subscription_registration: { method: 'emandate' },
    } as never)) as unknown as { short_url: string; customer_id: string };
    await sandbox().pay(link.short_url, behavior);
    const tokens = await client.customers.fetchTokens(link.customer_id);
    return { customer: link.customer_id, token: tokens.items[0]?.id ?? '' };
  }
  async function charge({ customer, token }: { customer: string; token: string }, order?: string) {
    const receipt = `receipt-${accounts++}`;
    const orderId = order ?? (await client.orders.create({ amount: 9900, currency: 'INR', receipt })).id;
    const fields = { email: 'jane@example.com', contact: '+919000000000', amount: 9900, currency: 'INR' };
    const made = await client.payments.createRecurringPayment({
      ...fields,
      order_id: orderId,
      customer_id: customer,
      token,
      recurring: '1',
    } as never);
    return { id: made.razorpay_payment_id ?? '', order: orderId, receipt };
  }

  it('a paid link has a captured payment and signed events, whose payment shows no notes of the link', async () => {
    const link = await aLink();
    expect(link.status).toBe('created');
    await sandbox().pay(link.short_url);
    const paid = await client.paymentLink.fetch(link.id);
    const [entry] = paid.payments as unknown as { payment_id: string }[];
    expect(paid.status).toBe('paid');
    expect(await client.payments.fetch(entry?.payment_id ?? '')).toMatchObject({
      status: 'captured',
      notes: [],
    });
    expect(await sandbox().netOf(entry?.payment_id ?? '')).toBe(50_000);
    await sandbox().types(typesOf, ['payment.captured', 'order.paid', 'payment_link.paid']);
    for (const { headers, body } of sandbox().received) {
      const signature = String(headers['x-razorpay-signature']);
      expect(validateWebhookSignature(body, signature, SECRET)).toBe(true);
    }
  });

  it('a link can be cancelled while it is created, and a reference is used once', async () => {
    const [open, paid] = [await aLink({ reference_id: `only-${keyId}` }), await aLink()];
    await sandbox().pay(paid.short_url);
    expect((await client.paymentLink.cancel(open.id)).status).toBe('cancelled');
    expect(await sandbox().pay(open.short_url)).toEqual({ status: 'cancelled' });
    expect((await failureOf(client.paymentLink.cancel(paid.id))).statusCode).toBe(400);
    const twice = await failureOf(aLink({ reference_id: `only-${keyId}` }));
    expect(twice.error.description).toContain('reference id already exists');
    expect((await failureOf(aLink({ reference_id: 'x'.repeat(41) }))).statusCode).toBe(400);
  });

  it('a token is charged through an order, which is found by its receipt', async () => {
    const { id, order, receipt } = await charge(await aToken());
    expect(await client.payments.fetch(id)).toMatchObject({ status: 'captured', order_id: order });
    const orders = await client.orders.all({ receipt });
    expect(orders.items).toMatchObject([{ id: order, status: 'paid', receipt }]);
    expect((await client.orders.fetchPayments(order)).items).toMatchObject([{ id }]);
    expect(await sandbox().netOf(id)).toBe(9900);
  });

  it('a second charge of a paid order is refused, and one of a failed order is a second payment', async () => {
    const method = await aToken('decline:insufficient_funds');
    const first = await charge(method);
    expect(await client.payments.fetch(first.id)).toMatchObject({
      status: 'failed',
      error_reason: 'insufficient_funds',
    });
    await sandbox().script({ mode: 'succeed' });
    const second = await charge(method, first.order);
    expect(second.id).not.toBe(first.id);
    expect((await failureOf(charge(method, first.order))).error.description).toContain('already done');
  });

  it('a payment that failed can be authorized and captured late', async () => {
    const method = await aToken();
    await sandbox().script({ mode: 'late_success' });
    const { id } = await charge(method);
    await sandbox().types(typesOf, ['payment.failed', 'payment.authorized', 'payment.captured']);
    expect(await sandbox().netOf(id)).toBe(9900);
  });

  it('what is authorized late for a paid order goes back, and was never captured', async () => {
    const method = await aToken();
    await sandbox().script({ mode: 'late_success', delay_ms: 60_000 });
    const late = await charge(method);
    await charge(method, late.order);
    await sandbox().advance(61);
    expect((await client.payments.fetch(late.id)).status).toBe('authorized');
    await sandbox().advance(6 * 24 * 60 * 60);
    expect(await client.payments.fetch(late.id)).toMatchObject({ status: 'refunded', captured: false });
    expect(await sandbox().netOf(late.id)).toBe(0);
  });

  it('a refund with a key of its own happens once, is limited to what is left, and may fail', async () => {
    const { id } = await charge(await aToken());
    const refund = async (amount: number, key: string) => {
      const response = await fetch(`${sandbox().urlOf('razorpay')}/v1/payments/${id}/refund`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${keyId}:secret`).toString('base64')}`,
          'content-type': 'application/json',
          'x-refund-idempotency': key,
        },
        body: JSON.stringify({ amount }),
      });
      return { status: response.status, ...((await response.json()) as { id?: string }) };
    };
    const first = await refund(400, 'refund-key-1');
    expect((await refund(400, 'refund-key-1')).id).toBe(first.id);
    expect((await refund(500, 'refund-key-1')).status).toBe(400);
    expect((await refund(100, 'short')).status).toBe(400);
    expect((await refund(9600, 'refund-key-2')).status).toBe(400);
    expect(await sandbox().netOf(id)).toBe(9500);
    await sandbox().script({ mode: 'decline', operation: 'refund' });
    await refund(9500, 'refund-key-3');
    await sandbox().types(typesOf, ['refund.processed', 'refund.failed']);
    expect(await sandbox().netOf(id)).toBe(9500);
    expect((await client.refunds.all()).items).toHaveLength(2);
  });

  it('lists page by count and skip; wrong secrets and unknown ids are refused', async () => {
    for (let n = 0; n < 3; n++)
      await client.orders.create({ amount: 9900, currency: 'INR', receipt: `r${n}` });
    const pages = [await client.orders.all({ count: 2 }), await client.orders.all({ count: 2, skip: 2 })];
    expect(pages.map((it) => it.items.length)).toEqual([2, 1]);
    expect((await failureOf(sdk('rzp_test_x', 'invalid').orders.all())).statusCode).toBe(401);
    expect((await failureOf(client.orders.fetch('order_0'))).statusCode).toBe(400);
  });
});
