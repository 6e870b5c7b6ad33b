import { usageEventOf, anApiKey } from '../../support/builders';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { startTestApp } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type ApiKeyBody } from '../../support/wire';

const KEYS = '/v1/organizations/current/api_keys';

/** Ingestion checks a cached key in the transaction that stores the events, not before it. */
describe('ingestion with a cached API key', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0', TEST_CLOCK: 'on' });
  const organization = useSharedOrganization(app);
  let metered: Metered;

  beforeAll(async () => {
    metered = await aMeteredSubscription(app, organization);
  });

  const anEvent = (fields: object = {}): Record<string, unknown> =>
    usageEventOf({ external_id: metered.externalId }, fields);
  const post = (token: string, path: string, body: object) =>
    app.request.post(path).set('Authorization', `Bearer ${token}`).send(body);
  const aUsedKey = async (fields: object = {}): Promise<{ id: string; token: string }> => {
    const { id, raw_key: token } = await anApiKey(organization, fields);
    await post(token, '/v1/events', anEvent()).expect(201);
    return { id, token };
  };

  it.each([
    ['an event', '/v1/events', () => anEvent()],
    ['an invalid event', '/v1/events', () => anEvent({ transaction_id: '' })],
    ['a body that is not an object', '/v1/events', () => []],
    ['a batch', '/v1/events/batch', () => ({ events: [anEvent(), anEvent()] })],
    ['a batch of invalid events only', '/v1/events/batch', () => ({ events: [{}, { code: 1 }] })],
    ['an empty batch', '/v1/events/batch', () => ({ events: [] })],
  ])('the next request with a revoked key is refused with 401: %s', async (_, path, body) => {
    const { id, token } = await aUsedKey();
    await organization.delete(`${KEYS}/${id}`).expect(204);
    const before = await app.database.query('SELECT count(*) FROM usage_events');
    for (let n = 0; n < 2; n++) await problemOf(post(token, path, body()), 401, 'unauthorized');
    expect(await app.database.query('SELECT count(*) FROM usage_events')).toEqual(before);
  });

  // Before the test clock moves: the other process follows the clock of the machine.
  it('the next request to another process with a revoked or expired key is refused with 401', async () => {
    const other = await startTestApp({ ROLE: 'api', EVENTS_RATE_LIMIT: '0' }, app.database);
    const read = (token: string) =>
      other.request.get('/v1/customers').set('Authorization', `Bearer ${token}`);
    const write = (token: string) =>
      other.request.post('/v1/events').set('Authorization', `Bearer ${token}`).send(anEvent());
    try {
      const [revoked, rotated] = [await aUsedKey(), await aUsedKey()];
      for (const { token } of [revoked, rotated]) {
        await write(token).expect(201); // the other process caches the key
        await read(token).expect(200);
      }
      await organization.delete(`${KEYS}/${revoked.id}`).expect(204);
      await organization.post(`${KEYS}/${rotated.id}/rotate`).expect(200); // without an overlap
      for (const { token } of [revoked, rotated]) {
        await problemOf(write(token), 401, 'unauthorized');
        await problemOf(read(token), 401, 'unauthorized');
      }
    } finally {
      await other.stop();
    }
  });

  it('a request with an expired key is refused with 401', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { token } = await aUsedKey({ expires_at: expiresAt.toISOString() });
    await organization.put('/v1/test_clock', { now: expiresAt.toISOString() }).expect(200);
    await problemOf(post(token, '/v1/events', anEvent()), 401, 'unauthorized');
  });

  it('concurrent events with other keys are stored while those with a revoked key are refused', async () => {
    const { id, token } = await aUsedKey();
    await organization.delete(`${KEYS}/${id}`).expect(204);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        n % 2 === 0 ? organization.post('/v1/events', anEvent()) : post(token, '/v1/events', anEvent()),
      ),
    );
    expect(answers.map((it) => it.status)).toEqual(answers.map((_, n) => (n % 2 === 0 ? 201 : 401)));
  });

  it('a request updates last_used_at of its key', async () => {
    const { id, token } = await aUsedKey();
    const read = () => bodyOf<ApiKeyBody>(organization.get(`${KEYS}/${id}`));
    const first = (await read()).last_used_at;
    const later = new Date(Date.now() + 3_600_000);
    await organization.put('/v1/test_clock', { now: later.toISOString() }).expect(200);
    await post(token, '/v1/events', anEvent()).expect(201);
    const second = (await read()).last_used_at;
    expect(new Date(second ?? 0).getTime()).toBeGreaterThan(new Date(first ?? 0).getTime());
  });
});
