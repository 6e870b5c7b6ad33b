import { aCustomer, anInvoice, aPlan, aSubscription, aWallet } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
} from '../../support/wire';

const PATH = '/v1/customers';

const FULL = {
  external_id: 'cust_1',
  name: 'Jane Doe Ltd.',
  legal_name: 'Jane Doe Limited',
  tax_ids: ['FR40303265045', '403 032 650'],
  locale: 'fr-FR',
  email: 'jane@example.com',
  currency: 'EUR',
  timezone: 'Europe/Paris',
  country: 'FR',
  address_line1: '1 rue de la Paix',
  address_line2: 'Bât. C',
  zipcode: '75002',
  city: 'Paris',
  state: 'Île-de-France',
  metadata: { plan: 'gold', emoji: '🦜\u2028' },
  invoice_grace_period: 3,
  net_payment_term: 15,
};

const EMPTY = {
  name: null,
  legal_name: null,
  tax_ids: [],
  locale: null,
  email: null,
  currency: null,
  timezone: null,
  country: null,
  address_line1: null,
  address_line2: null,
  zipcode: null,
  city: null,
  state: null,
  metadata: {},
  invoice_grace_period: 0,
  net_payment_term: 30,
  tax_codes: [],
};

describe('customers', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  const eventCount = async (): Promise<number> => {
    const rows = await app.database.query('SELECT 1 FROM outbox_events WHERE organization_id = $1', [
      organization.id,
    ]);
    return rows.length;
  };

  it('a customer needs only an external_id', async () => {
    const customer = await aCustomer(organization, { external_id: 'c1' });
    expect(customer).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      external_id: 'c1',
      ...EMPTY,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: customer.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${customer.id}`))).toEqual(customer);
    expect(await bodyOf(organization.get(`${PATH}/${customer.id.toUpperCase()}`))).toEqual(customer);
  });

  it('every field is returned as sent', async () => {
    const customer = await aCustomer(organization, FULL);
    expect(customer).toMatchObject(FULL);
    expect(await bodyOf(organization.get(`${PATH}/${customer.id}`))).toEqual(customer);
  });

  it('a duplicate external_id is refused with 409, even in concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => organization.post(PATH, FULL)));
    expect(answers.map((it) => it.status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    const problem = await problemOf(organization.post(PATH, FULL), 409, 'conflict');
    expect(problem.detail).toContain('external_id');
    const other = await app.anOrganization();
    await aCustomer(other, FULL);
    expect(await eventCount()).toBe(1);
  });

  it.each([
    ['external_id', {}],
    ['external_id', { external_id: null }],
    ['external_id', { external_id: '' }],
    ['external_id', { external_id: 'x'.repeat(256) }],
    ['name', { external_id: 'c', name: 'a\0b' }],
    ['name', { external_id: 'c', name: '\ud800' }],
    ['email', { external_id: 'c', email: 'nobody' }],
    ['email', { external_id: 'c', email: 'a\0@example.com' }],
    ['email', { external_id: 'c', email: '\ud800@example.com' }],
    ['email', { external_id: 'c', email: `a@${'x'.repeat(300)}.com` }],
    ['currency', { external_id: 'c', currency: 'XXX' }],
    ['timezone', { external_id: 'c', timezone: 'Europe/Atlantis' }],
    ['locale', { external_id: 'c', locale: 'tlh' }],
    ['locale', { external_id: 'c', locale: 'de-Latn' }],
    ['tax_ids', { external_id: 'c', tax_ids: 'FR1' }],
    ['tax_ids.1', { external_id: 'c', tax_ids: ['FR1', ''] }],
    ['country', { external_id: 'c', country: 'Francia' }],
    ['country', { external_id: 'c', country: '\u017fe' }],
    ['country', { external_id: 'c', country: '\u00df' }],
    ['metadata.a', { external_id: 'c', metadata: { a: 1 } }],
    ['metadata.a', { external_id: 'c', metadata: { a: { b: 'c' } } }],
    ['metadata', { external_id: 'c', metadata: ['a'] }],
    ['metadata.toString', { external_id: 'c', metadata: { toString: 'a' } }],
    ['metadata', { external_id: 'c', metadata: { 'a\0': 'b' } }],
    ['metadata.a', { external_id: 'c', metadata: { a: 'x'.repeat(501) } }],
    [
      'metadata',
      {
        external_id: 'c',
        metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])),
      },
    ],
    ['invoice_grace_period', { external_id: 'c', invoice_grace_period: -1 }],
    ['invoice_grace_period', { external_id: 'c', invoice_grace_period: '3' }],
    ['invoice_grace_period', { external_id: 'c', invoice_grace_period: null }],
    ['net_payment_term', { external_id: 'c', net_payment_term: 1.5 }],
    ['net_payment_term', { external_id: 'c', net_payment_term: 1e300 }],
    ['tax_codes.0', { external_id: 'c', tax_codes: ['no_such_tax'] }],
    ['tax_codes.0', { external_id: 'c', tax_codes: [''] }],
    ['tax_codes', { external_id: 'c', tax_codes: 'vat' }],
    ['tax_codes', { external_id: 'c', tax_codes: null }],
    ['organization_id', { external_id: 'c', organization_id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' }],
    ['deleted_at', { external_id: 'c', deleted_at: null }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, body))).toEqual([field]);
    expect(await eventCount()).toBe(0);
  });

  it('a 422 names all invalid fields', async () => {
    const fields = await wrongFieldsOf(organization.post(PATH, { name: 5, currency: 'Q', colour: 'red' }));
    expect(fields.sort()).toEqual(['colour', 'currency', 'external_id', 'name']);
  });

  it.each([
    ['must be at most 254 characters long', `a@${'x.'.repeat(125)}com`],
    ['must have at most 64 bytes before the "@"', `${'a'.repeat(65)}@example.com`],
    ['must be an e-mail address', 'a'.repeat(65)],
  ])('an e-mail address %s', async (rule, email) => {
    const request = organization.post(PATH, { external_id: 'c', email });
    const { errors } = await problemOf(request, 422, 'validation_failed');
    expect(errors?.map((it) => it.message)).toEqual([`email ${rule}.`]);
  });

  it('an update changes the given fields, and null clears a field', async () => {
    const { id, created_at: createdAt } = await aCustomer(organization, FULL);
    const path = `${PATH}/${id}`;
    const changed = await bodyOf<CustomerBody>(
      organization.put(path, { name: null, metadata: { plan: 'silver' }, net_payment_term: 60 }),
    );
    expect(changed).toMatchObject({
      ...FULL,
      name: null,
      metadata: { plan: 'silver' },
      net_payment_term: 60,
      created_at: createdAt,
    });
    expect(await bodyOf(organization.get(path))).toEqual(changed);
    expect(await wrongFieldsOf(organization.put(path, { external_id: null }))).toEqual(['external_id']);
    await aCustomer(organization, { external_id: 'c2' });
    await problemOf(organization.put(path, { external_id: 'c2' }), 409, 'conflict');
    expect(await bodyOf(organization.get(path))).toEqual(changed);
  });

  it('an update without changes emits no event and keeps updated_at', async () => {
    const customer = await aCustomer(organization, FULL);
    const path = `${PATH}/${customer.id}`;
    const { metadata } = FULL;
    const reordered = Object.fromEntries(Object.entries(metadata).reverse());
    for (const body of [{}, FULL, { name: FULL.name }, { metadata: reordered }]) {
      expect(await bodyOf(organization.put(path, body))).toEqual(customer);
    }
    expect(await bodyOf(organization.get(path))).toEqual(customer);
    expect(await eventCount()).toBe(1);
  });

  const inEuros = {
    'a subscription': aSubscription,
    'a subscription, canceled': async (from: TestOrganization, fields: { customer_id: string }) => {
      const later = { subscription_at: new Date(Date.now() + 86_400_000).toISOString() };
      const { id } = await aSubscription(from, { ...fields, ...later });
      await bodyOf(from.post(`/v1/subscriptions/${id}/cancel`));
    },
    'a wallet': aWallet,
    'a wallet, terminated': async (from: TestOrganization, fields: { customer_id: string }) => {
      await from.delete(`/v1/wallets/${(await aWallet(from, fields)).id}`).expect(204);
    },
    'an invoice': anInvoice,
    'an invoice, voided': async (from: TestOrganization, fields: { customer_id: string }) => {
      await bodyOf(from.post(`/v1/invoices/${(await anInvoice(from, fields)).id}/void`));
    },
  };
  const setCurrency = (id: string, currency: string | null) =>
    organization.put(`${PATH}/${id}`, { currency });

  it.each(Object.entries(inEuros))('a customer with %s keeps its currency', async (document, create) => {
    const { id } = await aCustomer(organization, { currency: 'EUR' });
    await bodyOf(setCurrency(id, 'USD'));
    await bodyOf(setCurrency(id, null));
    await bodyOf(setCurrency(id, 'EUR'));
    await create(organization, { customer_id: id });
    const { detail } = await problemOf(setCurrency(id, 'USD'), 400, 'invalid_state');
    const [name] = document.split(',');
    expect(detail).toBe(
      `The customer has ${name} in EUR, so its currency cannot be changed to USD. ` +
        'To bill in USD, create another customer.',
    );
    await problemOf(setCurrency(id, null), 400, 'invalid_state');
    expect(await bodyOf(organization.put(`${PATH}/${id}`, { currency: 'EUR', name: 'Same' }))).toMatchObject({
      currency: 'EUR',
      name: 'Same',
    });
  });

  it.each(Object.entries(inEuros))(
    'a customer without a currency and with %s gets only its currency',
    async (_, create) => {
      const { id } = await aCustomer(organization);
      await create(organization, { customer_id: id });
      await problemOf(setCurrency(id, 'USD'), 400, 'invalid_state');
      expect(await bodyOf(setCurrency(id, 'EUR'))).toMatchObject({ currency: 'EUR' });
      await problemOf(setCurrency(id, null), 400, 'invalid_state');
    },
  );

  it('a customer with documents in two currencies gets neither', async () => {
    const { id } = await aCustomer(organization);
    await aSubscription(organization, { customer_id: id });
    const dollars = await aPlan(organization, { currency: 'USD' });
    await aSubscription(organization, { customer_id: id, plan_id: dollars.id });
    for (const currency of ['EUR', 'USD']) await problemOf(setCurrency(id, currency), 400, 'invalid_state');
  });

  it('a deleted customer returns 404, and its external_id can be reused', async () => {
    const { id } = await aCustomer(organization, { external_id: 'gone' });
    const response = await organization.delete(`${PATH}/${id}`).expect(204);
    expect(response.text).toBe('');
    for (const request of [
      organization.get(`${PATH}/${id}`),
      organization.put(`${PATH}/${id}`, { name: 'x' }),
      organization.delete(`${PATH}/${id}`),
    ]) {
      await problemOf(request, 404, 'not_found');
    }
    expect(await listOf(organization.get(`${PATH}?external_id=gone`))).toEqual({ items: [], total: 0 });
    const again = await aCustomer(organization, { external_id: 'gone' });
    expect(again.id).not.toBe(id);
  });

  it('the list is filtered by external_id and email', async () => {
    for (const n of [1, 2, 3])
      await aCustomer(organization, {
        external_id: `c${n}`,
        email: n === 3 ? 'b@example.com' : 'a@example.com',
      });
    const ids = async (query: string): Promise<unknown> => {
      const { items, total } = await listOf<CustomerBody>(organization.get(`${PATH}?${query}`));
      return [items.map((it) => it.external_id), total];
    };
    expect(await ids('external_id=c2')).toEqual([['c2'], 1]);
    expect(await ids('email=a@example.com&order_by=external_id')).toEqual([['c1', 'c2'], 2]);
    expect(await ids('email=a@example.com&limit=1&order_by=external_id')).toEqual([['c1'], 2]);
    expect(await ids('email=a@example.com&external_id=c3')).toEqual([[], 0]);
    expect(await ids('order_by=external_id:desc')).toEqual([['c3', 'c2', 'c1'], 3]);
    expect(await ids('')).toEqual([['c3', 'c2', 'c1'], 3]);
    expect(await ids('skip=2')).toEqual([['c1'], 3]);
    expect(await ids('skip=3')).toEqual([[], 3]);
  });

  it.each([
    'name',
    'external_id=',
    'email=',
    'order_by=',
    'order_by=name',
    'order_by=external_id:up',
    'limit=ten',
  ])('the list parameter %s is refused with 422', async (query) => {
    const parameter = query.split('=')[0];
    expect(await wrongFieldsOf(organization.get(`${PATH}?${query}`))).toEqual([parameter]);
  });
});
