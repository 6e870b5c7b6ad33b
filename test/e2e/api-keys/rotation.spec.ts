import { organizationWithKey, type TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type ApiKeyBody } from '../../support/wire';

const PATH = '/v1/organizations/current/api_keys';
const IN_A_MINUTE = '2031-05-01T00:01:00.000Z';
const IN_AN_HOUR = '2031-05-01T01:00:00.000Z';

describe('expiry, rotation and the last key', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);

  beforeAll(async () => {
    const mover = await app.anOrganization();
    await mover.put('/v1/test_clock', { now: '2031-05-01T00:00:00.000Z' }).expect(200);
  });

  const create = (body: object, by: TestOrganization = organization): Promise<ApiKeyBody> =>
    bodyOf(by.post(PATH, { name: 'Key', ...body }), 201);
  const using = ({ id, raw_key: rawKey = '' }: ApiKeyBody): TestOrganization =>
    organizationWithKey(app.request, organization.id, { id, raw_key: rawKey });
  const rotate = (id: string, body: object = {}, by: TestOrganization = organization): Promise<ApiKeyBody> =>
    bodyOf(by.post(`${PATH}/${id}/rotate`, body));

  it('a rotation keeps the expiry unless told otherwise', async () => {
    const { id } = await create({ expires_at: IN_A_MINUTE });
    const kept = await rotate(id);
    expect(kept.expires_at).toBe(IN_A_MINUTE);
    const longer = await rotate(kept.id, { expires_at: IN_AN_HOUR });
    expect(longer.expires_at).toBe(IN_AN_HOUR);
    expect((await rotate(longer.id, { expires_at: null })).expires_at).toBeNull();
  });

  it('a key with an expiry cannot escape it by rotating itself or creating another key', async () => {
    const key = await create({ expires_at: IN_A_MINUTE });
    const expiring = using(key);
    expect((await create({}, expiring)).expires_at).toBe(IN_A_MINUTE);
    for (const later of [IN_AN_HOUR, null]) {
      const body = { name: 'x', expires_at: later };
      expect(await wrongFieldsOf(expiring.post(PATH, body))).toEqual(['expires_at']);
      const path = `${PATH}/${key.id}/rotate`;
      expect(await wrongFieldsOf(expiring.post(path, { expires_at: later }))).toEqual(['expires_at']);
    }
    expect((await rotate(key.id, {}, expiring)).expires_at).toBe(IN_A_MINUTE);
  });

  it('a rotated key never outlives the key that asks for it', async () => {
    const expiring = using(await create({ expires_at: IN_A_MINUTE }));
    const { id } = await create({});
    expect((await rotate(id, {}, expiring)).expires_at).toBe(IN_A_MINUTE);
  });

  it('a key that was rotated cannot be rotated again, also not ten times at once', async () => {
    const key = await create({});
    const attempts = Array.from({ length: 10 }, () =>
      organization.post(`${PATH}/${key.id}/rotate`, { overlap_seconds: 3600 }),
    );
    const statuses = (await Promise.all(attempts)).map((it) => it.status).sort((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(400)]);
    await using(key).get(PATH).expect(200);
    const again = organization.post(`${PATH}/${key.id}/rotate`);
    expect((await problemOf(again, 400, 'invalid_state')).detail).toContain('rotated already');
    const shown = await bodyOf<ApiKeyBody>(organization.get(`${PATH}/${key.id}`));
    expect(shown.rotated_at).toBe('2031-05-01T00:00:00.000Z');
  });

  it('during its overlap a rotated key makes no key that lives longer', async () => {
    const key = await create({});
    await rotate(key.id, { overlap_seconds: 60 });
    expect((await create({}, using(key))).expires_at).toBe(IN_A_MINUTE);
  });

  it.each(['2020-01-01T00:00:00Z', 'soon', 7])(
    'a rotation to the expiry %p is refused with 422',
    async (at) => {
      const path = `${PATH}/${organization.apiKeyId}/rotate`;
      expect(await wrongFieldsOf(organization.post(path, { expires_at: at }))).toEqual(['expires_at']);
    },
  );

  it('the last key that can manage keys is revoked only with confirm=last_key', async () => {
    await create({ preset: 'read_only' });
    const path = `${PATH}/${organization.apiKeyId}`;
    const refused = await problemOf(organization.delete(path), 400, 'invalid_state');
    expect(refused.detail).toContain('confirm=last_key');
    expect(await wrongFieldsOf(organization.delete(`${path}?confirm=yes`))).toEqual(['confirm']);
    await organization.delete(`${path}?confirm=last_key`).expect(204);
    await problemOf(organization.get(PATH), 401, 'unauthorized');
  });

  it('a key that a rotation replaced or that expired does not count as another one', async () => {
    const fresh = await rotate(organization.apiKeyId, { overlap_seconds: 60 });
    await problemOf(organization.delete(`${PATH}/${fresh.id}`), 400, 'invalid_state');
    await organization.delete(`${PATH}/${organization.apiKeyId}`).expect(204);
    await problemOf(using(fresh).delete(`${PATH}/${fresh.id}`), 400, 'invalid_state');
  });

  it('two keys that revoke each other at once leave one', async () => {
    const other = await create({ scopes: ['keys:manage'] });
    const answers = await Promise.all([
      organization.delete(`${PATH}/${other.id}`),
      using(other).delete(`${PATH}/${organization.apiKeyId}`),
    ]);
    expect(answers.filter((it) => it.status === 204)).toHaveLength(1);
  });
});
