import { randomUUID } from 'node:crypto';
import { auditEntries, type AuditEntry } from '../../support/audited-writes';
import { aCustomer, aPlan, aSubscription, anInvoice } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  bodyOf,
  problemOf,
  type CreatedOrganizationBody,
  type CustomerBody,
} from '../../support/wire';

const NOW = '2030-01-10T12:00:00.000Z';
const PERSONAL = { name: 'Zoë Quell', email: 'zoe@example.com' };

describe('the audit log', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', TRUSTED_PROXIES: 'loopback' });
  const organization = useOrganization(app);
  const newest = async (of: TestOrganization = organization): Promise<AuditEntry | undefined> =>
    (await auditEntries(of))[0];

  it('says who created what, when, from where and in which request, and with which fields', async () => {
    const request = organization.post('/v1/customers', { external_id: 'one', ...PERSONAL });
    const requestId = randomUUID();
    const headers = { 'x-request-id': requestId, 'x-forwarded-for': '203.0.113.9' };
    const customer = await bodyOf<CustomerBody>(request.set(headers), 201);
    expect(await newest()).toEqual({
      id: expect.any(String) as string,
      actor_type: 'api_key',
      api_key_id: organization.apiKeyId,
      api_key_prefix: organization.rawKey.slice(0, 17),
      job: null,
      operation: 'createCustomer',
      object_type: 'customer',
      object_id: customer.id,
      changed_fields: ['email', 'external_id', 'name'],
      ip_address: '203.0.113.9',
      request_id: requestId,
      session_id: null,
      created_at: expect.stringMatching(INSTANT) as string,
    });
  });

  it('names the fields that an update changes, and never their values', async () => {
    const customer = await aCustomer(organization, PERSONAL);
    const changes = { name: PERSONAL.name, email: 'new@example.com', city: 'Bern' };
    await organization.put(`/v1/customers/${customer.id}`, changes).expect(200);
    expect(await newest()).toMatchObject({ operation: 'updateCustomer', changed_fields: ['city', 'email'] });
    await organization.put(`/v1/customers/${customer.id}`, changes).expect(200);
    expect(await newest()).toMatchObject({ operation: 'updateCustomer', changed_fields: [] });
    const stored = await app.database.query<{ entry: string }>(
      'SELECT audit_log::text AS entry FROM audit_log',
    );
    for (const { entry } of stored) expect(entry).not.toMatch(/Quell|example\.com|Bern/);
  });

  it('names fields of plans and secrets as the API does', async () => {
    const plan = await aPlan(organization, { amount_cents: 100 });
    await organization.put(`/v1/plans/${plan.id}`, { name: 'New', amount_cents: 200 }).expect(200);
    expect((await newest())?.changed_fields).toEqual(['amount_cents', 'name', 'version']);
    const url = 'http://127.0.0.1:4/';
    const endpoint = await bodyOf<{ id: string }>(organization.post('/v1/webhook_endpoints', { url }), 201);
    await organization.post(`/v1/webhook_endpoints/${endpoint.id}/secret/rotate`).expect(200);
    expect((await newest())?.changed_fields).toContain('secret');
  });

  it('has no entry for what is refused', async () => {
    const customer = await aCustomer(organization);
    const before = await auditEntries(organization);
    await problemOf(organization.post('/v1/customers', {}), 422, 'validation_failed');
    const twice = { external_id: customer.external_id };
    await problemOf(organization.post('/v1/customers', twice), 409, 'conflict');
    const keyed = organization.post('/v1/customers', twice).set('Idempotency-Key', 'refused');
    await problemOf(keyed, 409, 'conflict');
    await problemOf(organization.delete(`/v1/customers/${organization.id}`), 404, 'not_found');
    expect(await auditEntries(organization)).toEqual(before);
  });

  it('has one entry for a request and its replays', async () => {
    const create = () =>
      organization.post('/v1/customers', { external_id: 'once' }).set('Idempotency-Key', 'key');
    await create().expect(201);
    await create().expect(201).expect('Idempotency-Replayed', 'true');
    expect(await auditEntries(organization, '?operation=createCustomer')).toHaveLength(1);
    const { id } = await aCustomer(organization);
    const wallet = { customer_id: id, currency: 'EUR', rate_amount: '1' };
    const made = organization.post('/v1/wallets', wallet).set('Idempotency-Key', 'wallet');
    const { id: walletId } = await bodyOf<{ id: string }>(made, 201);
    const top = organization.post(`/v1/wallets/${walletId}/top_up`, { credits: '1', source: 'granted' });
    await top.set('Idempotency-Key', 'top').expect(200);
    expect((await newest())?.changed_fields).toEqual(['balance_cents', 'credits_balance']);
  });

  it('has one entry for a request that causes transitions, and names the job of other transitions', async () => {
    await organization.put('/v1/test_clock', { now: NOW }).expect(200);
    const subscription = await aSubscription(organization);
    const about = await auditEntries(organization, `?object_id=${subscription.id}`);
    expect(about.map((it) => it.operation)).toEqual(['createSubscription']);
    await organization.put('/v1/test_clock', { now: '2030-02-01T12:00:00.000Z' }).expect(200);
    const billed = await auditEntries(organization, '?actor_type=system&object_type=invoice');
    expect(billed.map((it) => it.operation).sort()).toEqual(['invoice.created', 'invoice.finalized']);
    expect(billed[0]).toMatchObject({
      job: 'subscriptions',
      api_key_id: null,
      ip_address: null,
      request_id: null,
      session_id: null,
    });
  });

  it('filters by actor, key, operation, object and time', async () => {
    await organization.put('/v1/test_clock', { now: '2030-03-01T00:00:00Z' }).expect(200);
    const customer = await aCustomer(organization);
    await anInvoice(organization, { customer_id: customer.id });
    const count = async (query: string): Promise<number> => (await auditEntries(organization, query)).length;
    expect(await count('?actor_type=anonymous&object_type=organization')).toBe(1);
    expect(await count(`?api_key_id=${organization.apiKeyId}`)).toBe(3);
    expect(await count(`?api_key_id=${customer.id}`)).toBe(0);
    expect(await count('?operation=createOneOffInvoice')).toBe(1);
    expect(await count(`?object_type=customer&object_id=${customer.id}`)).toBe(1);
    expect(await count('?created_before=2030-03-01T00:00:00Z')).toBe(1);
    expect(await count('?created_after=2030-03-01T00:00:00Z&created_before=2031-01-01T00:00:00Z')).toBe(3);
    await problemOf(organization.get('/v1/audit_log?object_type=nothing'), 422, 'validation_failed');
  });

  it('shows an organization its own entries only', async () => {
    await aCustomer(organization);
    const other = await app.anOrganization();
    expect((await auditEntries(other)).map((it) => it.operation)).toEqual(['createOrganization']);
  });

  it('is append-only, also for the owner of the table', async () => {
    await aCustomer(organization);
    const refused = 'audit_log is append-only';
    await expect(app.database.query(`UPDATE audit_log SET operation = 'x'`)).rejects.toThrow(refused);
    await expect(app.database.query('DELETE FROM audit_log')).rejects.toThrow(refused);
    await expect(app.database.query('TRUNCATE audit_log')).rejects.toThrow(refused);
  });
});

