import { anEndpoint } from '../../support/builders';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type EndpointBody,
} from '../../support/wire';

const PATH = '/v1/webhook_endpoints';
const URL = 'https://hooks.example.com/billing?source=svc';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

interface SecretBody {
  secret: string;
  previous_secret_expires_at: string | null;
}

describe('webhook endpoints', () => {
  let app: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    // No worker: nothing is sent to the example addresses.
    app = await startTestApp({ ROLE: 'api' });
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
  });
  afterAll(() => app.stop());

  it('creating an endpoint with only a URL returns it active, with its secret', async () => {
    const { secret, ...endpoint } = await anEndpoint(organization, URL);
    expect(secret).toMatch(SECRET);
    expect(endpoint).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      url: URL,
      signature_algo: 'hmac',
      status: 'active',
      description: null,
      event_types: [],
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: endpoint.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${endpoint.id}`))).toEqual(endpoint);
    expect(await listOf(organization.get(PATH))).toEqual({ items: [endpoint], total: 1 });
  });

  it('creating an endpoint stores the optional fields', async () => {
    const fields = {
      signature_algo: 'hmac',
      status: 'inactive',
      description: 'Accounting',
      event_types: ['invoice.*', 'customer.created', 'wallet.transaction.created'],
    };
    expect(await anEndpoint(organization, URL, fields)).toMatchObject(fields);
  });

  it('every endpoint has its own secret, which is stored encrypted', async () => {
    const [one, two] = [await anEndpoint(organization, URL), await anEndpoint(organization, URL)];
    expect(one.secret).not.toBe(two.secret);
    const rows = await app.database.query<{ row: string }>(
      'SELECT webhook_endpoints::text AS row FROM webhook_endpoints WHERE organization_id = $1',
      [organization.id],
    );
    const text = rows.map((it) => it.row).join('\n');
    for (const { secret = '' } of [one, two]) expect(text).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['/relative'],
    ['example.com/hook'],
    ['ftp://example.com/'],
    ['file:///etc/passwd'],
    ['javascript:alert(1)'],
    ['https://user:secret@example.com/'],
    ['https://user@example.com/'],
    ['https://example.com/#part'],
    ['https://example.com/a b'],
    ['https://'],
    ['http:example.com'],
    ['http://10.0.0.1/'],
    ['http://192.168.1.1/'],
    ['http://169.254.169.254/latest/meta-data'],
    ['http://[::ffff:169.254.169.254]/'],
    ['http://[fd00::1]/'],
    ['http://[64:ff9b::a00:1]/'],
    ['http://0xa.0.0.1/'],
    ['http://167772161/'],
    ['http://0/'],
    ['http://example.com:22/'],
    ['http://example.com:25/'],
    ['http://example.com:5432/'],
    [`https://example.com/${'a'.repeat(2029)}`],
    [['https://example.com/']],
    [{ href: 'https://example.com/' }],
    [42],
  ])('the URL %j is refused with 422', async (url) => {
    expect(await wrongFieldsOf(organization.post(PATH, { url }))).toEqual(['url']);
    const { id } = await anEndpoint(organization, URL);
    if (url !== undefined) {
      expect(await wrongFieldsOf(organization.put(`${PATH}/${id}`, { url }))).toEqual(['url']);
    }
    expect((await listOf(organization.get(PATH))).total).toBe(1);
  });

  it('a URL of 2048 characters is accepted', async () => {
    const url = `https://example.com/${'a'.repeat(2028)}`;
    expect(url).toHaveLength(2048);
    expect((await anEndpoint(organization, url)).url).toBe(url);
  });

  it.each([
    ['signature_algo', { signature_algo: 'ed25519' }],
    ['signature_algo', { signature_algo: null }],
    ['status', { status: 'paused' }],
    ['status', { status: null }],
    ['description', { description: 'x'.repeat(256) }],
    ['event_types', { event_types: 'invoice.*' }],
    ['event_types.0', { event_types: ['invoice.exploded'] }],
    ['event_types.0', { event_types: ['*'] }],
    ['event_types.0', { event_types: ['inv.*'] }],
    ['event_types.0', { event_types: ['invoice*'] }],
    ['event_types.0', { event_types: [7] }],
    ['event_types.0', { event_types: [['customer.created']] }],
    ['event_types', { event_types: null }],
    ['event_types.1', { event_types: ['invoice.*', 'invoice.*'] }],
    ['secret', { secret: 'whsec_bWluZQ==' }],
    ['id', { id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' }],
  ])('an invalid %s is refused with 422 on create and on update', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, { url: URL, ...body }))).toEqual([field]);
    const { id } = await anEndpoint(organization, URL);
    expect(await wrongFieldsOf(organization.put(`${PATH}/${id}`, body))).toEqual([field]);
  });

  it('an update changes the given fields only', async () => {
    const { secret: _, ...created } = await anEndpoint(organization, URL, { description: 'Mine' });
    const path = `${PATH}/${created.id}`;
    const changes = { url: 'http://hooks.example.com/v2', status: 'inactive', event_types: ['payment.*'] };
    const changed = await bodyOf<EndpointBody>(organization.put(path, changes));
    expect(changed).toEqual({ ...created, ...changes, updated_at: changed.updated_at });
    expect(changed.updated_at >= created.updated_at).toBe(true);
    expect(await bodyOf(organization.put(path, changes))).toEqual(changed);
    expect(
      await bodyOf(organization.put(path, { status: 'active', description: null, signature_algo: 'hmac' })),
    ).toMatchObject({ ...changes, status: 'active', description: null });
    expect(await bodyOf(organization.put(path, { event_types: [] }))).toMatchObject({ event_types: [] });
  });

  it('an endpoint stored with duplicate event_types shows each once, so that a PUT accepts them', async () => {
    const { id } = await anEndpoint(organization, URL);
    const path = `${PATH}/${id}`;
    const twice = `UPDATE webhook_endpoints SET event_types = '{customer.*,invoice.*,customer.*}' WHERE id = $1`;
    await app.database.query(twice, [id]);
    const { event_types } = await bodyOf<EndpointBody>(organization.get(path));
    expect(event_types).toEqual(['customer.*', 'invoice.*']);
    expect(await bodyOf(organization.put(path, { event_types }))).toMatchObject({ event_types });
  });

  it('a deleted endpoint returns 404', async () => {
    const { id } = await anEndpoint(organization, URL);
    await organization.delete(`${PATH}/${id}`).expect(204, {});
    for (const request of [
      organization.get(`${PATH}/${id}`),
      organization.put(`${PATH}/${id}`, { status: 'active' }),
      organization.delete(`${PATH}/${id}`),
      organization.get(`${PATH}/${id}/secret`),
      organization.post(`${PATH}/${id}/secret/rotate`),
      organization.post(`${PATH}/${id}/test`),
    ]) {
      await problemOf(request, 404, 'not_found');
    }
    expect(await listOf(organization.get(PATH))).toEqual({ items: [], total: 0 });
    expect(await bodyOf(organization.get(`${PATH}/delivery_stats`))).toEqual([]);
  });

  it('the list is sorted and paged', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await anEndpoint(organization, `https://example.com/${n}`)).id);
    await organization.put(`${PATH}/${ids[0]}`, { description: 'touched last' });
    const page = async (query: string): Promise<unknown> => {
      const { items, total } = await listOf<EndpointBody>(organization.get(`${PATH}?${query}`));
      return [items.map((it) => ids.indexOf(it.id)), total];
    };
    expect(await page('')).toEqual([[4, 3, 2, 1, 0], 5]);
    expect(await page('order_by=created_at:asc&skip=1&limit=2')).toEqual([[1, 2], 5]);
    expect(await page('order_by=updated_at:desc&limit=1')).toEqual([[0], 5]);
    expect(await wrongFieldsOf(organization.get(`${PATH}?order_by=url`))).toEqual(['order_by']);
    expect(await wrongFieldsOf(organization.get(`${PATH}?status=active`))).toEqual(['status']);
  });

  it('the secret can be revealed and rotated', async () => {
    const { id, secret } = await anEndpoint(organization, URL);
    const path = `${PATH}/${id}/secret`;
    expect(await bodyOf(organization.get(path))).toEqual({
      secret,
      previous_secret_expires_at: null,
      earlier_secrets: [],
    });
    const before = Date.now();
    const rotated = await bodyOf<SecretBody>(organization.post(`${path}/rotate`));
    expect(rotated.secret).toMatch(SECRET);
    expect(rotated.secret).not.toBe(secret);
    const end = Date.parse(rotated.previous_secret_expires_at ?? '');
    expect(end).toBeGreaterThanOrEqual(before + 86_400_000);
    expect(end).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(await bodyOf(organization.get(path))).toEqual(rotated);
    const atOnce = await bodyOf<SecretBody>(organization.post(`${path}/rotate`, { overlap_seconds: 0 }));
    expect(atOnce.previous_secret_expires_at).toBeNull();
    expect(await bodyOf(organization.get(path))).toEqual(atOnce);
    expect(JSON.stringify(await bodyOf(organization.get(`${PATH}/${id}`)))).not.toContain('secret');
  });

  it.each([[-1], [604_801], ['60'], [0.5]])(
    'an overlap of %p seconds is refused with 422',
    async (overlap) => {
      const { id } = await anEndpoint(organization, URL);
      const request = organization.post(`${PATH}/${id}/secret/rotate`, { overlap_seconds: overlap });
      expect(await wrongFieldsOf(request)).toEqual(['overlap_seconds']);
    },
  );

  it('hooks and delivery_stats are routes, not endpoint IDs', async () => {
    await organization.get(`${PATH}/hooks/list`).expect(200, []);
    await organization.get(`${PATH}/delivery_stats`).expect(200, []);
    expect(await wrongFieldsOf(organization.get(`${PATH}/hooks`))).toEqual(['id']);
  });
});

describe('webhook endpoints in production', () => {
  it('a loopback URL is refused with 422 unless it is allow-listed', async () => {
    const app = await startTestApp({ NODE_ENV: 'production', ROLE: 'api' });
    try {
      const organization = await app.anOrganization();
      for (const url of [
        'http://127.0.0.1/',
        'http://localhost/',
        'http://a.localhost/',
        'http://[::1]/',
        'http://2130706433/',
      ]) {
        expect(await wrongFieldsOf(organization.post(PATH, { url }))).toEqual(['url']);
      }
    } finally {
      await app.stop();
    }
  });
});
