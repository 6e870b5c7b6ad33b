import Stripe from 'stripe';
import { DodoPaymentsCollector } from '../../src/modules/payments/collectors/dodopayments/dodopayments.collector';
import { GoCardlessCollector } from '../../src/modules/payments/collectors/gocardless/gocardless.collector';
import { RazorpayCollector } from '../../src/modules/payments/collectors/razorpay/razorpay.collector';
import { StripeCollector } from '../../src/modules/payments/collectors/stripe/stripe.collector';
import { CHARGE, LINK, refundOf } from './fixtures/orders';
import { CONFLICT, DODO_PAYMENT, ORDER, PAYMENT, RAZORPAY_PAYMENT, RAZORPAY_REFUND } from './fixtures/others';
import { Replay, type Exchange } from './fixtures/replay';
import { AUTHENTICATION_REQUIRED, CHARGE_OBJECT, INTENT, REFUND, SESSION } from './fixtures/stripe';

const clock = { now: () => new Date('2026-11-25T00:10:00Z'), frozenAt: () => null };
const account = {
  credentials: {
    secret_key: 'sk_test_1',
    access_token: 'token',
    key_id: 'rzp_test_1',
    key_secret: 'secret',
    api_key: 'key',
    product_id: 'pdt_1',
  },
  environment: 'test' as const,
};

