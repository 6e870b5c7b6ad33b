import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { aCustomer, anEndpoint } from '../../support/builders';
import { MisbehavingReceiver, type ReceivedRequest } from '../../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import {
  attemptsOf,
  deliveriesOf,
  deliveryOf,
  firstDelivery,
  received,
  ended,
  untilAttempts,
} from '../../support/webhooks';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  type EndpointBody,
  type EventBody,
  type WebhookBody,
} from '../../support/wire';

const hex = (secret: string, body: Buffer): string => createHmac('sha256', secret).update(body).digest('hex');
const eventOf = (request: ReceivedRequest): EventBody => JSON.parse(request.body.toString()) as EventBody;

describe('a delivery', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;

  beforeAll(async () => {
    app = await startTestApp({ WEBHOOK_TIMEOUT_MS: '1000' });
    receiver = await MisbehavingReceiver.start();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const delivered = async (endpoint: EndpointBody): Promise<[WebhookBody, ReceivedRequest]> => {
    const { id } = await firstDelivery(organization, `?webhook_endpoint_id=${endpoint.id}`);
    const delivery = await ended(organization, id);
    return [delivery, await received(receiver, (it) => it.headers['x-svc-webhook-id'] === id)];
  };

  it('is recorded with its attempt', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    const customer = await aCustomer(organization);
    const [delivery] = await delivered(endpoint);
    expect(delivery).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      webhook_endpoint_id: endpoint.id,
      webhook_type: 'customer.created',
      object_type: 'customer',
      object_id: customer.id,
      customer_id: customer.id,
      payload: delivery.payload,
      status: 'succeeded',
      retries: 0,
      max_retries: 5,
      last_retried_at: null,
      next_attempt_at: null,
      http_status: 200,
      response: 'ok',
      error_message: null,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: expect.stringMatching(INSTANT) as string,
    });
    expect(await attemptsOf(organization, delivery.id)).toEqual([
      {
        id: expect.stringMatching(UUID_V7) as string,
        webhook_id: delivery.id,
        attempt_number: 1,
        http_status: 200,
        response_body: 'ok',
        success: true,
        error_message: null,
        attempted_at: expect.stringMatching(INSTANT) as string,
        duration_ms: expect.any(Number) as number,
      },
    ]);
  });

  it('contains the event and the object as GET returns it', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    const customer = await aCustomer(organization, {
      name: 'Zoë 🦜 \u2028 "quoted" </script>',
      metadata: { n: '9007199254740993' },
    });
    const [delivery, request] = await delivered(endpoint);
    expect(eventOf(request)).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      webhook_type: 'customer.created',
      object_type: 'customer',
      object_id: customer.id,
      organization_id: organization.id,
      created_at: expect.stringMatching(INSTANT) as string,
      sequence: 1,
      customer: await bodyOf(organization.get(`/v1/customers/${customer.id}`)),
    });
    expect(delivery.payload).toEqual(eventOf(request));
  });

  it('has the published headers and those of Standard Webhooks', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    await aCustomer(organization);
    const [delivery, { method, headers, body }] = await delivered(endpoint);
    const secret = endpoint.secret;
    expect(method).toBe('POST');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': expect.stringMatching(/\S/) as string,
      'x-svc-signature': hex(secret, body),
      'x-svc-signature-algorithm': 'hmac',
      'x-svc-webhook-id': delivery.id,
      'x-svc-event': 'customer.created',
      'x-svc-attempt': '1',
      'webhook-id': delivery.id,
    });
    const seconds = Number(headers['webhook-timestamp']);
    expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
    const verify = (bytes: Buffer): unknown =>
      new Webhook(secret).verify(bytes, headers as Record<string, string>);
    expect(verify(body)).toEqual(JSON.parse(body.toString()));
    expect(() => verify(Buffer.from(body.toString().replace('customer', 'Customer')))).toThrow();
  });

  it('has the same body for every endpoint, but its own ID and signature', async () => {
    const endpoints = [
      await anEndpoint(organization, receiver.url('ok/1')),
      await anEndpoint(organization, receiver.url('ok/2')),
    ];
    await aCustomer(organization);
    const sent = await Promise.all(endpoints.map(delivered));
    const [[one, first], [two, second]] = sent as [(typeof sent)[0], (typeof sent)[0]];
    expect(one.id).not.toBe(two.id);
    expect(first.body.equals(second.body)).toBe(true);
    expect(first.headers['x-svc-signature']).not.toBe(second.headers['x-svc-signature']);
    expect(await deliveriesOf(organization)).toHaveLength(2);
  });

  it('sends the stored payload byte for byte', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    await aCustomer(organization, { name: '\u2028\u2029 é e\u0301 \uFEFF' });
    const [, request] = await delivered(endpoint);
    const [stored] = await app.database.query<{ payload: string }>(
      'SELECT payload FROM outbox_events WHERE organization_id = $1',
      [organization.id],
    );
    expect(request.body.equals(Buffer.from(stored?.payload ?? ''))).toBe(true);
  });

  it('names the changed fields of an update', async () => {
    await anEndpoint(organization, receiver.url('ok'), { event_types: ['customer.updated'] });
    const { id } = await aCustomer(organization, { name: 'Before', email: 'a@example.com' });
    const path = `/v1/customers/${id}`;
    const after = await bodyOf(
      organization.put(path, {
        name: 'After',
        email: 'a@example.com',
        metadata: { a: 'b' },
        address_line1: 'Street 1',
      }),
    );
    const delivery = await firstDelivery(organization, '?webhook_type=customer.updated');
    expect(delivery.payload).toMatchObject({
      webhook_type: 'customer.updated',
      sequence: 2,
      customer: after,
    });
    expect(delivery.payload.changed?.toSorted()).toEqual(['address_line1', 'metadata', 'name']);
    await organization.put(path, { name: 'After' }).expect(200);
    expect(await deliveriesOf(organization)).toHaveLength(1);
  });

  it('numbers the events of one object without gaps under 20 concurrent updates', async () => {
    await anEndpoint(organization, receiver.url('ok'));
    const [{ id }, other] = [
      await aCustomer(organization),
      await aCustomer(organization, { external_id: 'c2' }),
    ];
    const updates = Array.from({ length: 20 }, (_, n) =>
      organization.put(`/v1/customers/${id}`, { name: `n${n}` }),
    );
    for (const response of await Promise.all(updates)) expect(response.status).toBe(200);
    const events = (await deliveriesOf(organization, `?object_id=${id}`)).map((it) => it.payload);
    expect(events.map((it) => it.sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, n) => n + 1),
    );
    const names = events.toSorted((a, b) => a.sequence - b.sequence).map((it) => it.customer?.name);
    expect(new Set(names).size).toBe(21);
    expect(await bodyOf(organization.get(`/v1/customers/${id}`))).toMatchObject({ name: names.at(-1) });
    const [second] = await deliveriesOf(organization, `?object_id=${other.id}`);
    expect(second?.payload.sequence).toBe(1);
  });

  it('exists only if the change that caused it is committed', async () => {
    await anEndpoint(organization, receiver.url('ok'));
    const { external_id } = await aCustomer(organization);
    await organization.post('/v1/customers', { external_id }).expect(409);
    await organization.post('/v1/customers', { external_id: '' }).expect(422);
    expect(await deliveriesOf(organization)).toHaveLength(1);
  });

  it.each([
    ['status/201', { status: 'succeeded', http_status: 201, error_message: null }],
    ['status/204', { status: 'succeeded', http_status: 204, error_message: null }],
    ['status/404', { status: 'pending', http_status: 404, error_message: 'http_status' }],
    [
      'status/500',
      { status: 'pending', http_status: 500, error_message: 'http_status', response: 'status 500' },
    ],
    ['redirect/307', { status: 'pending', http_status: 307, error_message: 'http_status' }],
    ['hang', { status: 'pending', http_status: null, error_message: 'timeout' }],
    ['reset', { status: 'pending', http_status: null, error_message: 'connection_reset' }],
    ['nul', { status: 'succeeded', http_status: 200, error_message: null }],
  ])('with the response %s becomes %j', async (mode, expected) => {
    const endpoint = await anEndpoint(organization, receiver.url(mode));
    await aCustomer(organization);
    const { id } = await firstDelivery(organization, `?webhook_endpoint_id=${endpoint.id}`);
    const [attempt] = await untilAttempts(organization, id, 1);
    const delivery = await deliveryOf(organization, id);
    const { error_message: message, ...rest } = expected;
    expect(delivery).toMatchObject({ ...rest, retries: 0 });
    expect(attempt).toMatchObject({
      attempt_number: 1,
      success: rest.status === 'succeeded',
      http_status: rest.http_status,
    });
    expect(attempt?.error_message?.split(':')[0] ?? null).toBe(message);
    expect(delivery.error_message).toBe(attempt?.error_message);
    expect(attempt?.response_body).toBe(delivery.response);
    const duration = attempt?.duration_ms ?? -1;
    expect(Number.isInteger(duration)).toBe(true);
    // The timer of the deadline may end a millisecond early.
    expect(duration).toBeGreaterThanOrEqual(mode === 'hang' ? 999 : 0);
    expect(duration).toBeLessThan(30_000);
    if (rest.status === 'pending') {
      // The retry is due 2 minutes after the end of the attempt, never earlier.
      const wait = Date.parse(delivery.next_attempt_at ?? '') - Date.parse(attempt?.attempted_at ?? '');
      expect(wait).toBeGreaterThanOrEqual(120_000 - 5);
      expect(wait).toBeLessThan(130_000);
    }
  });

  it('stores the first 1,000 characters of the response', async () => {
    await anEndpoint(organization, receiver.url('body/5000'));
    await aCustomer(organization);
    const { id } = await firstDelivery(organization, '');
    expect((await ended(organization, id)).response).toBe('b'.repeat(1000));
  });
});
