import { newId } from '../../../src/platform/domain/id';
import { aCustomer, anInvoice, aPlan, aSubscription } from '../../support/builders';
import { eventsAbout } from '../../support/stored-events';
import { organizationWithKey, type TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type InvoiceBody } from '../../support/wire';

interface Method {
  id: string;
  collection_method?: string | null;
}

describe('collection_method', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  const get = (path: string): Promise<Method> => bodyOf(organization.get(path));
  const settingsOf = (path: string): Promise<Method & { automatic_status?: string | null }> =>
    bodyOf(organization.get(`${path}/collection_settings`));

  it('is in responses of organization, customer, subscription and invoice, null where it was never set', async () => {
    const { id: subscription } = await aSubscription(organization);
    const invoice = await anInvoice(organization);
    for (const path of [
      '/v1/organizations/current',
      `/v1/customers/${invoice.customer_id}`,
      `/v1/subscriptions/${subscription}`,
      `/v1/invoices/${invoice.id}`,
    ]) {
      expect(await get(path)).toHaveProperty('collection_method', null);
    }
    for (const path of ['/v1/customers', '/v1/subscriptions', '/v1/invoices']) {
      const { items } = await listOf<Method>(organization.get(path));
      expect(items.every((it) => it.collection_method === null)).toBe(true);
    }
  });

  it('set with a customer or subscription is the setting of the sub-resource, and the reverse', async () => {
    const customer = await bodyOf<Method>(
      organization.post('/v1/customers', { external_id: newId(), collection_method: 'automatic' }),
      201,
    );
    expect(customer.collection_method).toBe('automatic');
    const path = `/v1/customers/${customer.id}`;
    expect((await settingsOf(path)).collection_method).toBe('automatic');
    await organization.put(`${path}/collection_settings`, { collection_method: 'manual' }).expect(200);
    expect(await get(path)).toHaveProperty('collection_method', 'manual');
    const subscription = await aSubscription(organization);
    const own = `/v1/subscriptions/${subscription.id}`;
    await organization.put(own, { collection_method: 'automatic' }).expect(200);
    expect((await settingsOf(own)).collection_method).toBe('automatic');
  });

  it('of an organization changes without touching when it charges', async () => {
    const own = await app.anOrganization();
    const settings = { collection_method: 'manual', charge_at: 'issue' };
    await own.put('/v1/collection_settings', settings).expect(200);
    await own.put('/v1/organizations/current', { collection_method: 'automatic' }).expect(200);
    expect(await bodyOf(own.get('/v1/collection_settings'))).toMatchObject({
      ...{ collection_method: 'automatic', charge_at: 'issue' },
    });
  });

  it('of a new one-off invoice counts at once', async () => {
    const invoice = await anInvoice(organization, { collection_method: 'automatic' });
    expect(invoice).toHaveProperty('collection_method', 'automatic');
    expect((await settingsOf(`/v1/invoices/${invoice.id}`)).automatic_status).toBe('waiting');
  });

  it('of a new subscription counts for the bill that its start makes', async () => {
    const plan = await aPlan(organization, { pay_in_advance: true, amount_cents: 4900 });
    const fields = { plan_id: plan.id, collection_method: 'automatic' };
    const { id } = await aSubscription(organization, fields);
    const { items } = await listOf<InvoiceBody>(organization.get(`/v1/invoices?subscription_id=${id}`));
    expect(items).toHaveLength(1);
    expect((await settingsOf(`/v1/invoices/${items[0]?.id ?? ''}`)).automatic_status).toBe('waiting');
  });

  it('is in the payloads of events as GET shows it, of what the request itself creates too', async () => {
    const latest = async (id: string): Promise<object | undefined> =>
      (await eventsAbout(app.database, id)).at(-1)?.object;
    const method = { collection_method: 'automatic' };
    const body = { external_id: newId(), currency: 'EUR', ...method };
    const customer = await bodyOf<Method>(organization.post('/v1/customers', body), 201);
    const plan = await aPlan(organization, { pay_in_advance: true, amount_cents: 4900 });
    const fields = { plan_id: plan.id, customer_id: customer.id, collection_method: 'manual' };
    const subscription = await aSubscription(organization, fields);
    const oneOff = await anInvoice(organization, { customer_id: customer.id, ...method });
    const { items } = await listOf<InvoiceBody>(
      organization.get(`/v1/invoices?subscription_id=${subscription.id}`),
    );
    for (const [path, expected] of [
      [`/v1/customers/${customer.id}`, 'automatic'],
      [`/v1/subscriptions/${subscription.id}`, 'manual'],
      [`/v1/invoices/${oneOff.id}`, 'automatic'],
      [`/v1/invoices/${items[0]?.id ?? ''}`, null],
    ] as const) {
      const shown = await get(path);
      expect(shown.collection_method).toBe(expected);
      expect(await latest(shown.id)).toEqual(shown);
    }
  });

  it('is in every event of a life of a subscription and its invoice', async () => {
    const plan = await aPlan(organization, { pay_in_advance: true, amount_cents: 4900 });
    const method = { collection_method: 'automatic' };
    const { id } = await aSubscription(organization, { plan_id: plan.id, ...method });
    const [invoice] = (await listOf<InvoiceBody>(organization.get(`/v1/invoices?subscription_id=${id}`)))
      .items;
    const invoiceId = invoice?.id ?? '';
    await organization.put(`/v1/invoices/${invoiceId}/collection_settings`, method).expect(200);
    await organization.post(`/v1/invoices/${invoiceId}/void`).expect(200);
    await organization.delete(`/v1/subscriptions/${id}`).expect(204);
    const methods = async (objectId: string): Promise<unknown[]> =>
      (await eventsAbout(app.database, objectId)).map((it) => [
        it.kind,
        (it.object as Method).collection_method,
      ]);
    expect(await methods(id)).toEqual([
      ['subscription.created', 'automatic'],
      ['subscription.started', 'automatic'],
      ['subscription.terminated', 'automatic'],
    ]);
    expect(await methods(invoiceId)).toEqual([
      ['invoice.created', null],
      ['invoice.finalized', null],
      ['invoice.voided', 'automatic'],
    ]);
  });

  it('is the last column of invoices as CSV', async () => {
    const own = await app.anOrganization();
    const { id } = await anInvoice(own, { collection_method: 'automatic' });
    const { text } = await own.get('/v1/invoices').set('Accept', 'text/csv').expect(200);
    const [header, ...records] = text.trim().split('\r\n');
    expect(header).toMatch(/,updated_at,collection_method$/);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatch(new RegExp(`^${id},.*,automatic$`));
  });

  it('can be set with a new organization', async () => {
    const body = { name: 'Acme', collection_method: 'automatic' };
    const created = await bodyOf<Method & { api_key: { id: string; raw_key: string } }>(
      app.request.post('/v1/organizations').send(body),
      201,
    );
    expect(created.collection_method).toBe('automatic');
    const own = organizationWithKey(app.request, created.id, created.api_key);
    expect(await bodyOf(own.get('/v1/organizations/current'))).toHaveProperty(
      'collection_method',
      'automatic',
    );
    expect(await bodyOf(own.get('/v1/collection_settings'))).toMatchObject({
      collection_method: 'automatic',
    });
    const wrong = app.request.post('/v1/organizations').send({ ...body, collection_method: 'sometimes' });
    expect(await wrongFieldsOf(wrong)).toEqual(['collection_method']);
  });

  it('needs the scope collections:write to be set', async () => {
    const path = '/v1/organizations/current/api_keys';
    const scopes = ['customers:read', 'customers:write'];
    const key = await bodyOf<{ id: string; raw_key: string }>(
      organization.post(path, { name: 'Import', scopes }),
      201,
    );
    const limited: TestOrganization = organizationWithKey(app.request, organization.id, key);
    const { id } = await aCustomer(limited);
    const setting = { collection_method: 'automatic' };
    await problemOf(limited.put(`/v1/customers/${id}`, setting), 403, 'insufficient_scope');
    await limited.put(`/v1/customers/${id}`, { name: 'Other' }).expect(200);
    expect(await get(`/v1/customers/${id}`)).toHaveProperty('collection_method', null);
  });

  it('another value is refused, and so is another organization’s customer', async () => {
    const { id } = await aCustomer(organization);
    const put = (of: TestOrganization, collection_method: string) =>
      of.put(`/v1/customers/${id}`, { collection_method });
    expect(await wrongFieldsOf(put(organization, 'sometimes'))).toEqual(['collection_method']);
    await problemOf(put(await app.anOrganization(), 'automatic'), 404, 'not_found');
    expect(await get(`/v1/customers/${id}`)).toHaveProperty('collection_method', null);
  });

  it('is named by the audit log of the resource', async () => {
    const { id } = await aCustomer(organization);
    await organization.put(`/v1/customers/${id}`, { collection_method: 'automatic' }).expect(200);
    const { items } = await listOf<{ operation: string; changed_fields: string[] }>(
      organization.get(`/v1/audit_log?object_id=${id}`),
    );
    expect(items.find((it) => it.operation === 'updateCustomer')?.changed_fields).toEqual([
      'collection_method',
    ]);
  });
});