/** Requests and answers as the providers document them: whoever wrote the sandbox could share a mistake with the collectors. */
describe('documented answers', () => {
  let replay: Replay;
  const answers = (...exchanges: Exchange[]): Replay => (replay = new Replay(exchanges));
  afterEach(() => expect(replay.isOver).toBe(true));

  describe('of Stripe', () => {
    const stripe = new StripeCollector(clock);
    const bearer = { authorization: 'Bearer sk_test_1' };

    it('an open session, and one that is paid', async () => {
      const contains = [
        'mode=payment',
        'line_items[0][price_data][unit_amount]=2000',
        'line_items[0][price_data][currency]=usd',
        `payment_intent_data[metadata][payment_id]=${LINK.paymentId}`,
      ];
      const http = answers({
        request: 'POST /v1/checkout/sessions',
        contains,
        headers: { ...bearer, 'idempotency-key': `${LINK.reference}-link` },
        status: 200,
        body: SESSION,
      });
      expect(await stripe.createLink(http, account, LINK)).toMatchObject({
        value: { status: 'open', url: SESSION.url, expiresAt: new Date(1679686615_000), isDead: false },
      });
      const intent = { ...INTENT, status: 'succeeded', amount_received: 2198, latest_charge: CHARGE_OBJECT };
      const paid = {
        ...SESSION,
        status: 'complete',
        payment_status: 'paid',
        payment_intent: intent,
        url: null,
      };
      const id = SESSION.id ?? '';
      const again = answers({ request: `GET /v1/checkout/sessions/${id}`, status: 200, body: paid });
      expect(await stripe.read(again, account, id)).toMatchObject({
        value: { status: 'succeeded', isDead: true, captures: [{ amountCents: 2198n, currency: 'USD' }] },
      });
    });

    it('a session is asked for as its SDK does', async () => {
      const sent: string[] = [];
      const capture: typeof fetch = (_url, init) => {
        sent.push(typeof init?.body === 'string' ? init.body : '');
        return Promise.resolve(Response.json(SESSION));
      };
      const sdk = new Stripe('sk_test_1', {
        httpClient: Stripe.createFetchHttpClient(capture),
        telemetry: false,
      });
      const metadata = {
        collection_id: LINK.collectionId,
        payment_id: LINK.paymentId,
        invoice_id: LINK.target.id,
        reference: LINK.reference,
      };
      const product = { name: LINK.description };
      await sdk.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 2000, product_data: product } },
        ],
        success_url: LINK.successUrl,
        cancel_url: LINK.cancelUrl,
        client_reference_id: LINK.paymentId,
        customer: LINK.providerCustomerId ?? '',
        metadata,
        payment_intent_data: { metadata, description: LINK.description },
        expand: ['payment_intent.latest_charge'],
      });
      const http = answers({ request: 'POST /v1/checkout/sessions', status: 200, body: SESSION });
      const own: string[] = [];
      await stripe.createLink(
        {
          send: (request) => {
            own.push(request.body ?? '');
            return http.send(request);
          },
        },
        account,
        LINK,
      );
      const pairs = (text = ''): string[] => [...new URLSearchParams(text)].map((it) => it.join('=')).sort();
      expect(pairs(own[0])).toEqual(pairs(sent[0]));
    });

    it('a charge that is created, and needs the payer at its confirmation', async () => {
      const created = answers({ request: 'POST /v1/payment_intents', status: 200, body: INTENT });
      expect(await stripe.createCharge(created, account, CHARGE)).toMatchObject({
        value: { status: 'open' },
      });
      const id = INTENT.id ?? '';
      const request = `POST /v1/payment_intents/${id}/confirm`;
      const contains = ['off_session=true'];
      const http = answers({ request, contains, status: 402, body: AUTHENTICATION_REQUIRED });
      expect(await stripe.confirmCharge(http, account, id, CHARGE)).toMatchObject({
        kind: 'done',
        value: { status: 'requires_action', isDead: false, decline: { code: 'authentication_required' } },
      });
    });

    it('a refund', async () => {
      const order = refundOf(REFUND.payment_intent as string, 'USD', 1000n);
      const http = answers({
        request: 'POST /v1/refunds',
        contains: ['amount=1000'],
        status: 200,
        body: REFUND,
      });
      expect(await stripe.refund(http, account, order)).toEqual({
        kind: 'done',
        value: { providerRefundId: REFUND.id, status: 'succeeded', reason: null },
      });
    });
  });

  it('of GoCardless: a repeated charge names the payment that there is', async () => {
    const gocardless = new GoCardlessCollector(clock);
    const headers = { 'gocardless-version': '2015-07-06', 'idempotency-key': CHARGE.collectionId };
    const http = answers(
      { request: 'POST /payments', contains: ['"amount":2000'], headers, status: 409, body: CONFLICT },
      { request: 'GET /payments/PM123', status: 200, body: { payments: PAYMENT } },
    );
    expect(await gocardless.createCharge(http, account, { ...CHARGE, currency: 'GBP' })).toMatchObject({
      value: { objectId: 'PM123', status: 'processing', isDead: false },
    });
  });

  it('of GoCardless: a payment that was tried again was taken when its last event says so', async () => {
    const gocardless = new GoCardlessCollector(clock);
    const event = (action: string, at: string) => ({ action, created_at: at, links: { payment: 'PM123' } });
    const events = [
      event('confirmed', '2026-11-24T12:00:00.000Z'), // the newest first
      event('failed', '2026-11-23T12:00:00.000Z'),
    ];
    const payment = { ...PAYMENT, status: 'paid_out', created_at: '2026-11-20T12:00:00.000Z' };
    const http = answers(
      { request: 'GET /payments/PM123', status: 200, body: { payments: payment } },
      {
        request: 'GET /events',
        status: 200,
        body: { events },
      },
    );
    expect(await gocardless.read(http, account, 'PM123')).toMatchObject({
      value: { status: 'succeeded', captures: [{ capturedAt: new Date('2026-11-24T12:00:00.000Z') }] },
    });
  });

  it('of Razorpay: an order with its captured payment, and a refund', async () => {
    const razorpay = new RazorpayCollector(clock);
    const id = ORDER.id;
    const headers = { authorization: `Basic ${Buffer.from('rzp_test_1:secret').toString('base64')}` };
    const items = { entity: 'collection', count: 1, items: [RAZORPAY_PAYMENT] };
    const http = answers(
      { request: `GET /v1/orders/${id}`, headers, status: 200, body: ORDER },
      { request: `GET /v1/orders/${id}/payments`, status: 200, body: items },
    );
    expect(await razorpay.read(http, account, id)).toMatchObject({
      value: { status: 'succeeded', captures: [{ amountCents: 5000n, currency: 'INR' }] },
    });
    const order = refundOf(RAZORPAY_PAYMENT.id, 'INR', 500100n);
    const refunded = answers({
      request: `POST /v1/payments/${RAZORPAY_PAYMENT.id}/refund`,
      headers: { 'x-refund-idempotency': order.reference },
      contains: ['"amount":500100'],
      status: 200,
      body: RAZORPAY_REFUND,
    });
    expect(await razorpay.refund(refunded, account, order)).toMatchObject({
      value: { providerRefundId: RAZORPAY_REFUND.id, status: 'succeeded' },
    });
  });

  it('of Dodo Payments: a payment with its tax within the total', async () => {
    const dodo = new DodoPaymentsCollector(clock);
    const http = answers({ request: 'GET /payments/pay_1', status: 200, body: DODO_PAYMENT });
    expect(await dodo.read(http, account, 'pay_1')).toMatchObject({
      value: { status: 'succeeded', isDead: true, captures: [{ amountCents: 2000n, refundedCents: 0n }] },
    });
  });
});
