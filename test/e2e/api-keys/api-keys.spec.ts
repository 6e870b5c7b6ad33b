import { createHash } from 'node:crypto';
import { anApiKey } from '../../support/builders';
import { organizationWithKey, startTestApp, type TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type ApiKeyBody,
} from '../../support/wire';

const PATH = '/v1/organizations/current/api_keys';
const DAY_MS = 86_400_000;

describe('API keys', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);

  const using = (rawKey: string | undefined): TestOrganization =>
    organizationWithKey(app.request, organization.id, { id: '', raw_key: rawKey ?? '' });
  const advance = async (to: number): Promise<void> => {
    const other = await app.anOrganization();
    await other.put('/v1/test_clock', { now: new Date(to).toISOString() }).expect(200);
  };
  const now = async (): Promise<number> =>
    Date.parse((await bodyOf<{ now: string }>(organization.get('/v1/test_clock'))).now);

  it('the raw key is returned only on creation', async () => {
    const { raw_key: rawKey, ...record } = await anApiKey(organization, { name: 'Backend' });
    expect(rawKey).toMatch(/^svc_live_[0-9A-Za-z]{43}$/);
    expect(record).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      organization_id: organization.id,
      name: 'Backend',
      key_prefix: rawKey.slice(0, 17),
      status: 'active',
      last_used_at: null,
      expires_at: null,
      replaced_by_id: null,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: record.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${record.id}`))).toEqual(record);
    const { items, total } = await listOf<ApiKeyBody>(organization.get(PATH));
    expect(items).toContainEqual(record);
    expect({ total, shown: JSON.stringify(items).includes('raw_key') }).toEqual({ total: 2, shown: false });
  });

  it('only the SHA-256 and the prefix of a raw key are stored', async () => {
    const { id, raw_key: rawKey } = await anApiKey(organization, { name: 'Stored' });
    const rows = await app.database.query<{ row: string; key_hash: string }>(
      'SELECT api_keys::text AS row, key_hash FROM api_keys WHERE id = $1',
      [id],
    );
    expect(rows[0]?.key_hash).toBe(createHash('sha256').update(rawKey).digest('hex'));
    expect(rows[0]?.row).not.toContain(rawKey.slice(17));
  });

  it('a key gives access to its own organization only', async () => {
    const { raw_key: rawKey } = await anApiKey(organization, { name: 'Second' });
    expect(await bodyOf(using(rawKey).get('/v1/organizations/current'))).toMatchObject({
      id: organization.id,
    });
  });

  it.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: 7 }],
    ['expires_at', { name: 'x', expires_at: '2020-01-01T00:00:00.000Z' }],
    ['expires_at', { name: 'x', expires_at: 'tomorrow' }],
    ['expires_at', { name: 'x', expires_at: 1_900_000_000 }],
    ['expires_at', { name: 'x', expires_at: '2031-02-30T00:00:00Z' }],
    ['expires_at', { name: 'x', expires_at: '9999999-01-01T00:00:00Z' }],
    ['raw_key', { name: 'x', raw_key: 'svc_live_mine' }],
    ['status', { name: 'x', status: 'active' }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, body))).toEqual([field]);
  });

  it('a revoked key is refused immediately by every instance', async () => {
    const { id, raw_key: rawKey } = await anApiKey(organization, { name: 'Leaked' });
    const other = await startTestApp({}, app.database);
    try {
      const elsewhere = organizationWithKey(other.request, organization.id, { id, raw_key: rawKey });
      await elsewhere.get(PATH).expect(200);
      await organization.delete(`${PATH}/${id}`).expect(204, {});
      await problemOf(elsewhere.get(PATH), 401, 'unauthorized');
      await problemOf(using(rawKey).get(PATH), 401, 'unauthorized');
    } finally {
      await other.stop();
    }
  });

  it('a revoked key remains listed, and revoking it again is a no-op', async () => {
    const { id } = await anApiKey(organization, { name: 'Old' });
    await organization.delete(`${PATH}/${id}`).expect(204);
    const revoked = await bodyOf<ApiKeyBody>(organization.get(`${PATH}/${id}`));
    expect(revoked.status).toBe('revoked');
    await organization.delete(`${PATH}/${id}`).expect(204);
    expect(await bodyOf(organization.get(`${PATH}/${id}`))).toEqual(revoked);
    expect((await listOf(organization.get(PATH))).items).toContainEqual(revoked);
    await problemOf(organization.post(`${PATH}/${id}/rotate`), 400, 'invalid_state');
  });

  it('a key can revoke itself', async () => {
    await organization.delete(`${PATH}/${organization.apiKeyId}`).expect(204);
    await problemOf(organization.get(PATH), 401, 'unauthorized');
  });

  it('last_used_at reflects every use through this instance', async () => {
    const { id, raw_key: rawKey } = await anApiKey(organization, { name: 'Used' });
    const lastUse = async (): Promise<string | null> =>
      (await bodyOf<ApiKeyBody>(organization.get(`${PATH}/${id}`))).last_used_at;
    expect(await lastUse()).toBeNull();
    const before = await now();
    await using(rawKey).get('/v1/customers').expect(200);
    const first = await lastUse();
    expect(first).toMatch(INSTANT);
    expect(Date.parse(first ?? '')).toBeGreaterThanOrEqual(before);
    await using(rawKey).get('/v1/customers?limit=0').expect(422);
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
    const own = await bodyOf<ApiKeyBody>(using(rawKey).get(`${PATH}/${id}`));
    expect(Date.parse(own.last_used_at ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('a rotation without overlap expires the old key immediately', async () => {
    const old = await anApiKey(organization, { name: 'Rotated' });
    const fresh = await bodyOf<ApiKeyBody>(organization.post(`${PATH}/${old.id}/rotate`));
    expect(fresh).toMatchObject({ name: 'Rotated', status: 'active' });
    expect(fresh.id).not.toBe(old.id);
    expect(fresh.raw_key).toMatch(/^svc_live_/);
    await problemOf(using(old.raw_key).get(PATH), 401, 'unauthorized');
    await using(fresh.raw_key).get(PATH).expect(200);
  });

  it('a rotation keeps the expiry of the key unless the request names another one', async () => {
    const expires_at = '2098-01-01T00:00:00.000Z';
    const rotated = async (body?: object) => {
      const { id } = await anApiKey(organization, { name: 'Expiring', expires_at });
      return (await bodyOf<ApiKeyBody>(organization.post(`${PATH}/${id}/rotate`, body))).expires_at;
    };
    expect(await rotated()).toBe(expires_at);
    expect(await rotated({ expires_at: '2098-02-01T00:00:00Z' })).toBe('2098-02-01T00:00:00.000Z');
    expect(await rotated({ expires_at: null })).toBeNull();
    const past = organization.post(`${PATH}/${organization.apiKeyId}/rotate`, {
      expires_at: '2020-01-01T00:00:00Z',
    });
    expect(await wrongFieldsOf(past)).toEqual(['expires_at']);
  });

  it('a rotated key never outlives the key that requests the rotation', async () => {
    const expires_at = '2098-01-01T00:00:00.000Z';
    const expiring = await anApiKey(organization, { name: 'Expiring', expires_at });
    const path = `${PATH}/${organization.apiKeyId}/rotate`;
    for (const longer of [null, '2098-01-01T00:00:00.001Z']) {
      const request = using(expiring.raw_key).post(path).send({ expires_at: longer });
      const { errors } = await problemOf(request, 422, 'validation_failed');
      expect(errors).toMatchObject([{ field: 'expires_at', code: 'out_of_range' }]);
      expect(errors?.[0]?.message).toContain(expires_at);
    }
    const rotated = await bodyOf<ApiKeyBody>(using(expiring.raw_key).post(path));
    expect(rotated.expires_at).toBe(expires_at);
  });

  it('a key that was rotated cannot be rotated again, and names the key that replaced it', async () => {
    const old = await anApiKey(organization, { name: 'Rotated' });
    const rotate = () => organization.post(`${PATH}/${old.id}/rotate`, { overlap_seconds: 3600 });
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    const [fresh] = answers.filter((it) => it.status === 200).map((it) => it.body as ApiKeyBody);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 400, 400]);
    const { detail } = await problemOf(rotate(), 400, 'invalid_state');
    expect(detail).toContain(fresh?.id);
    expect(await bodyOf(organization.get(`${PATH}/${old.id}`))).toMatchObject({ replaced_by_id: fresh?.id });
    await using(old.raw_key).get(PATH).expect(200);
    expect(fresh).toMatchObject({ replaced_by_id: null });
  });

  it('a key that rotated itself creates another during its overlap, and without one gets 401 for a repetition', async () => {
    const rotate = (key: ApiKeyBody, overlap: number) =>
      using(key.raw_key)
        .post(`${PATH}/${key.id}/rotate`, { overlap_seconds: overlap })
        .set('Idempotency-Key', 'once');
    const slow = await anApiKey(organization, { name: 'Overlap' });
    const lost = await bodyOf<ApiKeyBody>(rotate(slow, 600));
    expect(await bodyOf(rotate(slow, 600))).toEqual(lost);
    await problemOf(using(slow.raw_key).post(`${PATH}/${slow.id}/rotate`), 400, 'invalid_state');
    const { raw_key: rawKey } = await anApiKey(using(slow.raw_key), { name: 'Instead' });
    await using(rawKey).delete(`${PATH}/${lost.id}`).expect(204);
    const sudden = await anApiKey(organization, { name: 'No overlap' });
    await rotate(sudden, 0).set('Idempotency-Key', 'twice').expect(200);
    await problemOf(rotate(sudden, 0).set('Idempotency-Key', 'twice'), 401, 'unauthorized');
  });

  it.each([[-1], [604_801], ['3600'], [1.5], [null]])(
    'an overlap of %p is refused with 422',
    async (overlap) => {
      const path = `${PATH}/${organization.apiKeyId}/rotate`;
      expect(await wrongFieldsOf(organization.post(path, { overlap_seconds: overlap }))).toEqual([
        'overlap_seconds',
      ]);
    },
  );

  it('every rejected key gets the same 401', async () => {
    const revoked = await anApiKey(organization, { name: 'Revoked' });
    await organization.delete(`${PATH}/${revoked.id}`);
    const tokens = [
      null,
      'Bearer',
      'Bearer ',
      'Bearer short',
      `Bearer svc_live_${'0'.repeat(43)}`,
      `Bearer ${organization.rawKey}0`,
      `Bearer ${revoked.raw_key}`,
      `Token ${organization.rawKey}`,
      `Bearer ${organization.rawKey} ${organization.rawKey}`,
    ];
    const bodies = new Set<string>();
    for (const token of tokens) {
      const request = app.request.get(PATH);
      const response = await (token === null ? request : request.set('Authorization', token));
      const { request_id: _, ...body } = response.body as Record<string, unknown>;
      bodies.add(JSON.stringify([response.status, response.headers['www-authenticate'], body]));
    }
    expect([...bodies]).toHaveLength(1);
    expect([...bodies][0]).toContain('[401,"Bearer",');
    await app.request.get(PATH).set('Authorization', `bearer ${organization.rawKey}`).expect(200);
  });

  it('the list of keys is sorted and paged', async () => {
    for (const name of ['a', 'b', 'c']) await anApiKey(organization, { name });
    const names = async (query: string): Promise<string[]> =>
      (await listOf<ApiKeyBody>(organization.get(`${PATH}?${query}`))).items.map((it) => it.name);
    expect(await names('order_by=created_at:asc')).toEqual(['Default', 'a', 'b', 'c']);
    expect(await names('skip=1&limit=2')).toEqual(['b', 'a']);
    expect(await wrongFieldsOf(organization.get(`${PATH}?order_by=key_hash`))).toEqual(['order_by']);
    expect(await wrongFieldsOf(organization.get(`${PATH}?status=active`))).toEqual(['status']);
  });

  // The following tests move the clock.
  it('an expired key is refused with 401', async () => {
    const at = (await now()) + DAY_MS;
    const expiring = await anApiKey(organization, { name: 'Trial', expires_at: new Date(at).toISOString() });
    expect(expiring.expires_at).toBe(new Date(at).toISOString());
    await using(expiring.raw_key).get(PATH).expect(200);
    await advance(at - 1);
    await using(expiring.raw_key).get(PATH).expect(200);
    await advance(at);
    await problemOf(using(expiring.raw_key).get(PATH), 401, 'unauthorized');
    expect(await bodyOf(organization.get(`${PATH}/${expiring.id}`))).toMatchObject({ status: 'active' });
    await problemOf(organization.post(`${PATH}/${expiring.id}/rotate`), 400, 'invalid_state');
  });

  it('the old key works until the overlap of its rotation ends', async () => {
    const old = await anApiKey(organization, { name: 'Overlapping' });
    const at = await now();
    const fresh = await bodyOf<ApiKeyBody>(
      organization.post(`${PATH}/${old.id}/rotate`, { overlap_seconds: 3600 }),
    );
    const end = Date.parse(
      (await bodyOf<ApiKeyBody>(organization.get(`${PATH}/${old.id}`))).expires_at ?? '',
    );
    expect(end).toBe(at + 3_600_000);
    await using(old.raw_key).get(PATH).expect(200);
    await advance(end);
    await problemOf(using(old.raw_key).get(PATH), 401, 'unauthorized');
    await using(fresh.raw_key).get(PATH).expect(200);
  });
});
