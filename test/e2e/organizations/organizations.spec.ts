import { aCampaign, aCustomer, anInvoice, anOrganization, aPlan, aWallet } from '../../support/builders';
import { startTestApp, type TestApp } from '../../support/test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  problemOf,
  wrongFieldsOf,
  type CreatedOrganizationBody,
  type OrganizationBody,
} from '../../support/wire';

describe('organizations', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('an organization and its first API key are created without authentication', async () => {
    const { api_key: key, ...organization } = await anOrganization(app.request);
    expect(organization).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      name: 'Acme',
      default_currency: 'USD',
      timezone: 'UTC',
      legal_name: null,
      address_line1: null,
      address_line2: null,
      zipcode: null,
      city: null,
      state: null,
      country: null,
      tax_id: null,
      legal_text: null,
      accent_color: '#1f4e79',
      locale: 'en',
      document_template: 'standard',
      logo_sha256: null,
      email_invoices: false,
      email_receipts: false,
      email_credit_notes: false,
      email_payment_requests: false,
      email_reply_to: null,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: organization.created_at,
    });
    expect(key).toMatchObject({ organization_id: organization.id, status: 'active', expires_at: null });
    expect(key.raw_key).toMatch(/^svc_live_[0-9A-Za-z]{43}$/);
    const shown = await app.request.get('/v1/organizations/current').auth(key.raw_key, { type: 'bearer' });
    expect(shown.body).toEqual(organization);
  });

  it('an organization can be created with a currency and a time zone', async () => {
    const created = await anOrganization(app.request, { default_currency: 'JPY', timezone: 'Asia/Tokyo' });
    expect(created).toMatchObject({ default_currency: 'JPY', timezone: 'Asia/Tokyo' });
  });

  it.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(256) }],
    ['name', { name: 'a\0b' }],
    ['name', { name: ['Acme'] }],
    ['default_currency', { name: 'Acme', default_currency: 'EURO' }],
    ['default_currency', { name: 'Acme', default_currency: 'ıNR' }],
    ['default_currency', { name: 'Acme', default_currency: 'XAU' }],
    ['default_currency', { name: 'Acme', default_currency: null }],
    ['timezone', { name: 'Acme', timezone: 'Mars/Olympus' }],
    ['locale', { name: 'Acme', locale: 'it' }],
    ['accent_color', { name: 'Acme', accent_color: 'red' }],
    ['document_template', { name: 'Acme', document_template: 'fancy' }],
    ['legal_text', { name: 'Acme', legal_text: 'x'.repeat(2001) }],
    ['timezone', { name: 'Acme', timezone: '+02:00' }],
    ['id', { name: 'Acme', id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' }],
    ['api_key', { name: 'Acme', api_key: {} }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(app.request.post('/v1/organizations').send(body))).toEqual([field]);
  });

  it('currencies, time zones and countries are accepted in any case and stored in the standard one', async () => {
    const organization = await app.anOrganization({ default_currency: 'eur', timezone: 'ASIA/kolkata' });
    const current = '/v1/organizations/current';
    const stored = { default_currency: 'EUR', timezone: 'Asia/Kolkata' };
    expect(await bodyOf(organization.get(current))).toMatchObject(stored);
    const update = { default_currency: 'Jpy', timezone: 'utc' };
    const updated = { default_currency: 'JPY', timezone: 'UTC' };
    expect(await bodyOf(organization.put(current, update))).toMatchObject(updated);

    const lower = { currency: 'eur', timezone: 'europe/isle_of_man', country: 'de' };
    const standard = { currency: 'EUR', timezone: 'Europe/Isle_of_Man', country: 'DE' };
    const customer = await aCustomer(organization, lower);
    expect(customer).toMatchObject(standard);
    const path = `/v1/customers/${customer.id}`;
    expect(await bodyOf(organization.put(path, lower))).toEqual(customer);
    expect(await aPlan(organization, { currency: 'eur' })).toMatchObject({ currency: 'EUR' });
    const about = { customer_id: customer.id, currency: 'eur' };
    expect(await aWallet(organization, about)).toMatchObject({ currency: 'EUR' });
    const invoice = await anInvoice(organization, about);
    expect(invoice).toMatchObject({ currency: 'EUR' });
    const payment = { invoice_id: invoice.id, amount_cents: 1, currency: 'eur' };
    expect(await bodyOf(organization.post('/v1/payments/record', payment), 201)).toMatchObject({
      currency: 'EUR',
    });
    const campaign = await aCampaign(organization, { thresholds: [{ currency: 'eur', amount_cents: 1 }] });
    expect(campaign.thresholds).toEqual([{ currency: 'EUR', amount_cents: 1 }]);
  });

  it('an update changes only the given fields', async () => {
    const organization = await app.anOrganization({ name: 'Before', timezone: 'Europe/Paris' });
    const before = await bodyOf<OrganizationBody>(organization.get('/v1/organizations/current'));
    const changed = await bodyOf<OrganizationBody>(
      organization.put('/v1/organizations/current', { name: 'After', default_currency: 'EUR' }),
    );
    expect(changed).toMatchObject({
      id: before.id,
      name: 'After',
      default_currency: 'EUR',
      timezone: 'Europe/Paris',
    });
    expect(changed.created_at).toBe(before.created_at);
    expect(changed.updated_at >= before.updated_at).toBe(true);
    expect(await bodyOf(organization.get('/v1/organizations/current'))).toEqual(changed);
    expect(await bodyOf(organization.put('/v1/organizations/current', {}))).toMatchObject({ name: 'After' });
  });

  it('an invalid update is refused with 422 and changes nothing', async () => {
    const organization = await app.anOrganization({ name: 'Same' });
    const body = { name: null, timezone: 'Nowhere', created_at: '2020-01-01T00:00:00.000Z' };
    const fields = await wrongFieldsOf(organization.put('/v1/organizations/current', body));
    expect(fields.sort()).toEqual(['created_at', 'name', 'timezone']);
    expect(await bodyOf(organization.get('/v1/organizations/current'))).toMatchObject({ name: 'Same' });
  });
});

describe('organizations with ADMIN_TOKEN', () => {
  const token = 'an-operator-token-of-some-length';
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_TOKEN: token });
  });
  afterAll(() => app.stop());

  it('an organization can be created only with the admin token', async () => {
    const signUp = () => app.request.post('/v1/organizations').send({ name: 'Acme' });
    const { detail } = await problemOf(signUp(), 401, 'unauthorized');
    expect(detail).toContain('ADMIN_TOKEN');
    await problemOf(signUp().auth(`${token}x`, { type: 'bearer' }), 401, 'unauthorized');
    const created = await bodyOf<CreatedOrganizationBody>(signUp().auth(token, { type: 'bearer' }), 201);
    const key = created.api_key.raw_key;
    await problemOf(signUp().auth(key, { type: 'bearer' }), 401, 'unauthorized');
    await app.request.get('/v1/organizations/current').auth(key, { type: 'bearer' }).expect(200);
    await app.request.get('/v1/organizations/current').auth(token, { type: 'bearer' }).expect(401);
  });
});
