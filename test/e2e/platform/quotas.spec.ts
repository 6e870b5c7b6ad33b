import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

describe('quotas', () => {
  const settings = { MAX_WEBHOOK_ENDPOINTS: '2', MAX_API_KEYS: '3', MAX_EVENTS_PER_MINUTE: '4' };
  const app = useTestApp({ ROLE: 'api', MAX_IDEMPOTENCY_MB: '1', ...settings });
  const organization = useOrganization(app);
  const endpoint = () => organization.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:4/' });
  const KEYS = '/v1/organizations/current/api_keys';
  const key = () => organization.post(KEYS, { name: 'Another' });

  it('refuse a webhook endpoint beyond the limit, also of concurrent requests, until one is deleted', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => endpoint()));
    expect(responses.map((it) => it.status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
    const { detail } = await problemOf(endpoint(), 400, 'invalid_state');
    expect(detail).toContain('2 webhook endpoints');
    const created = responses.find((it) => it.status === 201)?.body as { id: string };
    await organization.delete(`/v1/webhook_endpoints/${created.id}`).expect(204);
    await endpoint().expect(201);
  });

  it('refuse an API key beyond the limit, but no rotation', async () => {
    const second = await bodyOf<{ id: string }>(key(), 201);
    const third = await bodyOf<{ id: string }>(key(), 201);
    expect((await problemOf(key(), 400, 'invalid_state')).detail).toContain('MAX_API_KEYS');
    await organization.post(`${KEYS}/${second.id}/rotate`, { overlap_seconds: 60 }).expect(200);
    await problemOf(key(), 400, 'invalid_state');
    await organization.delete(`${KEYS}/${third.id}`).expect(204);
    await key().expect(201);
  });

  it('limit usage events one by one, on both paths, with Retry-After', async () => {
    const batch = (size: number) => ({ events: Array.from({ length: size }, () => ({})) });
    await organization.post('/v1/events/batch', batch(3)).expect(207);
    await organization.post('/v1/events', {}).expect(422);
    const refused = organization.post('/v1/events', {});
    expect((await problemOf(refused, 429, 'rate_limited')).detail).toContain('MAX_EVENTS_PER_MINUTE');
    const keyed = () => organization.post('/v1/events/batch', batch(1)).set('Idempotency-Key', 'key');
    await problemOf(keyed(), 429, 'rate_limited');
    const { headers } = await keyed();
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await (await app.anOrganization()).post('/v1/events/batch', batch(3)).expect(207);
  });

  it('refuse a request with a new Idempotency-Key once its stored responses are too large', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`key${i}`, 'x'.repeat(450)]));
    const create = (name: string) =>
      organization.post('/v1/customers', { external_id: name, metadata }).set('Idempotency-Key', name);
    let stored = 0;
    while ((await create(`c${stored}`)).status === 201) stored++;
    expect(stored).toBeGreaterThan(30);
    expect(stored).toBeLessThan(60);
    expect((await problemOf(create('more'), 400, 'invalid_state')).detail).toContain('1 MiB');
    await create('c0').expect(201).expect('Idempotency-Replayed', 'true');
    await organization.post('/v1/customers', { external_id: 'without a key' }).expect(201);
  });
});
