import {
  ApiError,
  BillingClient,
  webhooks,
  WebhookVerificationError,
  type WebhookEvent,
} from '@billing-service/sdk';
import { RecordingReceiver } from '../../support/recording-receiver';
import { useOrganization, useTestApp } from '../../support/use-test-app';

describe('the SDK', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let client: BillingClient;
  let receiver: RecordingReceiver;

  beforeAll(async () => {
    receiver = await RecordingReceiver.start();
  });
  afterAll(() => receiver.stop());
  beforeEach(() => {
    client = new BillingClient({ baseUrl: app.url, apiKey: organization.rawKey });
  });

  it('creates an organization without a key, and reads it with its first key', async () => {
    const created = await new BillingClient({ baseUrl: `${app.url}/v1` }).organizations.create({
      name: 'Acme',
    });
    const own = new BillingClient({ baseUrl: app.url, apiKey: created.api_key.raw_key });
    expect((await own.organizations.getCurrent()).id).toBe(created.id);
  });

  it('creates, reads, changes and deletes a record', async () => {
    const customer = await client.customers.create({ external_id: 'cust_1042', name: 'Jane' });
    expect(await client.customers.get(customer.id)).toEqual(customer);
    const changed = await client.customers.update(customer.id, { name: 'Jane Doe' });
    expect(changed.name).toBe('Jane Doe');
    await client.customers.delete(customer.id);
    await expect(client.customers.get(customer.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('throws the errors of the service with its codes, fields and request ID', async () => {
    await client.customers.create({ external_id: 'cust_1042' });
    const conflict = client.customers.create({ external_id: 'cust_1042' });
    await expect(conflict).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const error = await client.customers.create({ external_id: '', email: 'x' }).catch((it: unknown) => it);
    if (!(error instanceof ApiError)) throw error;
    expect([error.status, error.code, error.errorOf('external_id')?.code]).toEqual([
      422,
      'validation_failed',
      'too_short',
    ]);
    expect(error.errors.map((it) => it.field)).toEqual(['external_id', 'email']);
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('visits every record of a list once, across pages', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const external_id of names) await client.customers.create({ external_id });
    const list = client.customers.list({ limit: 2, order_by: 'external_id:asc' });
    const found: string[] = [];
    for await (const it of list) found.push(it.external_id);
    expect(found).toEqual(names);
    const first = await list;
    expect([first.items.length, first.totalCount]).toEqual([2, 5]);
    expect((await first.nextPage())?.items.map((it) => it.external_id)).toEqual(['c', 'd']);
  });

  it('creates one record for two calls with the same Idempotency-Key', async () => {
    const create = () => client.customers.create({ external_id: 'cust_1042' }, { idempotencyKey: 'order-1' });
    expect(await create()).toEqual(await create());
    expect((await client.customers.list()).totalCount).toBe(1);
  });

  it('reports usage, and the same transaction_id once', async () => {
    await client.billableMetrics.create({ code: 'calls', name: 'Calls', aggregation_type: 'count' });
    const customer = await client.customers.create({ external_id: 'cust_1042', currency: 'EUR' });
    const price = {
      billable_metric_code: 'calls',
      charge_model: 'standard',
      properties: { amount: '2' },
    } as const;
    const plan = { code: 'pro', name: 'Pro', interval: 'monthly', amount_cents: 0, currency: 'EUR' } as const;
    await client.plans.create({ ...plan, charges: [price] });
    await client.subscriptions.create({
      external_id: 's',
      external_customer_id: 'cust_1042',
      plan_code: 'pro',
    });
    const event = { transaction_id: 't1', code: 'calls', external_subscription_id: 's' };
    const [first, again] = [await client.usageEvents.create(event), await client.usageEvents.create(event)];
    expect(again.id).toBe(first.id);
    const batch = await client.usageEvents.createBatch({
      events: [event, { ...event, transaction_id: 't2' }],
    });
    expect([batch.ingested, batch.duplicates]).toEqual([1, 1]);
    const usage = await client.customers.getCurrentUsage(customer.id);
    expect(usage.amount_cents).toBe(400);
  });

  it('verifies a delivered webhook with the secret of its endpoint only, also during a rotation', async () => {
    const bodies: Buffer[] = [];
    receiver.answer = (_, body) => {
      bodies.push(body);
      return { status: 200 };
    };
    const endpoint = await client.webhookEndpoints.create({ url: receiver.url('/sdk') });
    const rotated = await client.webhookEndpoints.rotateSecret(endpoint.id);
    await client.customers.create({ external_id: 'cust_1042', name: 'Zoë 😀' });
    await receiver.until(() => bodies.length > 0);

    const [body, headers] = [bodies[0] ?? '', receiver.arrivals[0]?.headers ?? {}];
    for (const secret of [endpoint.secret, rotated.secret]) {
      expect(nameOf(webhooks.verify(body, headers, secret))).toBe('Zoë 😀');
    }
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(() => webhooks.verify(body, headers, other)).toThrow(WebhookVerificationError);
    expect(() => webhooks.verify(`${body.toString()} `, headers, endpoint.secret)).toThrow(
      WebhookVerificationError,
    );
  });
});

/** Returns the customer's name: compiles only because the condition narrows the union. */
function nameOf(event: WebhookEvent): string | null {
  if (event.webhook_type !== 'customer.created') throw new Error(`Unexpected event ${event.webhook_type}`);
  return event.customer.name;
}
