import { randomUUID } from 'node:crypto';
import { anEndpoint } from '../../support/builders';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { attemptsOf, deliveryOf, ended, untilAttempts } from '../../support/webhooks';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type EndpointBody,
  type WebhookBody,
} from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';

describe('a manual retry', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;
  let endpoint: EndpointBody;

  beforeAll(async () => {
    app = await startTestApp({ WEBHOOK_MAX_RETRIES: '0' });
    receiver = await MisbehavingReceiver.start();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    endpoint = await anEndpoint(organization, receiver.url('status/500'));
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const send = async (): Promise<WebhookBody> => {
    const { id } = await bodyOf<WebhookBody>(organization.post(`${ENDPOINTS}/${endpoint.id}/test`));
    return ended(organization, id);
  };
  const move = (changes: object): Promise<EndpointBody> =>
    bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, changes));
  const retry = (id: string) => organization.post(`${ENDPOINTS}/hooks/${id}/retry`);
  const requestsFor = (id: string) => receiver.requests.filter((it) => it.headers['x-svc-webhook-id'] === id);

  it('applies to a delivery that has failed and has no retries left', async () => {
    const failed = await send();
    expect(failed).toMatchObject({
      status: 'failed',
      retries: 0,
      max_retries: 0,
      next_attempt_at: null,
      http_status: 500,
    });
  });

  it('returns the delivery as pending and due now, and sends it', async () => {
    const failed = await send();
    await move({ url: receiver.url('ok') });
    const before = Date.now();
    const queued = await bodyOf<WebhookBody>(retry(failed.id));
    expect(queued).toMatchObject({ id: failed.id, status: 'pending' });
    expect(Math.abs(Date.parse(queued.next_attempt_at ?? '') - before)).toBeLessThan(5000);
    const done = await ended(organization, failed.id);
    expect(done).toMatchObject({
      status: 'succeeded',
      retries: 1,
      http_status: 200,
      response: 'ok',
      error_message: null,
      next_attempt_at: null,
      payload: failed.payload,
      created_at: failed.created_at,
    });
    const attempts = await attemptsOf(organization, failed.id);
    expect(attempts.map((it) => [it.attempt_number, it.success])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(done.last_retried_at).toBe(attempts[1]?.attempted_at);
  });

  it('sends the same webhook ID and bytes, with the next attempt number', async () => {
    const { id } = await send();
    await retry(id).expect(200);
    await untilAttempts(organization, id, 2);
    const [first, second] = requestsFor(id);
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
    expect(second?.headers['x-svc-signature']).toBe(first?.headers['x-svc-signature']);
    expect([first, second].map((it) => it?.headers['x-svc-attempt'])).toEqual(['1', '2']);
  });

  it('leaves the delivery failed if it fails, and can be repeated', async () => {
    const { id } = await send();
    for (const n of [1, 2, 3]) {
      await retry(id).expect(200);
      expect(await ended(organization, id)).toMatchObject({
        status: 'failed',
        retries: n,
        next_attempt_at: null,
      });
    }
    const numbers = (await attemptsOf(organization, id)).map((it) => it.attempt_number);
    expect(numbers).toEqual([1, 2, 3, 4]);
  });

  it('updates the delivery statistics', async () => {
    const { id } = await send();
    const counts = async (): Promise<unknown[]> => {
      const [stats] = await bodyOf<object[]>(organization.get(`${ENDPOINTS}/delivery_stats`));
      const totals = ['succeeded', 'failed', 'pending'].map(
        async (status) => (await listOf(organization.get(`${ENDPOINTS}/hooks/list?status=${status}`))).total,
      );
      return [stats, await Promise.all(totals)];
    };
    const stats = { endpoint_id: endpoint.id, total: 1, succeeded: 0, failed: 1, success_rate: 0 };
    expect(await counts()).toEqual([stats, [0, 1, 0]]);
    await move({ url: receiver.url('ok') });
    await retry(id).expect(200);
    await ended(organization, id);
    expect(await counts()).toEqual([{ ...stats, succeeded: 1, failed: 0, success_rate: 100 }, [1, 0, 0]]);
  });

  it('succeeds for exactly one of 20 concurrent calls', async () => {
    const { id } = await send();
    // The inactive endpoint holds the delivery, so that it cannot fail again before the last call.
    await move({ status: 'inactive' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => retry(id)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    await move({ status: 'active', url: receiver.url('ok') });
    expect(await ended(organization, id)).toMatchObject({ status: 'succeeded', retries: 1 });
    expect(await attemptsOf(organization, id)).toHaveLength(2);
    expect(requestsFor(id)).toHaveLength(2);
  });

  it('of a successful delivery is refused with 400 invalid_state', async () => {
    await move({ url: receiver.url('ok') });
    const delivery = await send();
    const problem = await problemOf(retry(delivery.id), 400, 'invalid_state');
    expect(problem.detail).toContain('succeeded');
    expect(await deliveryOf(organization, delivery.id)).toEqual(delivery);
  });

  it('of a pending delivery is refused with 400 invalid_state', async () => {
    const { id } = await send();
    await move({ status: 'inactive' });
    await retry(id).expect(200);
    await problemOf(retry(id), 400, 'invalid_state');
    expect(await deliveryOf(organization, id)).toMatchObject({ status: 'pending', retries: 0 });
  });

  it('for a deleted endpoint is refused with 400 invalid_state', async () => {
    const delivery = await send();
    await organization.delete(`${ENDPOINTS}/${endpoint.id}`).expect(204);
    await problemOf(retry(delivery.id), 400, 'invalid_state');
    expect(await deliveryOf(organization, delivery.id)).toEqual(delivery);
  });

  it('with an unknown ID, an invalid ID or a body is refused', async () => {
    await problemOf(retry(randomUUID()), 404, 'not_found');
    expect(await wrongFieldsOf(retry('7'))).toEqual(['id']);
    const { id } = await send();
    const withBody = organization.post(`${ENDPOINTS}/hooks/${id}/retry`, { url: 'https://example.com' });
    expect(await wrongFieldsOf(withBody)).toEqual(['url']);
    await organization.post(`${ENDPOINTS}/hooks/${id}/retry`, {}).expect(200);
  });
});
