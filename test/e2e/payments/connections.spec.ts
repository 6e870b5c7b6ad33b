import { anInvoice, aPayment } from '../../support/builders';
import { connect, deliver, pathOfUrl, stripeSuccess, type ConnectionBody } from '../../support/payments';
import { signHex, signStripe } from '../../support/provider-messages';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { INSTANT, UUID_V7, bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const PROVIDERS = ['stripe', 'razorpay', 'gocardless', 'dodopayments', 'manual'];
const KEY = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DAY_MS = 24 * 60 * 60 * 1000;

describe('payment provider connections', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);

  const get = (provider: string) => organization.get(`/v1/payment_providers/${provider}`);
  const put = (provider: string, body: object) => organization.put(`/v1/payment_providers/${provider}`, body);

  it('a connection to each provider is created and never returns its secret', async () => {
    for (const provider of PROVIDERS) {
      const connection = await connect(organization, provider, KEY, { provider_account_id: 'acc_1' });
      expect(connection).toEqual({
        id: expect.stringMatching(UUID_V7) as string,
        provider,
        webhook_url: expect.stringMatching(
          new RegExp(`^${app.url}/v1/payments/webhook/${provider}\\?connection=[\\w-]{32}$`),
        ) as string,
        provider_account_id: 'acc_1',
        previous_secret_expires_at: null,
        created_at: expect.stringMatching(INSTANT) as string,
        updated_at: expect.stringMatching(INSTANT) as string,
      });
      expect(await bodyOf(get(provider))).toEqual(connection);
    }
    const { items, total } = await listOf<ConnectionBody>(organization.get('/v1/payment_providers'));
    expect(items.map((it) => it.provider)).toEqual([...PROVIDERS].reverse());
    expect(total).toBe(5);
    const stored = await app.database.query<object>('SELECT * FROM payment_provider_connections');
    expect(JSON.stringify(stored)).not.toContain(KEY.slice(6, 30));
  });

  it('a connection of another organization returns 404', async () => {
    await connect(organization, 'stripe', 'theirs');
    const stranger = await app.anOrganization();
    await problemOf(stranger.get('/v1/payment_providers/stripe'), 404, 'not_found');
    await problemOf(stranger.delete('/v1/payment_providers/stripe'), 404, 'not_found');
    expect((await listOf(stranger.get('/v1/payment_providers'))).total).toBe(0);
    const own = await connect(stranger, 'stripe', 'own');
    expect(own.webhook_url).not.toBe((await bodyOf<ConnectionBody>(get('stripe'))).webhook_url);
  });

  it('an unknown provider returns 404', async () => {
    for (const name of ['adyen', 'Stripe', 'constructor', '__proto__', 'toString', '%00']) {
      await problemOf(get(name), 404, 'not_found');
      await problemOf(put(name, { webhook_secret: 's' }), 404, 'not_found');
      await problemOf(organization.get(`/v1/payment_providers/${name}/notifications`), 404, 'not_found');
      await problemOf(app.request.post(`/v1/payments/webhook/${name}`).send({}), 404, 'not_found');
    }
  });

  it('an invalid secret is refused with 422', async () => {
    expect(await wrongFieldsOf(put('stripe', {}))).toEqual(['webhook_secret']);
    for (const secret of ['', '   ', 7, null]) {
      expect(await wrongFieldsOf(put('razorpay', { webhook_secret: secret }))).toEqual(['webhook_secret']);
    }
    expect(await wrongFieldsOf(put('dodopayments', { webhook_secret: 'no base64!' }))).toEqual([
      'webhook_secret',
    ]);
    const withDate = { webhook_secret: 's', previous_secret_expires_at: 'tomorrow' };
    expect(await wrongFieldsOf(put('stripe', withDate))).toEqual(['previous_secret_expires_at']);
    expect(await wrongFieldsOf(put('stripe', { webhook_secret: 's', secret: 's' }))).toEqual(['secret']);
  });

  it('changing the secret keeps URL and account and sets when the previous secret expires', async () => {
    const before = await connect(organization, 'razorpay', 'one', { provider_account_id: 'acc_1' });
    expect(await connect(organization, 'razorpay', 'one')).toMatchObject({
      previous_secret_expires_at: null,
    });
    // GET returns null as long as there is no previous secret, so PUT takes it as absent.
    const none = { previous_secret_expires_at: null };
    expect(await connect(organization, 'razorpay', 'one', none)).toMatchObject(none);
    const startedAt = Date.now();
    const after = await connect(organization, 'razorpay', 'two', none);
    expect(await connect(organization, 'razorpay', 'two', none)).toMatchObject({
      previous_secret_expires_at: after.previous_secret_expires_at,
    });
    expect(after).toMatchObject({
      webhook_url: before.webhook_url,
      provider_account_id: 'acc_1',
      id: before.id,
    });
    const end = Date.parse(after.previous_secret_expires_at ?? '') - startedAt;
    expect(end).toBeGreaterThanOrEqual(15 * DAY_MS);
    expect(end).toBeLessThan(15 * DAY_MS + 60_000);
    await connect(organization, 'stripe', 'one');
    const stripe = await connect(organization, 'stripe', 'two', { provider_account_id: null });
    expect(Date.parse(stripe.previous_secret_expires_at ?? '') - startedAt).toBeLessThan(DAY_MS + 60_000);
    const asked = '2031-01-01T00:00:00.000Z';
    const own = await connect(organization, 'stripe', 'three', { previous_secret_expires_at: asked });
    expect(own.previous_secret_expires_at).toBe(asked);
  });

  it('signatures with the previous secret are accepted until it expires', async () => {
    const first = await connect(organization, 'gocardless', 'one');
    await connect(organization, 'gocardless', 'two');
    const send = (secret: string) => {
      const body = JSON.stringify({ events: [], sent: Math.random() });
      return deliver(app, pathOfUrl(first), signHex(body, secret));
    };
    await send('one').expect(200);
    await send('two').expect(200);
    await connect(organization, 'gocardless', 'three');
    await send('one').expect(401);
    await send('two').expect(200);
    await organization
      .put('/v1/test_clock', { now: new Date(Date.now() + DAY_MS + 60_000).toISOString() })
      .expect(200);
    await send('two').expect(401);
    await send('three').expect(200);
    const past = { previous_secret_expires_at: '2020-01-01T00:00:00Z' };
    await connect(organization, 'gocardless', 'four', past);
    await send('three').expect(401);
    await send('four').expect(200);
  });

  it('signatures timestamped by the system clock or the test clock are accepted after the test clock has moved', async () => {
    const connection = await connect(organization, 'stripe', 's');
    const moved = (await bodyOf<{ now: string }>(organization.get('/v1/test_clock'))).now;
    expect(Date.parse(moved) - Date.now()).toBeGreaterThan(DAY_MS / 2);
    const path = pathOfUrl(connection);
    for (const at of [new Date(), new Date(moved)]) {
      await deliver(app, path, signStripe(`{"id":"${at.getTime()}","type":"a.b"}`, 's', at)).expect(200);
    }
  });

  it('notifications to a connection whose secret is lost get 503 until the secret is sent again', async () => {
    const connection = await connect(organization, 'stripe', 's', { provider_account_id: 'acct_lost' });
    await app.database.query(
      `UPDATE payment_provider_connections SET sealed_secret = $1, secret_lost_at = now() WHERE id = $2`,
      [`v1.${Buffer.alloc(64).toString('base64')}`, connection.id],
    );
    const payment = await aPayment(organization, await anInvoice(organization));
    const send = (path: string) => deliver(app, path, stripeSuccess('s', payment));
    for (const path of [pathOfUrl(connection), '/v1/payments/webhook/stripe']) {
      const { detail } = await problemOf(send(path), 503, 'service_unavailable');
      expect(detail).toContain('PUT /v1/payment_providers/stripe');
    }
    await deliver(app, '/v1/payments/webhook/stripe?connection=unknown', stripeSuccess('s', payment)).expect(
      401,
    );

    const entered = await connect(organization, 'stripe', 's');
    expect(entered).toMatchObject({ previous_secret_expires_at: null, webhook_url: connection.webhook_url });
    await send(pathOfUrl(connection)).expect(200);
    expect(
      await app.database.query('SELECT FROM payment_provider_connections WHERE secret_lost_at > $1', [
        'epoch',
      ]),
    ).toEqual([]);
  });

  it('after a connection is deleted, webhooks are refused and received notifications are kept', async () => {
    const connection = await connect(organization, 'stripe', 's');
    const payment = await aPayment(organization, await anInvoice(organization));
    await deliver(app, pathOfUrl(connection), stripeSuccess('s', payment)).expect(200);
    await organization.delete('/v1/payment_providers/stripe').expect(204);
    await problemOf(organization.delete('/v1/payment_providers/stripe'), 404, 'not_found');
    await problemOf(get('stripe'), 404, 'not_found');
    await deliver(app, pathOfUrl(connection), stripeSuccess('s', payment)).expect(401);
    expect((await listOf(organization.get('/v1/payment_providers/stripe/notifications'))).total).toBe(1);
  });
});