describe('the audit log with an admin token', () => {
  const token = 'an-admin-token-for-tests';
  const app = useTestApp({ ROLE: 'api', ADMIN_TOKEN: token });

  it('names the admin, and counts failed authentications', async () => {
    const create = (bearer: string) =>
      app.request.post('/v1/organizations').set('Authorization', `Bearer ${bearer}`).send({ name: 'Acme' });
    const failures = async (credential: string): Promise<number> => {
      const { text } = await app.request.get('/metrics');
      const line = new RegExp(`^authentication_failures_total{credential="${credential}"} (\\d+)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = [await failures('admin_token'), await failures('api_key')];
    await create('wrong').expect(401);
    await app.request.get('/v1/customers').expect(401);
    await app.request.post('/v1/events').set('Authorization', 'Bearer wrong').send({}).expect(401);
    expect(await failures('admin_token')).toBe((before[0] ?? 0) + 1);
    expect(await failures('api_key')).toBe((before[1] ?? 0) + 2);

    const created = await bodyOf<CreatedOrganizationBody>(create(token), 201);
    const { raw_key: rawKey } = created.api_key;
    const request = app.request.get('/v1/audit_log').set('Authorization', `Bearer ${rawKey}`);
    const entry = { actor_type: 'admin', operation: 'createOrganization', object_id: created.id };
    expect(await bodyOf<object[]>(request)).toMatchObject([
      { ...entry, ip_address: '127.0.0.1', changed_fields: ['name'] },
    ]);
  });
});
