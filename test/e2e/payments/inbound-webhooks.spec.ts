import { anInvoice, aPayment } from '../../support/builders';
import {
  connect,
  deliver,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  stripeSuccess,
  type WebhookAnswer,
} from '../../support/payments';
import { signHex, signRazorpay, signStandard, signStripe } from '../../support/provider-messages';
import { SAMPLES } from '../../support/provider-samples';
import { sendBytes } from '../../support/raw-request';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

const URL = '/v1/payments/webhook/stripe';
const SECRET = 'whsec_of_stripe';

describe('inbound webhooks', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let path: string;

  beforeAll(async () => {
    path = pathOfUrl(await connect(organization, 'stripe', SECRET));
  });

  const writtenRows = async (): Promise<unknown> =>
    app.database.query(
      `SELECT (SELECT count(*) FROM provider_notifications) AS notifications,
              (SELECT count(*) FROM outbox_events) AS events,
              (SELECT max(updated_at) FROM payments) AS payments`,
    );

  it('a notification of each provider pays an invoice once', async () => {
    for (const sample of SAMPLES) {
      const own = await app.anOrganization();
      await connect(own, sample.name, sample.secret);
      const invoice = await anInvoice(own, { currency: sample.name === 'razorpay' ? 'INR' : 'USD' });
      const payment = await aPayment(own, invoice, { provider: sample.name });
      const body = sample.body.replaceAll('0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a', payment.id);
      const message = sample.sign(body, sample.secret, new Date());
      // The request has no API key and no connection; the payment ID in the body identifies the organization.
      const answer = await bodyOf<WebhookAnswer>(
        deliver(app, `/v1/payments/webhook/${sample.name}`, message),
      );
      expect(answer).toEqual({ status: 'processed', event_type: expect.any(String) as string });
      expect(await paymentOf(own, payment.id)).toMatchObject({ status: 'succeeded', amount_cents: 5000 });
      expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
      const again = await bodyOf<WebhookAnswer>(deliver(app, `/v1/payments/webhook/${sample.name}`, message));
      expect(again).toMatchObject({ status: 'ignored', reason: 'The event has already been received.' });
      const [notification, ...others] = await notificationsOf(own, sample.name);
      expect(others).toEqual([]);
      expect(notification).toMatchObject({
        status: 'processed',
        payment_id: payment.id,
        effect: 'The payment has succeeded and covers 5000 of the 5000 due.',
        needs_review: false,
      });
    }
  });

  it('the organization is found by API key, connection, account ID or payment ID', async () => {
    const own = await app.anOrganization();
    const connection = await connect(own, 'razorpay', 'rzp', { provider_account_id: 'acc_known' });
    const send = (about: object, url = '/v1/payments/webhook/razorpay', key?: string) => {
      const body = JSON.stringify({
        event: 'payment.unknown_kind',
        at: Math.random(),
        payload: {},
        ...about,
      });
      const request = deliver(app, url, signRazorpay(body, 'rzp'));
      return key === undefined ? request : request.set('Authorization', `Bearer ${key}`);
    };
    await send({}).expect(401);
    await send({ account_id: 'acc_unknown' }).expect(401);
    await send({ account_id: 'acc_known' }).expect(200);
    await send({}, pathOfUrl(connection)).expect(200);
    await send({}, '/v1/payments/webhook/razorpay', own.rawKey).expect(200);
    const payment = await aPayment(own, await anInvoice(own, { currency: 'USD' }), { provider: 'razorpay' });
    const entity = { notes: { payment_id: payment.id } };
    await send({ payload: { payment: { entity } } }).expect(200);

    await send({ account_id: 'acc_known' }, '/v1/payments/webhook/razorpay', organization.rawKey).expect(401);
    await send({}, pathOfUrl(connection), organization.rawKey).expect(401);
    await send({}, pathOfUrl(connection), 'svc_live_unknown').expect(401);
    await send({ account_id: 'acc_known' }, `${pathOfUrl(connection)}x`).expect(401);
    await send({}, `${pathOfUrl(connection)}&connection=x`).expect(401);
    await send({}, pathOfUrl(connection).replace('razorpay', 'gocardless')).expect(401);
  });

  it('every invalid signature is refused with the same 401 and writes nothing', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    const good = stripeSuccess(SECRET, payment);
    const signature = good.headers['stripe-signature'] ?? '';
    const before = await writtenRows();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const changed = (headers: Record<string, string>) => ({ body: good.body, headers });
    const cases: [string, string, { body: string; headers: Record<string, string> }][] = [
      ['no signature', path, changed({})],
      ['an empty signature', path, changed({ 'stripe-signature': '' })],
      ["another provider's header", path, signHex(good.body, SECRET)],
      [
        'another scheme in the header',
        path,
        changed({ 'stripe-signature': signHex(good.body, SECRET).headers['webhook-signature'] ?? '' }),
      ],
      ['another secret', path, signStripe(good.body, 'whsec_other')],
      ['an empty secret', path, signStripe(good.body, '')],
      ['a changed body', path, { ...good, body: `${good.body} ` }],
      ['a long signature', path, changed({ 'stripe-signature': `${signature},v1=${'0'.repeat(5000)}` })],
      ['a signature that is not ASCII', path, changed({ 'stripe-signature': `${signature},v0=\u00e9` })],
      ['upper case', path, changed({ 'stripe-signature': signature.toUpperCase() })],
      ['301 seconds ago', path, signStripe(good.body, SECRET, at(-301))],
      ['301 seconds ahead', path, signStripe(good.body, SECRET, at(302))],
      ['an unknown connection', `${URL}?connection=unknown`, good],
      ['an empty connection', `${URL}?connection=`, good],
      ['a connection with NUL', `${URL}?connection=%00`, good],
      ['a connection that is not UTF-8', `${URL}?connection=%E4`, good],
      ['no hint of the organization', URL, signStripe('{"type":"a"}', SECRET)],
      ['a provider that is not connected', '/v1/payments/webhook/razorpay', signRazorpay(good.body, SECRET)],
      ['no body', path, { body: '', headers: good.headers }],
      ['invalid JSON', path, { body: '{', headers: good.headers }],
    ];
    const bodies = new Set<string>();
    for (const [about, url, message] of cases) {
      const problem = await problemOf(deliver(app, url, message), 401, 'unauthorized').catch(
        (error: unknown) => {
          throw new Error(about, { cause: error });
        },
      );
      bodies.add(JSON.stringify({ ...problem, request_id: '' }));
    }
    expect(bodies.size).toBe(1);
    expect(await writtenRows()).toEqual(before);
    await deliver(app, path, good).expect(200);
    await deliver(app, path, signStripe(stripeEvent('a.b', {}), SECRET, at(-299))).expect(200);
    await deliver(app, path, signStripe(stripeEvent('a.b', {}), SECRET, at(298))).expect(200);
  });

  it('a signature header of 1 MB is refused with 431 and writes nothing', async () => {
    const before = await writtenRows();
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nStripe-Signature: `;
    const answer = await sendBytes(app.url, `${head}${'v'.repeat(1_000_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(await writtenRows()).toEqual(before);
  });

  it('a repeated signature header is refused with 401', async () => {
    const { body, headers } = stripeSuccess(
      SECRET,
      await aPayment(organization, await anInvoice(organization, { currency: 'USD' })),
    );
    const signature = headers['stripe-signature'] ?? '';
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${app.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': [signature, signature] },
      });
      call.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject);
      call.end(body);
    });
    expect(status).toBe(401);
  });

  it('a signed body that is not JSON is refused with 400, one over 1 MiB with 413', async () => {
    for (const body of ['{', '', 'text', '{"a":1}{']) {
      await problemOf(deliver(app, path, signStripe(body, SECRET)), 400, 'malformed_json');
    }
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    await problemOf(deliver(app, path, signStripe(deep, SECRET)), 400, 'malformed_json');
    const large = JSON.stringify({ type: 'a.b', text: 'x'.repeat(1024 * 1024) });
    await problemOf(deliver(app, path, signStripe(large, SECRET)), 413, 'payload_too_large');
  });

  it('a webhook without content type or with any charset is accepted', async () => {
    const { body, headers } = signStripe(stripeEvent('a.b', {}), SECRET);
    for (const type of [{}, { 'content-type': 'application/json; charset=iso-8859-1' }]) {
      const response = await fetch(app.url + path, {
        method: 'POST',
        headers: { ...headers, ...type },
        body: new TextEncoder().encode(body),
      });
      expect(response.status).toBe(200);
    }
  });

  it('a notification with an unknown payment or event type is ignored with 200', async () => {
    const unknown = { id: crypto.randomUUID(), amount_cents: 1, currency: 'USD' };
    const answer = await bodyOf<WebhookAnswer>(deliver(app, path, stripeSuccess(SECRET, unknown)));
    expect(answer).toEqual({
      status: 'ignored',
      event_type: 'payment_intent.succeeded',
      reason: 'No payment of this provider matches the notification.',
    });
    const thin = JSON.stringify({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.error' });
    expect(await bodyOf(deliver(app, path, signStripe(thin, SECRET)))).toMatchObject({ status: 'ignored' });
    const kind = await bodyOf(deliver(app, path, signStripe(stripeEvent('customer.created', {}), SECRET)));
    expect(kind).toEqual({
      status: 'ignored',
      event_type: 'customer.created',
      reason: 'The event type customer.created has no effect.',
    });
  });

  it('a malformed `manual` notification is refused with a 422 that names the invalid fields', async () => {
    const own = await app.anOrganization();
    const url = pathOfUrl(await connect(own, 'manual', 'relay'));
    const wrong = async (body: unknown): Promise<string[]> => {
      const message = signHex(JSON.stringify(body), 'relay');
      const { errors } = await problemOf(deliver(app, url, message), 422, 'validation_failed');
      return (errors ?? []).map((it) => it.field).sort();
    };
    const id = crypto.randomUUID();
    expect(await wrong({})).toEqual(['event_id', 'payment_id', 'status']);
    expect(await wrong([])).toEqual(['event_id', 'payment_id', 'status']);
    expect(await wrong({ event_id: 'e', payment_id: id })).toEqual(['status']);
    expect(await wrong({ event_id: 'e', payment_id: id, status: 'toString' })).toEqual(['status']);
    expect(await wrong({ event_id: 'e', payment_id: 'x', status: 'failed' })).toEqual(['payment_id']);
    const money = { event_id: 'e', payment_id: id, status: 'succeeded', amount: '5000', currency: 'XXX' };
    expect(await wrong(money)).toEqual(['amount', 'currency']);
    const valid = { event_id: 'e', payment_id: id, status: 'failed' };
    expect(await wrong({ ...valid, event_id: 'a\0b', occurred_at: 'x', failure_reason: 0 })).toEqual([
      'event_id',
      'failure_reason',
      'occurred_at',
    ]);
    const tooLong = signHex(JSON.stringify({ ...valid, event_id: 'x'.repeat(256) }), 'relay');
    const limit = await problemOf(deliver(app, url, tooLong), 422, 'validation_failed');
    expect(limit.errors?.map((it) => it.message)).toEqual(['event_id must be at most 255 characters long.']);
    const altered = JSON.stringify({ ...money, currency: 'USD', amount: 1 }).replace(
      '"amount":1',
      '"amount":5000.00000000000000000001',
    );
    const refusal = await problemOf(deliver(app, url, signHex(altered, 'relay')), 422, 'validation_failed');
    expect(refusal.errors?.map((it) => it.message)).toEqual([
      'amount must be a whole number of minor units from 0 to 9007199254740991.',
    ]);
    expect(await notificationsOf(own, 'manual')).toEqual([]);

    const key = Buffer.alloc(32, 9).toString('base64');
    await connect(own, 'manual', key);
    const payment = await aPayment(own, await anInvoice(own, { currency: 'USD' }), { provider: 'manual' });
    const body = JSON.stringify({ payment_id: payment.id, status: 'failed', failure_reason: 'No funds' });
    await deliver(app, url, signStandard(body, key)).expect(200);
    expect(await paymentOf(own, payment.id)).toMatchObject({ status: 'failed', failure_reason: 'No funds' });
    const refused = signStandard(body, key, new Date(Date.now() - 301_000));
    await deliver(app, url, refused).expect(401);
  });

  it('an ignored notification can be reprocessed once its payment is registered', async () => {
    const own = await app.anOrganization();
    const url = pathOfUrl(await connect(own, 'stripe', SECRET));
    // The notification names only the checkout, so registering the payment does not apply it.
    const session = { id: 'cs_early', payment_intent: null, payment_status: 'paid', amount_total: 5000 };
    const early = stripeEvent('checkout.session.completed', { ...session, currency: 'usd', metadata: null });
    await deliver(app, url, signStripe(early, SECRET)).expect(200);
    const [kept] = await notificationsOf(own, 'stripe', '?status=ignored');
    const invoice = await anInvoice(own, { currency: 'USD' });
    const payment = await aPayment(own, invoice, { provider_checkout_id: 'cs_early' });
    const again = `/v1/payment_providers/stripe/notifications/${kept?.id}/reprocess`;
    await problemOf(organization.post(again), 404, 'not_found');
    await problemOf(own.post(again.replace('stripe', 'razorpay')), 404, 'not_found');
    expect(await bodyOf(own.post(again))).toMatchObject({
      id: kept?.id,
      status: 'processed',
      payment_id: payment.id,
    });
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    await problemOf(own.post(again), 400, 'invalid_state');
    expect(await notificationsOf(own, 'stripe', `?payment_id=${payment.id}`)).toHaveLength(1);
    expect(await notificationsOf(organization, 'stripe', `?payment_id=${payment.id}`)).toEqual([]);
  });
});
