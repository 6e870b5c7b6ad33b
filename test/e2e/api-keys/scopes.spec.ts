import { organizationWithKey, type TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type ApiKeyBody } from '../../support/wire';

const PATH = '/v1/organizations/current/api_keys';
const EVENT = { transaction_id: 'one', code: 'calls', external_customer_id: 'nobody' };

describe('scopes of API keys', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  const create = (body: object, by: TestOrganization = organization): Promise<ApiKeyBody> =>
    bodyOf(by.post(PATH, { name: 'Scoped', ...body }), 201);
  const using = ({ id, raw_key: rawKey = '' }: ApiKeyBody): TestOrganization =>
    organizationWithKey(app.request, organization.id, { id, raw_key: rawKey });
  const aKey = async (...scopes: string[]): Promise<TestOrganization> => using(await create({ scopes }));

  it('a key does what its scopes allow, and is refused the rest with 403 that names the scope', async () => {
    const reader = await aKey('customers:read', 'invoices:read');
    await reader.get('/v1/customers').expect(200);
    await reader.get('/v1/invoices').expect(200);
    const refused = await problemOf(reader.post('/v1/customers', {}), 403, 'insufficient_scope');
    expect(refused.detail).toContain('"customers:write"');
    const other = await problemOf(reader.get('/v1/wallets'), 403, 'insufficient_scope');
    expect(other.detail).toContain('"wallets:read"');
  });

  it('the scope is checked before the body, the id and the Idempotency-Key', async () => {
    const reader = await aKey('customers:read');
    await problemOf(reader.put('/v1/customers/not-an-id', { wrong: true }), 403, 'insufficient_scope');
    const replayed = (by: TestOrganization) =>
      by.post('/v1/customers', { external_id: 'replayed' }).set('Idempotency-Key', 'replayed');
    await replayed(organization).expect(201);
    await problemOf(replayed(reader), 403, 'insufficient_scope');
  });

  it('a change of an unknown key is 401, not 403', async () => {
    const key = await create({ scopes: ['customers:read'] });
    await organization.delete(`${PATH}/${key.id}`).expect(204);
    await problemOf(using(key).post('/v1/customers', {}), 401, 'unauthorized');
  });

  it.each(['/v1/events', '/v1/events/batch'])(
    'POST %s needs events:write on both of its paths',
    async (path) => {
      const reader = await aKey('events:read');
      const writer = await aKey('events:write');
      const body = path === '/v1/events' ? EVENT : { events: [EVENT] };
      for (let time = 0; time < 2; time++) {
        // The second time, the process remembers the keys.
        const refused = await problemOf(reader.post(path, body), 403, 'insufficient_scope');
        expect(refused.detail).toContain('"events:write"');
        expect((await writer.post(path, body)).status).not.toBe(403);
      }
      const keyed = reader.post(path, body).set('Idempotency-Key', 'keyed');
      await problemOf(keyed, 403, 'insufficient_scope');
      await problemOf(writer.get('/v1/events'), 403, 'insufficient_scope');
    },
  );

  it('read_only reads everything but secrets and changes nothing', async () => {
    const endpoint = await bodyOf<{ id: string }>(
      organization.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:8999/hook' }),
      201,
    );
    const key = await create({ preset: 'read_only' });
    expect(key.scopes).toEqual(expect.arrayContaining(['customers:read', 'webhooks:read', 'keys:read']));
    expect(key.scopes.filter((it) => !it.endsWith(':read'))).toEqual([]);
    const reader = using(key);
    for (const path of [
      'customers',
      'webhook_endpoints',
      'organizations/current/api_keys',
      'payment_providers',
    ]) {
      await reader.get(`/v1/${path}`).expect(200);
    }
    const secret = `/v1/webhook_endpoints/${endpoint.id}/secret`;
    await problemOf(reader.get(secret), 403, 'insufficient_scope');
    await problemOf(reader.post(`${secret}/rotate`), 403, 'insufficient_scope');
    await problemOf(reader.post('/v1/customers', { external_id: 'x' }), 403, 'insufficient_scope');
    await problemOf(reader.post(PATH, { name: 'x' }), 403, 'insufficient_scope');
  });

  it('ingest_only records events and nothing else', async () => {
    const key = await create({ preset: 'ingest_only' });
    expect(key.scopes).toEqual(['events:write']);
    await using(key).post('/v1/events', EVENT).expect(422);
    await problemOf(using(key).get('/v1/events'), 403, 'insufficient_scope');
    await problemOf(using(key).get(PATH), 403, 'insufficient_scope');
  });

  it('a preset and scopes add up', async () => {
    const key = await create({ preset: 'ingest_only', scopes: ['plans:read', 'events:write'] });
    expect(key.scopes).toEqual(['events:write', 'plans:read']);
  });

  it('full is *, and * swallows the others', async () => {
    expect((await create({ preset: 'full' })).scopes).toEqual(['*']);
    expect((await create({ scopes: ['plans:read', '*'] })).scopes).toEqual(['*']);
    expect((await create({ scopes: ['plans:read', 'plans:read'] })).scopes).toEqual(['plans:read']);
  });

  it('a new key has the scopes of its maker, and never more', async () => {
    const scopes = ['keys:manage', 'keys:read', 'plans:read'];
    const maker = await aKey(...scopes);
    expect((await create({}, maker)).scopes).toEqual(scopes);
    expect((await create({ scopes: ['plans:read'] }, maker)).scopes).toEqual(['plans:read']);
    const asked = (body: object) =>
      problemOf(maker.post(PATH, { name: 'x', ...body }), 403, 'insufficient_scope');
    expect((await asked({ scopes: ['plans:read', 'plans:write'] })).detail).toContain('"plans:write"');
    expect((await asked({ preset: 'full' })).detail).toContain('"*"');
    expect((await asked({ scopes: ['*'] })).detail).toContain('"*"');
  });

  it('a rotation keeps the scopes, and a key cannot rotate one with more than its own', async () => {
    const manager = await create({ scopes: ['keys:manage', 'plans:read'] });
    const reader = await create({ scopes: ['plans:read'] });
    const rotated = await bodyOf<ApiKeyBody>(using(manager).post(`${PATH}/${reader.id}/rotate`));
    expect(rotated.scopes).toEqual(['plans:read']);
    const path = `${PATH}/${organization.apiKeyId}/rotate`;
    expect((await problemOf(using(manager).post(path), 403, 'insufficient_scope')).detail).toContain('"*"');
    await organization.get(PATH).expect(200);
  });

  it.each([
    ['scopes.1', { scopes: ['plans:read', 'plans:fly'] }],
    ['scopes.0', { scopes: [7] }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: 'plans:read' }],
    ['scopes', { scopes: null }],
    ['scopes', { scopes: Array(1000).fill('plans:read') }],
    ['preset', { preset: 'everything' }],
  ])('a wrong %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, { name: 'x', ...body }))).toEqual([field]);
  });
});
