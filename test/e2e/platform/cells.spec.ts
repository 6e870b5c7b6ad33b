import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { PayLinks } from '../../../src/modules/collections/pay-pages/pay-links';
import { aCustomer, anInvoice } from '../../support/builders';
import { DashboardClient } from '../../support/dashboard-client';
import { freePort } from '../../support/free-port';
import { Haproxy, hasHaproxy } from '../../support/haproxy';
import {
  organizationWithKey,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, type CreatedOrganizationBody } from '../../support/wire';

const EXCEPTIONS = readFileSync(join(__dirname, '../../../docker/cells/exceptions.sql'), 'utf8');
const withHaproxy = hasHaproxy() ? describe : describe.skip;

jest.setTimeout(60_000);

withHaproxy('cells behind HAProxy', () => {
  const eu1 = useTestApp({ CELL: 'eu1' });
  const us1 = useTestApp({ CELL: 'us1' });
  let proxy: Haproxy;
  let request: ReturnType<typeof supertest>;

  beforeAll(async () => {
    proxy = await Haproxy.ofCells({ eu1: eu1.url, us1: us1.url });
    request = supertest(proxy.url);
  });
  afterAll(() => proxy.stop());

  /** Makes an organization in a cell, and requests for it through the proxy. */
  async function organizationOf(cell: TestApp): Promise<TestOrganization> {
    const { id, rawKey, apiKeyId } = await cell.anOrganization();
    return organizationWithKey(request, id, { id: apiKeyId, raw_key: rawKey });
  }
  const viaProxy = (url: string): string => new URL(url).pathname + new URL(url).search;

  it('registration goes to the default cell, whose tag the new key has', async () => {
    const created = await bodyOf<CreatedOrganizationBody>(
      request.post('/v1/organizations').send({ name: 'Acme' }),
      201,
    );
    const { raw_key: key, key_prefix: shown } = created.api_key;
    expect(key).toMatch(/^svc_live_eu1_[0-9A-Za-z]{43}$/);
    expect(shown).toBe(key.slice(0, 'svc_live_eu1_'.length + 8));
    expect(await eu1.database.query('SELECT 1 FROM organizations WHERE id = $1', [created.id])).toHaveLength(
      1,
    );
  });

  it('a key leads to its cell, from reads, writes and usage events', async () => {
    for (const cell of [eu1, us1]) {
      const organization = await organizationOf(cell);
      const { id } = await aCustomer(organization);
      const found = await cell.database.query('SELECT 1 FROM customers WHERE id = $1', [id]);
      expect(found).toHaveLength(1);
      expect((await listOf(organization.get('/v1/customers'))).items).toHaveLength(1);
      const event = { transaction_id: 'one', code: 'calls', external_customer_id: 'nobody' };
      await organization.post('/v1/events', event).expect(422); // in the other cell the key is unknown: 401
    }
  });

  it('links to documents, portals and payments, and the sessions of portals lead to the cell of the organization', async () => {
    const organization = await organizationOf(us1);
    const customer = await aCustomer(organization);
    const invoice = await anInvoice(organization, { customer_id: customer.id });
    const document = await bodyOf<{ url: string }>(
      organization.post(`/v1/invoices/${invoice.id}/document_link`, {}),
      201,
    );
    const portal = await bodyOf<{ url: string }>(
      organization.post(`/v1/customers/${customer.id}/portal_link`, {}),
      201,
    );
    expect([document.url, portal.url].filter((it) => !it.includes('/us1.'))).toEqual([]);
    await request.get(viaProxy(document.url)).expect(200);
    const opened = await request.get(viaProxy(portal.url)).expect(303);
    const [cookie = ''] = opened.get('Set-Cookie') ?? [];
    expect(cookie).toMatch(/^billing_portal=us1\./);
    await request
      .get('/portal')
      .set('Cookie', cookie.split(';')[0] ?? '')
      .expect(200);
    await request.get('/portal').expect(401);
    const pay = us1.app
      .get(PayLinks, { strict: false })
      .urlOf(organization.id, { type: 'invoice', id: invoice.id }, proxy.url);
    expect(pay).toContain('/pay/us1.');
    await request.get(viaProxy(pay)).expect(200);
    await request.get(viaProxy(pay).replace('us1.', 'eu1.')).expect(404);
  });

  it('the dashboard signs in with the key in the body, and its cookie leads to the same cell', async () => {
    const organization = await organizationOf(us1);
    const browser = new DashboardClient({ ...us1, request }, proxy.url);
    await browser.signIn(organization.rawKey);
    expect(browser.cookie).toMatch(/^billing_session=us1\./);
    expect(await bodyOf<{ id: string }>(browser.get('/v1/organizations/current'))).toMatchObject({
      id: organization.id,
    });
  });

  it('the webhook URL of a provider leads to the cell of the connection', async () => {
    const organization = await organizationOf(us1);
    const { webhook_url: url } = await bodyOf<{ webhook_url: string }>(
      organization.put('/v1/payment_providers/manual', { webhook_secret: 'a-secret-of-some-length-for-it' }),
    );
    expect(url).toContain('?connection=us1.');
    const refused = await problemOf(request.post(viaProxy(url)).send({}), 401, 'unauthorized');
    expect(refused.detail).toContain('signature');
  });

  it('what has no tag goes to the default cell, and exceptions win over tags', async () => {
    const organization = await organizationOf(us1);
    const portal = await bodyOf<{ url: string }>(
      organization.post(`/v1/customers/${(await aCustomer(organization)).id}/portal_link`, {}),
      201,
    );
    const untagged = viaProxy(portal.url).replace('us1.', '');
    const elsewhere = viaProxy(portal.url).replace('us1.', 'eu1.');
    await request.get(untagged).expect(404);
    await request.get(elsewhere).expect(404);
    await proxy.except(await exceptionsOf(us1, organization.id, 'us1'));
    await request.get(untagged).expect(303);
    await request.get(elsewhere).expect(303);
  });

  it('an organization without tags in another cell than the default one is found by the hash of its key', async () => {
    const older = await startTestApp({}, us1.database);
    try {
      const { id, rawKey, apiKeyId } = await older.anOrganization();
      const organization = organizationWithKey(request, id, { id: apiKeyId, raw_key: rawKey });
      expect(rawKey).toMatch(/^svc_live_[0-9A-Za-z]{43}$/);
      await problemOf(organization.get('/v1/customers'), 401, 'unauthorized');
      await proxy.except(await exceptionsOf(us1, id, 'us1'));
      await organization.get('/v1/customers').expect(200);
    } finally {
      await older.stop();
    }
  });

  it('an exception sends a key to another cell than its tag says', async () => {
    const organization = await organizationOf(us1);
    await organization.get('/v1/customers').expect(200);
    await proxy.except(await exceptionsOf(us1, organization.id, 'eu1'));
    await problemOf(organization.get('/v1/customers'), 401, 'unauthorized');
  });

  it('a cell that is down answers 503, and the others serve every request', async () => {
    const withoutUs1 = await Haproxy.ofCells({ eu1: eu1.url, us1: `http://127.0.0.1:${await freePort()}` });
    try {
      const client = supertest(withoutUs1.url);
      const keyOf = async (cell: TestApp) => `Bearer ${(await cell.anOrganization()).rawKey}`;
      const [alive, dead] = [await keyOf(eu1), await keyOf(us1)];
      for (let round = 0; round < 20; round++) {
        await client.get('/v1/customers').set('Authorization', dead).expect(503);
        await client.get('/v1/customers').set('Authorization', alive).expect(200);
        await client
          .post('/v1/customers')
          .set('Authorization', alive)
          .send({ external_id: `${round}` })
          .expect(201);
      }
    } finally {
      await withoutUs1.stop();
    }
  });

  /** Runs docker/cells/exceptions.sql, whose variables psql would fill in. */
  async function exceptionsOf(cell: TestApp, organizationId: string, name: string): Promise<string[]> {
    const sql = EXCEPTIONS.replaceAll(":'organization'", `'${organizationId}'`).replaceAll(
      ":'cell'",
      `'${name}'`,
    );
    const rows = await cell.database.query<Record<string, string>>(sql);
    return rows.flatMap((it) => Object.values(it));
  }
});
