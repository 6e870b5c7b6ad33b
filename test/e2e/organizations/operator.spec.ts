import type supertest from 'supertest';
import { aCustomer, aPayment, aPlan, aSubscription, anInvoice } from '../../support/builders';
import { auditEntries } from '../../support/audited-writes';
import { eventually } from '../../support/eventually';
import { connect, deliver, pathOfUrl, paymentOf, stripeSuccess } from '../../support/payments';
import { organizationWithKey, type TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { useRecordingReceiver } from '../../support/use-receiver';
import { anEndpoint, deliveriesOf } from '../../support/webhooks';
import {
  INSTANT,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type AdminOrganizationBody,
  type ApiKeyBody,
  type CreatedOrganizationBody,
  type InstallationLogEntryBody,
} from '../../support/wire';

const ADMIN_TOKEN = 'an-operator-token-of-some-length';
const KEYS = '/v1/organizations/current/api_keys';
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('the operator', () => {
  const receiver = useRecordingReceiver();
  const app = useTestApp({ TEST_CLOCK: 'on', ADMIN_TOKEN, OPEN_REGISTRATION: 'on' });
  const organization = useOrganization(app);

  const asAdmin = (test: supertest.Test): supertest.Test => test.auth(ADMIN_TOKEN, { type: 'bearer' });
  const get = (path: string) => asAdmin(app.request.get(`/v1/admin/${path}`));
  const post = (path: string, body?: object) => asAdmin(app.request.post(`/v1/admin/${path}`).send(body));
  const remove = (path: string) => asAdmin(app.request.delete(`/v1/admin/${path}`));
  const suspend = (id: string, body?: object) => post(`organizations/${id}/suspend`, body);
  const resume = (id: string) => post(`organizations/${id}/resume`);
  const logOf = async (id: string): Promise<InstallationLogEntryBody[]> =>
    (await listOf<InstallationLogEntryBody>(get(`log?organization_id=${id}`))).items;

  it('every route needs the admin token; an API key is refused with 401', async () => {
    for (const path of ['organizations', `organizations/${organization.id}`, 'log']) {
      await problemOf(organization.get(`/v1/admin/${path}`), 401, 'unauthorized');
      await problemOf(app.request.get(`/v1/admin/${path}`), 401, 'unauthorized');
      await get(path).expect(200);
    }
    await problemOf(
      organization.post(`/v1/admin/organizations/${organization.id}/suspend`),
      401,
      'unauthorized',
    );
  });

  it('organizations are listed by status and kind', async () => {
    const test = await app.anOrganization({ test: true });
    await suspend(organization.id, { reason: 'Unpaid' }).expect(200);
    const idsOf = async (query: string): Promise<string[]> =>
      (await listOf<AdminOrganizationBody>(get(`organizations?limit=1000&${query}`))).items.map(
        (it) => it.id,
      );
    expect(await idsOf('')).toEqual(expect.arrayContaining([organization.id, test.id]));
    expect(await idsOf('status=suspended')).toContain(organization.id);
    expect(await idsOf('status=active')).not.toContain(organization.id);
    expect(await idsOf('test=true')).toEqual([test.id]);
    expect(await idsOf('test=false&status=active')).not.toContain(test.id);
    expect(await wrongFieldsOf(get('organizations?status=gone'))).toEqual(['status']);
  });

  it('a suspended organization reads everything and changes nothing', async () => {
    const customer = await aCustomer(organization);
    const plan = await aPlan(organization);
    const event = { transaction_id: 'one', code: 'calls', external_customer_id: 'nobody' };
    await organization.post('/v1/events', event).expect(422); // the process remembers the key from now on
    const suspended = await bodyOf<AdminOrganizationBody>(suspend(organization.id, { reason: 'Unpaid' }));
    expect(suspended).toMatchObject({ status: 'suspended', suspension_reason: 'Unpaid' });
    expect(suspended.suspended_at).toMatch(INSTANT);

    const shown = await bodyOf<object>(organization.get('/v1/organizations/current'));
    expect(shown).toMatchObject({ status: 'suspended' });
    expect(shown).not.toHaveProperty('suspension_reason');
    await organization.get(`/v1/customers/${customer.id}`).expect(200);
    const simulated = await organization.post(`/v1/plans/${plan.id}/simulate`, {});
    expect(simulated.status).not.toBe(403);
    for (const refused of [
      organization.post('/v1/customers', { external_id: 'late' }),
      organization.put(`/v1/customers/${customer.id}`, { name: 'Late' }),
      organization.delete(`/v1/customers/${customer.id}`),
      organization.post('/v1/events', event),
      organization.post('/v1/events/batch', { events: [event] }),
      organization.post('/v1/events', event).set('Idempotency-Key', 'late'),
      organization.post(KEYS, { name: 'Late' }),
    ]) {
      await problemOf(refused, 403, 'organization_suspended');
    }

    await resume(organization.id).expect(200);
    await organization.put(`/v1/customers/${customer.id}`, { name: 'In time' }).expect(200);
    await organization.post('/v1/events', event).expect(422);
  });

  it('deliveries of a suspended organization wait, and are sent when it is resumed', async () => {
    const path = `/hooks/${organization.id}`;
    const sent = () => receiver.arrivals.filter((it) => it.path === path).length;
    const connection = await connect(organization, 'stripe', 'whsec_suspended_shop');
    const payment = await aPayment(organization, await anInvoice(organization), { amount_cents: 100 });
    await anEndpoint(organization, receiver.url(path), { event_types: ['payment.succeeded'] });
    await suspend(organization.id).expect(200);

    const notification = stripeSuccess('whsec_suspended_shop', payment);
    await deliver(app, pathOfUrl(connection), notification).expect(200);
    expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
    expect(await deliveriesOf(organization)).toMatchObject([{ status: 'pending', retries: 0 }]);
    // A delivery of another organization, made later, overtakes it.
    const other = await app.anOrganization();
    await anEndpoint(other, receiver.url(`/other/${organization.id}`));
    await aCustomer(other);
    await receiver.until(() => receiver.arrivals.some((it) => it.path === `/other/${organization.id}`));
    expect(sent()).toBe(0);

    await resume(organization.id).expect(200);
    await receiver.until(() => sent() === 1);
  });

  it('billing of a suspended organization waits, and is done when it is resumed', async () => {
    const subscription = await aSubscription(organization, {});
    await suspend(organization.id).expect(200);
    const other = await app.anOrganization();
    const billed = await aSubscription(other, {});
    const now = Date.parse((await bodyOf<{ now: string }>(other.get('/v1/test_clock'))).now);
    await other.put('/v1/test_clock', { now: new Date(now + 40 * 86_400_000).toISOString() }).expect(200);
    const invoicesOf = async (by: TestOrganization, id: string): Promise<number> =>
      (await listOf(by.get(`/v1/invoices?subscription_id=${id}`))).total;
    expect(await invoicesOf(other, billed.id)).toBeGreaterThan(0);
    expect(await invoicesOf(organization, subscription.id)).toBe(0);

    await resume(organization.id).expect(200);
    await eventually(async () => ((await invoicesOf(organization, subscription.id)) > 0 ? true : null));
  });

  it('suspending and resuming again is no error, and both leave entries in the log of the installation', async () => {
    await resume(organization.id).expect(200);
    await suspend(organization.id, { reason: 'Unpaid' }).expect(200);
    const first = await bodyOf<AdminOrganizationBody>(suspend(organization.id));
    expect(first.suspension_reason).toBeNull();
    await resume(organization.id).expect(200);
    const entries = await logOf(organization.id);
    expect(entries.map((it) => [it.action, it.note])).toEqual([
      ['organization.resumed', null],
      ['organization.suspended', null],
      ['organization.suspended', 'Unpaid'],
    ]);
    expect(entries[0]).toMatchObject({ organization_name: 'Acme', request_id: expect.any(String) as string });
  });

  it('the operator makes a new key for an organization that has lost its last one', async () => {
    const path = `organizations/${organization.id}/api_keys`;
    await organization.delete(`${KEYS}/${organization.apiKeyId}?confirm=last_key`).expect(204);
    await problemOf(organization.get(KEYS), 401, 'unauthorized');
    const key = await bodyOf<ApiKeyBody>(post(path, { name: 'Rescue' }), 201);
    expect(key).toMatchObject({ scopes: ['*'], expires_at: null });
    const rescued = organizationWithKey(app.request, organization.id, {
      id: key.id,
      raw_key: key.raw_key ?? '',
    });
    await rescued.get(KEYS).expect(200);
    const reader = await bodyOf<ApiKeyBody>(post(path, { name: 'Reader', preset: 'read_only' }), 201);
    expect(reader.scopes).not.toContain('*');
    expect(await wrongFieldsOf(post(path, { name: 'x', expires_at: '2020-01-01T00:00:00Z' }))).toEqual([
      'expires_at',
    ]);
    const listed = (await listOf<ApiKeyBody>(get(path))).items;
    expect(listed.map((it) => it.name)).toEqual(['Reader', 'Rescue', 'Default']);
    expect(JSON.stringify(listed)).not.toContain('raw_key');

    await remove(`${path}/${key.id}`).expect(204);
    await remove(`${path}/${key.id}`).expect(204);
    await problemOf(rescued.get(KEYS), 401, 'unauthorized');
    await problemOf(remove(`${path}/${UNKNOWN}`), 404, 'not_found');
    expect((await logOf(organization.id)).map((it) => it.note)).toEqual([
      key.key_prefix,
      reader.key_prefix,
      key.key_prefix,
    ]);
  });

  it('what the operator does is in the audit log of the organization', async () => {
    const path = `organizations/${organization.id}/api_keys`;
    await suspend(organization.id, { reason: 'Unpaid' }).expect(200);
    await resume(organization.id).expect(200);
    const key = await bodyOf<ApiKeyBody>(post(path, { name: 'Rescue' }), 201);
    await remove(`${path}/${key.id}`).expect(204);
    const items = await auditEntries(organization, '?actor_type=admin');
    const entries = items.map((it) => [it.operation, it.object_id, it.changed_fields]);
    const fields = ['status', 'suspended_at', 'suspension_reason'];
    expect(entries.slice(0, 4)).toEqual([
      ['revokeOrganizationApiKey', key.id, ['status']],
      ['createOrganizationApiKey', key.id, ['name']],
      ['resumeOrganization', organization.id, fields],
      ['suspendOrganization', organization.id, fields],
    ]);
  });

  it('an unknown organization is 404, and something else than an id 422', async () => {
    await problemOf(get(`organizations/${UNKNOWN}`), 404, 'not_found');
    await problemOf(suspend(UNKNOWN), 404, 'not_found');
    await problemOf(resume(UNKNOWN), 404, 'not_found');
    await problemOf(get(`organizations/${UNKNOWN}/api_keys`), 404, 'not_found');
    await problemOf(post(`organizations/${UNKNOWN}/api_keys`, { name: 'x' }), 404, 'not_found');
    await problemOf(get('organizations/acme'), 422, 'validation_failed');
  });
});

describe('test organizations', () => {
  const app = useTestApp();

  it('have keys that begin with svc_test_, also new and rotated ones, and others never do', async () => {
    const keysOf = async (test: boolean): Promise<string[]> => {
      const body = { name: 'Acme', test };
      const created = await bodyOf<CreatedOrganizationBody>(
        app.request.post('/v1/organizations').send(body),
        201,
      );
      expect(created.test).toBe(test);
      const first = created.api_key;
      const organization = organizationWithKey(app.request, created.id, first);
      const second = await bodyOf<ApiKeyBody>(organization.post(KEYS, { name: 'Second' }), 201);
      const third = await bodyOf<ApiKeyBody>(organization.post(`${KEYS}/${second.id}/rotate`));
      expect(await wrongFieldsOf(organization.put('/v1/organizations/current', { test: !test }))).toEqual([
        'test',
      ]);
      return [first.raw_key, second.raw_key ?? '', third.raw_key ?? ''];
    };
    for (const key of await keysOf(true)) expect(key).toMatch(/^svc_test_[0-9A-Za-z]{43}$/);
    for (const key of await keysOf(false)) expect(key).toMatch(/^svc_live_[0-9A-Za-z]{43}$/);
  });

  it('a live key is unknown with the prefix of a test key', async () => {
    const organization = await app.anOrganization();
    const swapped = organization.rawKey.replace('svc_live_', 'svc_test_');
    await app.request.get('/v1/customers').auth(swapped, { type: 'bearer' }).expect(401);
  });
});
