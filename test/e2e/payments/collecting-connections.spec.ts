import { randomUUID } from 'node:crypto';
import { CollectorConnections } from '../../../src/modules/payments';
import { ProviderCallRetention } from '../../../src/modules/payments/provider-calls/provider-call-retention';
import { Sandbox } from '../../../tools/sandbox/sandbox';
import { aCustomer } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { SandboxControl } from '../../support/use-sandbox';
import { INSTANT, bodyOf, listOf, problemOf, wrongFieldsOf, type ConnectionBody } from '../../support/wire';

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const GOOD: Readonly<Record<string, Record<string, string>>> = {
  stripe: { secret_key: 'sk_test_good_0123456789abcdef' },
  gocardless: { access_token: 'sandbox_good_0123456789abcdef' },
  razorpay: { key_id: 'rzp_test_good_0123456789abcdef', key_secret: 'good_secret_0123456789abcdef' },
  dodopayments: { api_key: 'dodo_good_0123456789abcdef', product_id: 'pdt_invoice' },
};

interface Call {
  method: string;
  path: string;
  request: string | null;
  outcome: string;
  status: number | null;
  response: string | null;
  collection_id: string | null;
}

describe('connections that collect', () => {
  let sandbox: SandboxControl;
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    sandbox = new SandboxControl(await Sandbox.start({ port: 0, folder: null, bankDelayMs: 50 }));
    app = await startTestApp({ PROVIDER_BASE_URLS: sandbox.sandbox.baseUrls });
  });
  beforeEach(async () => {
    await sandbox.call('DELETE', '/script');
    organization = await app.anOrganization();
  });
  afterAll(async () => {
    await app.stop();
    await sandbox.sandbox.close();
  });

  const put = (provider: string, body: object) => organization.put(`/v1/payment_providers/${provider}`, body);
  const connect = (provider: string, credentials: object, of = organization) =>
    bodyOf<ConnectionBody>(
      of.put(`/v1/payment_providers/${provider}`, {
        webhook_secret: WEBHOOK_SECRET,
        credentials,
        environment: 'test',
      }),
    );
  const opened = (use: { collectionId: string | null; customerId?: string }) =>
    app.app.get(CollectorConnections).open(organization.id, 'stripe', use);
  const callsOf = async (collectionId?: string): Promise<Call[]> => {
    const filter = collectionId === undefined ? '' : `?collection_id=${collectionId}`;
    return (await listOf<Call>(organization.get(`/v1/payment_providers/stripe/calls${filter}`))).items;
  };
  const aLink = (collectionId: string) => ({
    collectionId,
    paymentId: randomUUID(),
    target: { type: 'invoice', id: randomUUID() },
    reference: collectionId.replaceAll('-', ''),
    amountCents: 1200n,
    currency: 'EUR',
    description: 'INV-1',
    providerCustomerId: null,
    payer: { name: 'Zoe Doe', email: 'zoe@example.com' },
    requestedAt: new Date(),
    successUrl: 'https://shop.example/done',
    cancelUrl: 'https://shop.example/back',
  });

  it.each(Object.keys(GOOD))('good credentials of %s are connected, and never shown', async (provider) => {
    const connection = await connect(provider, GOOD[provider] ?? {});
    expect(connection).toMatchObject({
      environment: 'test',
      credentials_set: true,
      connection_state: 'connected',
      connection_checked_at: expect.stringMatching(INSTANT) as string,
      connection_error: null,
    });
    const shown = await bodyOf<ConnectionBody>(organization.get(`/v1/payment_providers/${provider}`));
    expect(shown).toEqual(connection);
    const stored = await app.database.query<object>('SELECT * FROM payment_provider_connections');
    const calls = await app.database.query<object>('SELECT * FROM provider_calls');
    for (const value of Object.values(GOOD[provider] ?? {}).filter((it) => !it.startsWith('pdt_'))) {
      expect(JSON.stringify([connection, stored, calls])).not.toContain(value);
    }
  });

  it('rejected credentials are kept, with the reason; nothing else is lost', async () => {
    const rejected = await connect('stripe', { secret_key: 'sk_test_invalid' });
    expect(rejected).toMatchObject({
      credentials_set: true,
      connection_state: 'rejected',
      connection_error: expect.stringContaining('Invalid API Key') as string,
    });
    // Absent fields keep their value; the provider is asked again.
    const again = await bodyOf<ConnectionBody>(put('stripe', { provider_account_id: 'acct_1' }));
    expect(again).toMatchObject({ connection_state: 'rejected', environment: 'test', credentials_set: true });
    const removed = await bodyOf<ConnectionBody>(put('stripe', { credentials: null }));
    expect(removed).toMatchObject({ credentials_set: false, connection_state: 'unchecked' });
    expect(removed.webhook_url).toBe(rejected.webhook_url);
  });

  it('a provider that does not answer is unavailable', async () => {
    await sandbox.script({
      provider: 'stripe',
      account: 'sk_test_away',
      mode: 'down',
      operation: '*',
      times: 0,
    });
    const away = await connect('stripe', { secret_key: 'sk_test_away' });
    expect(away).toMatchObject({ connection_state: 'unavailable', credentials_set: true });
  });

  it('credentials that are not those of the provider are refused with 422', async () => {
    const wrong = (provider: string, credentials: unknown) =>
      wrongFieldsOf(put(provider, { webhook_secret: WEBHOOK_SECRET, credentials }));
    expect(await wrong('stripe', {})).toEqual(['credentials.secret_key']);
    expect(await wrong('stripe', { secret_key: ' ' })).toEqual(['credentials.secret_key']);
    expect(await wrong('razorpay', { key_id: 'a', secret: 'b' })).toEqual([
      'credentials.key_secret',
      'credentials.secret',
    ]);
    expect(await wrong('stripe', 'sk_test')).toEqual(['credentials']);
    expect(await wrong('stripe', { secret_key: 7 })).toEqual(['credentials.secret_key']);
    expect(await wrong('manual', { token: 'x' })).toEqual(['credentials']);
    const environment = { webhook_secret: WEBHOOK_SECRET, environment: 'sandbox' };
    expect(await wrongFieldsOf(put('stripe', environment))).toEqual(['environment']);
  });

  it('without a connection or credentials nothing can be collected: provider_not_connected', async () => {
    await expect(opened({ collectionId: null })).rejects.toMatchObject({ code: 'provider_not_connected' });
    await bodyOf(put('stripe', { webhook_secret: WEBHOOK_SECRET }));
    await expect(opened({ collectionId: null })).rejects.toMatchObject({ code: 'provider_not_connected' });
    await connect('stripe', GOOD.stripe ?? {});
    const stranger = await app.anOrganization();
    const theirs = app.app.get(CollectorConnections).open(stranger.id, 'stripe', { collectionId: null });
    await expect(theirs).rejects.toMatchObject({ code: 'provider_not_connected' });
    await problemOf(organization.get('/v1/payment_providers/adyen/calls'), 404, 'not_found');
    expect((await listOf(stranger.get('/v1/payment_providers/stripe/calls'))).total).toBe(0);
  });

  it('every request is kept with its collection and its answer, or that it was lost', async () => {
    await connect('stripe', { secret_key: 'sk_test_kept' });
    const [good, lost] = [randomUUID(), randomUUID()];
    const collector = await opened({ collectionId: good });
    const made = await collector.createLink(aLink(good));
    expect(made).toMatchObject({ kind: 'done', value: { status: 'open' } });
    const [call] = await callsOf(good);
    expect(call).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      outcome: 'answered',
      status: 200,
      collection_id: good,
    });
    expect(call?.request).toContain('unit_amount%5D=1200');
    expect(JSON.stringify(call)).not.toMatch(/zoe|sk_test_kept/i);

    await sandbox.script({ provider: 'stripe', account: 'sk_test_kept', mode: 'reset_after' });
    const second = await opened({ collectionId: lost });
    expect(await second.createLink(aLink(lost))).toMatchObject({ kind: 'unknown' });
    expect(await callsOf(lost)).toMatchObject([{ outcome: 'lost', status: null, response: null }]);
    const found = await second.find({ ...aLink(lost), kind: 'link' });
    expect(found).toMatchObject({ kind: 'done', value: { status: 'open' } });
  });

  it('a refused call marks the connection as rejected, and a good one as connected again', async () => {
    await connect('stripe', { secret_key: 'sk_test_marked' });
    await app.database.query(`UPDATE payment_provider_connections SET connection_state = 'rejected'
                               WHERE organization_id = '${organization.id}'`);
    const collector = await opened({ collectionId: null });
    await collector.createLink(aLink(randomUUID()));
    const connection = await bodyOf<ConnectionBody>(organization.get('/v1/payment_providers/stripe'));
    expect(connection).toMatchObject({ connection_state: 'connected', connection_error: null });
  });

  it('a provider that is down gets no requests, for this organization alone, until it is back', async () => {
    await connect('stripe', { secret_key: 'sk_test_down' });
    const other = await app.anOrganization();
    await connect('stripe', { secret_key: 'sk_test_up' }, other);
    await sandbox.script({
      provider: 'stripe',
      account: 'sk_test_down',
      mode: 'down',
      operation: '*',
      times: 0,
    });
    const collector = await opened({ collectionId: null });
    const kinds: string[] = [];
    for (let n = 0; n < 8; n++) kinds.push((await collector.createLink(aLink(randomUUID()))).kind);
    expect(kinds).toEqual([...Array<string>(5).fill('unknown'), ...Array<string>(3).fill('unavailable')]);
    const theirs = await app.app.get(CollectorConnections).open(other.id, 'stripe', { collectionId: null });
    expect(await theirs.createLink(aLink(randomUUID()))).toMatchObject({ kind: 'done' });
    await sandbox.call('DELETE', '/script');
    const back = await eventually(async () => {
      const { kind } = await collector.createLink(aLink(randomUUID()));
      return kind === 'done' ? kind : null;
    });
    expect(back).toBe('done');
  });

  it('the texts of the calls of an erased customer go, and old calls are deleted', async () => {
    await connect('stripe', { secret_key: 'sk_test_erased' });
    const customer = await aCustomer(organization);
    const collectionId = randomUUID();
    const collector = await opened({ collectionId, customerId: customer.id });
    await collector.createLink(aLink(collectionId));
    await bodyOf(organization.post(`/v1/customers/${customer.id}/erase`));
    expect(await callsOf(collectionId)).toMatchObject([{ request: null, response: null, status: 200 }]);

    await app.database.query(`UPDATE provider_calls SET created_at = created_at - interval '91 days'
                               WHERE collection_id = '${collectionId}'`);
    expect(await app.app.get(ProviderCallRetention).run()).toBe(1);
    expect(await callsOf(collectionId)).toEqual([]);
  });
});
