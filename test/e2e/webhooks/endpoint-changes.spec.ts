import { aCustomer, anEndpoint } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { gate } from '../../support/gate';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { RecordingReceiver } from '../../support/recording-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import {
  attemptsOf,
  deliveriesOf,
  deliveryOf,
  firstDelivery,
  ended,
  untilAttempts,
} from '../../support/webhooks';
import { bodyOf, listOf, problemOf, type EndpointBody, type WebhookBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';

describe('changing an endpoint', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;

  beforeAll(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
    receiver = await MisbehavingReceiver.start();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
  });
  afterEach(async () => {
    for (const status of ['pending', 'succeeded', 'failed']) {
      // The list and its total are two queries, and a delivery may end between them.
      await eventually(async () => {
        const { items, total } = await listOf(organization.get(`${ENDPOINTS}/hooks/list?status=${status}`));
        return items.length === total ? total : null;
      });
    }
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const change = (endpoint: EndpointBody, changes: object): Promise<EndpointBody> =>
    bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, changes));
  /** Returns a delivery whose first attempt has failed and whose retry is not due yet. */
  const aWaitingDelivery = async (): Promise<[EndpointBody, WebhookBody]> => {
    const endpoint = await anEndpoint(organization, receiver.url('status/500'));
    await aCustomer(organization);
    const { id } = await firstDelivery(organization, '');
    await untilAttempts(organization, id, 1);
    return [endpoint, await deliveryOf(organization, id)];
  };
  /** Advances the clock past the first retry. */
  const passFirstRetry = async (): Promise<void> => {
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    const later = new Date(Date.parse(now) + 150_000).toISOString();
    await organization.put('/v1/test_clock', { now: later }).expect(200);
  };

  it('an inactive endpoint gets no new deliveries', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'), { status: 'inactive' });
    await aCustomer(organization);
    expect(await deliveriesOf(organization)).toEqual([]);
    await problemOf(organization.post(`${ENDPOINTS}/${endpoint.id}/test`), 400, 'invalid_state');
    await change(endpoint, { status: 'active' });
    await aCustomer(organization);
    expect(await deliveriesOf(organization)).toHaveLength(1);
  });

  it('a due delivery of an inactive endpoint waits until the endpoint is active again', async () => {
    const [endpoint, { id }] = await aWaitingDelivery();
    await change(endpoint, { status: 'inactive', url: receiver.url('ok') });
    await passFirstRetry();
    expect(await deliveryOf(organization, id)).toMatchObject({ status: 'pending', retries: 0 });
    expect(await attemptsOf(organization, id)).toHaveLength(1);
    await change(endpoint, { status: 'active' });
    expect(await ended(organization, id)).toMatchObject({ status: 'succeeded', retries: 1 });
    expect((await attemptsOf(organization, id)).map((it) => it.attempt_number)).toEqual([1, 2]);
  });

  it('deactivating and reactivating an endpoint does not move a retry that is not due', async () => {
    const [endpoint, delivery] = await aWaitingDelivery();
    await change(endpoint, { status: 'inactive' });
    expect(await deliveryOf(organization, delivery.id)).toMatchObject({ status: 'pending' });
    await change(endpoint, { status: 'active' });
    const after = await deliveryOf(organization, delivery.id);
    expect(after).toMatchObject({ status: 'pending', next_attempt_at: delivery.next_attempt_at, retries: 0 });
    expect(await attemptsOf(organization, delivery.id)).toHaveLength(1);
  });

  it('deleting an endpoint fails its pending deliveries, and their history stays readable', async () => {
    const [endpoint, { id }] = await aWaitingDelivery();
    await organization.delete(`${ENDPOINTS}/${endpoint.id}`).expect(204);
    const failed = await deliveryOf(organization, id);
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: 'endpoint deleted',
      next_attempt_at: null,
      retries: 0,
    });
    expect(failed).toMatchObject({
      webhook_endpoint_id: endpoint.id,
      http_status: 500,
      response: 'status 500',
    });
    expect(await attemptsOf(organization, id)).toHaveLength(1);
    expect(await deliveriesOf(organization, `?webhook_endpoint_id=${endpoint.id}&status=failed`)).toEqual([
      failed,
    ]);
    await aCustomer(organization);
    expect(await deliveriesOf(organization)).toHaveLength(1);
  });

  it('deleting an inactive endpoint fails its waiting deliveries', async () => {
    const [endpoint, { id }] = await aWaitingDelivery();
    await change(endpoint, { status: 'inactive' });
    await organization.delete(`${ENDPOINTS}/${endpoint.id}`).expect(204);
    expect(await deliveryOf(organization, id)).toMatchObject({
      status: 'failed',
      error_message: 'endpoint deleted',
    });
  });

  it('deleting an endpoint during an attempt ends the delivery with the outcome of the attempt', async () => {
    const holding = await RecordingReceiver.start();
    const { opened, open } = gate();
    holding.answer = ({ path }) => ({ status: Number(path.slice(1)), after: opened });
    const endpoints = [
      await anEndpoint(organization, holding.url('/200')),
      await anEndpoint(organization, holding.url('/500')),
    ];
    await aCustomer(organization);
    await holding.until(() => holding.arrivals.length === 2);
    const held = await Promise.all(
      endpoints.map(async ({ id }) => {
        await organization.delete(`${ENDPOINTS}/${id}`).expect(204);
        return firstDelivery(organization, `?webhook_endpoint_id=${id}`);
      }),
    );
    expect(held.map((it) => it.status)).toEqual(['pending', 'pending']);
    open();
    for (const [index, status] of ['succeeded', 'failed'].entries()) {
      const id = held[index]?.id ?? '';
      expect(await ended(organization, id)).toMatchObject({ status, next_attempt_at: null });
      expect(await attemptsOf(organization, id)).toMatchObject([{ success: status === 'succeeded' }]);
    }
    await holding.stop();
  });

  it('a new URL applies to the next attempt', async () => {
    const [endpoint, { id }] = await aWaitingDelivery();
    await change(endpoint, { url: receiver.url('ok/moved') });
    await passFirstRetry();
    expect(await deliveryOf(organization, id)).toMatchObject({ status: 'succeeded', retries: 1 });
    const moved = receiver.requestsTo('ok/moved').filter((it) => it.headers['x-svc-webhook-id'] === id);
    expect(moved).toHaveLength(1);
    expect(moved[0]?.headers['x-svc-attempt']).toBe('2');
  });

  it('an endpoint receives only the subscribed event types, or all if the list is empty', async () => {
    const subscriptions: [string[], string[]][] = [
      [[], ['customer.created', 'customer.updated']],
      [['customer.*'], ['customer.created', 'customer.updated']],
      [['customer.updated'], ['customer.updated']],
      [['invoice.*', 'customer.created'], ['customer.created']],
      [['wallet.*', 'payment.failed'], []],
    ];
    const endpoints: EndpointBody[] = [];
    for (const [kinds] of subscriptions) {
      endpoints.push(await anEndpoint(organization, receiver.url('ok'), { event_types: kinds }));
    }
    const { id } = await aCustomer(organization);
    await organization.put(`/v1/customers/${id}`, { name: 'Updated' }).expect(200);
    for (const [index, { id: endpointId }] of endpoints.entries()) {
      const kinds = (await deliveriesOf(organization, `?webhook_endpoint_id=${endpointId}`)).map(
        (it) => it.webhook_type,
      );
      expect(kinds.sort()).toEqual(subscriptions[index]?.[1]);
    }
  });

  it('a test delivery is signed and sent only to its endpoint, regardless of the subscribed event types', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'), { event_types: ['invoice.*'] });
    await anEndpoint(organization, receiver.url('ok'));
    const sent = await bodyOf<WebhookBody>(organization.post(`${ENDPOINTS}/${endpoint.id}/test`));
    expect(sent).toMatchObject({
      webhook_endpoint_id: endpoint.id,
      webhook_type: 'webhook_endpoint.test',
      object_type: 'webhook_endpoint',
      object_id: endpoint.id,
      status: 'pending',
    });
    expect(await ended(organization, sent.id)).toMatchObject({ status: 'succeeded' });
    expect(await deliveriesOf(organization)).toHaveLength(1);
    const { secret: _, ...shown } = endpoint;
    expect(sent.payload).toMatchObject({
      webhook_type: 'webhook_endpoint.test',
      webhook_endpoint: shown,
      sequence: 1,
    });
    expect(JSON.stringify(sent.payload)).not.toContain('whsec_');
  });
});
