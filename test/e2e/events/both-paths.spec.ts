import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

/** Headers that differ from response to response, or because the framework parses a body before it counts the request. */
const IGNORED = /^(date|connection|keep-alive|x-request-id|x-ratelimit-.*)$/;

describe('ingestion with and without the framework', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '1000' });
  const organization = useSharedOrganization(app);
  let metered: Metered;

  beforeAll(async () => {
    metered = await aMeteredSubscription(app, organization);
  });

  interface Sent {
    path?: string;
    body: string;
    token?: string;
    type?: string;
  }

  it.each<[string, () => Sent]>([
    ['an invalid event', () => ({ body: JSON.stringify({ transaction_id: '', extra: 1 }) })],
    [
      'an event of an unknown subscription',
      () => ({ body: '{"transaction_id":"t","code":"calls","external_subscription_id":"none"}' }),
    ],
    ['an empty batch', () => ({ path: '/v1/events/batch', body: '{"events":[]}' })],
    ['a batch of an invalid event', () => ({ path: '/v1/events/batch', body: '{"events":[{}]}' })],
    ['malformed JSON', () => ({ body: '{"code":' })],
    ['a duplicate key', () => ({ body: '{"code":"a","code":"b"}' })],
    ['another content type', () => ({ body: 'code=a', type: 'application/x-www-form-urlencoded' })],
    ['no body', () => ({ body: '' })],
    ['a body of more than 1 MiB', () => ({ body: JSON.stringify({ code: 'x'.repeat(1024 * 1024) }) })],
    ['an unknown API key', () => ({ body: '{}', token: 'nonsense' })],
  ])('%s gets the same response on both paths', async (_, sent) => {
    const request = sent();
    expect(comparable(await send(request))).toEqual(comparable(await send(request, randomUUID())));
  });

  it('a stored event gets the same response on both paths', async () => {
    const body = JSON.stringify(stored());
    const first = await send({ body });
    expect(first.status).toBe(201);
    const repeated = [await send({ body }), await send({ body }, randomUUID())].map(comparable);
    expect(repeated[0]).toEqual(repeated[1]);
    expect(repeated[0]).toMatchObject({ status: 200, body: { id: (first.body as { id: string }).id } });
  });

  it('a conflicting event gets the same response on both paths', async () => {
    const event = stored();
    await send({ body: JSON.stringify(event) });
    const body = JSON.stringify({ ...event, properties: { value: '2' } });
    const responses = [await send({ body }), await send({ body }, randomUUID())].map(comparable);
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]).toMatchObject({ status: 409 });
  });

  function anEvent(fields: object = {}): object {
    return {
      transaction_id: randomUUID(),
      code: 'calls',
      timestamp: '2026-01-01T00:00:00Z',
      external_subscription_id: metered.externalId,
      properties: { value: '1' },
      ...fields,
    };
  }

  function stored(): object {
    return anEvent({ timestamp: metered.period.from.toISOString() });
  }

  /** An Idempotency-Key makes the request go through the framework. */
  function send(
    { path = '/v1/events', body, token = organization.rawKey, type = 'application/json' }: Sent,
    key?: string,
  ): Promise<Response> {
    const request = app.request.post(path).set('Authorization', `Bearer ${token}`).set('Content-Type', type);
    return key === undefined ? request.send(body) : request.set('Idempotency-Key', key).send(body);
  }

  /** Returns the parts of a response that must be the same for the same request. */
  function comparable({ status, headers, body }: Response): object {
    return {
      status,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !IGNORED.test(name))),
      body: { ...(body as object), request_id: undefined },
    };
  }
});
