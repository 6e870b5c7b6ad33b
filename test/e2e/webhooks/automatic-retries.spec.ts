import { anEndpoint } from '../../support/builders';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { attemptsOf, deliveryOf, untilAttempts } from '../../support/webhooks';
import { bodyOf, problemOf, type EndpointBody, type WebhookBody } from '../../support/wire';

const MINUTE_MS = 60_000;

describe('automatic retries', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;

  beforeEach(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
    receiver = await MisbehavingReceiver.start();
    organization = await app.anOrganization();
  });
  afterEach(async () => {
    await app.stop();
    await receiver.stop();
  });

  const now = async (): Promise<number> =>
    Date.parse((await bodyOf<{ now: string }>(organization.get('/v1/test_clock'))).now);
  const advanceTo = (at: number) => organization.put('/v1/test_clock', { now: new Date(at).toISOString() });
  /**
   * Returns an endpoint, its delivery after a failed attempt, and the time. Stops the clock first, so that
   * schedules are exact to the millisecond.
   */
  const aFailedAttempt = async (mode: string): Promise<[EndpointBody, WebhookBody, number]> => {
    await advanceTo((await now()) + 1000).expect(200);
    const endpoint = await anEndpoint(organization, receiver.url(mode));
    const { id } = await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${endpoint.id}/test`));
    await untilAttempts(organization, id, 1);
    return [endpoint, await deliveryOf(organization, id), await now()];
  };

  it('a delivery is retried 2, 4, 8, 16 and 32 minutes after the previous attempt, then fails', async () => {
    const [, first, start] = await aFailedAttempt('status/500');
    expect(first).toMatchObject({ status: 'pending', retries: 0, max_retries: 5, last_retried_at: null });
    let at = start;
    for (const [index, minutes] of [2, 4, 8, 16, 32].entries()) {
      const before = await deliveryOf(organization, first.id);
      expect(before).toMatchObject({ status: 'pending', retries: index });
      expect(Date.parse(before.next_attempt_at ?? '')).toBe(at + minutes * MINUTE_MS);
      await advanceTo(at + minutes * MINUTE_MS - 1).expect(200);
      expect(await attemptsOf(organization, first.id)).toHaveLength(index + 1);
      at += minutes * MINUTE_MS;
      await advanceTo(at).expect(200);
      const after = await deliveryOf(organization, first.id);
      expect(after).toMatchObject({ retries: index + 1, last_retried_at: new Date(at).toISOString() });
    }
    const failed = await deliveryOf(organization, first.id);
    expect(failed).toMatchObject({ status: 'failed', retries: 5, next_attempt_at: null, http_status: 500 });
    await advanceTo(at + 24 * 60 * MINUTE_MS).expect(200);
    const attempts = await attemptsOf(organization, first.id);
    expect(attempts.map((it) => it.attempt_number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(receiver.requestsTo('status/500').map((it) => it.headers['x-svc-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });

  it('advancing the test clock past several retries sends all of them', async () => {
    const [, { id }, start] = await aFailedAttempt('status/503');
    const moved = await bodyOf<{ now: string; events: unknown[] }>(advanceTo(start + 62 * MINUTE_MS));
    expect(moved).toEqual({
      now: new Date(start + 62 * MINUTE_MS).toISOString(),
      events: [],
      passed_over: [],
    });
    const attempts = await attemptsOf(organization, id);
    const minutes = attempts.map((it) => (Date.parse(it.attempted_at) - start) / MINUTE_MS);
    expect(minutes).toEqual([0, 2, 6, 14, 30, 62]);
    expect(await deliveryOf(organization, id)).toMatchObject({ status: 'failed', retries: 5 });
  });

  it('a 2xx response ends the retries', async () => {
    const [endpoint, { id }, start] = await aFailedAttempt('status/500');
    await advanceTo(start + 2 * MINUTE_MS).expect(200);
    await organization.put(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('ok') }).expect(200);
    await advanceTo(start + 60 * MINUTE_MS).expect(200);
    expect(await deliveryOf(organization, id)).toMatchObject({
      status: 'succeeded',
      retries: 2,
      next_attempt_at: null,
    });
    const results = (await attemptsOf(organization, id)).map((it) => it.success);
    expect(results).toEqual([false, false, true]);
  });

  it.each([
    ['retry-after/600?status=429', 10],
    ['retry-after/600?status=503', 10],
    ['retry-after/1?status=503', 2],
    ['retry-after/600?status=500', 2],
  ])(
    'the response %s schedules the retry in %d minutes: Retry-After only lengthens the delay',
    async (mode, minutes) => {
      const [, delivery, start] = await aFailedAttempt(mode);
      expect(Date.parse(delivery.next_attempt_at ?? '')).toBe(start + minutes * MINUTE_MS);
    },
  );

  it('a manual retry before the last automatic retry is refused with 400 invalid_state', async () => {
    const [, { id }, start] = await aFailedAttempt('status/500');
    const retry = () => organization.post(`/v1/webhook_endpoints/hooks/${id}/retry`);
    await problemOf(retry(), 400, 'invalid_state');
    await advanceTo(start + 62 * MINUTE_MS).expect(200);
    await retry().expect(200);
    await untilAttempts(organization, id, 7);
    expect(await deliveryOf(organization, id)).toMatchObject({
      status: 'failed',
      retries: 6,
      max_retries: 5,
    });
  });
});
