import { randomUUID } from 'node:crypto';
import { anInvoice, aPayment } from '../../support/builders';
import { eventsOf } from '../../support/bills';
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
import { signHex, signRazorpay, signStripe } from '../../support/provider-messages';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

const SECRET = 'a secret of the provider';
const COPIES = 100;

jest.setTimeout(120_000);

describe('duplicate and concurrent notifications', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);

  afterEach(async () => {
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  const answersTo = async (sends: (() => ReturnType<typeof deliver>)[]): Promise<WebhookAnswer[]> =>
    Promise.all(sends.map((send) => bodyOf<WebhookAnswer>(send())));

  it('100 concurrent copies of a notification are applied once', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice);
    const message = stripeSuccess(SECRET, payment);
    const copies = Array.from({ length: COPIES }, () => () => deliver(app, path, message));
    const answers = await answersTo(copies);
    expect(answers.filter((it) => it.status === 'processed')).toHaveLength(1);
    expect(answers.filter((it) => it.status === 'ignored')).toHaveLength(COPIES - 1);
    expect(await eventsOf(app, payment.id)).toEqual(['payment.created', 'payment.succeeded']);
    expect(await eventsOf(app, invoice.id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.paid']);
    expect(await notificationsOf(organization, 'stripe', `?payment_id=${payment.id}`)).toHaveLength(1);
  });

  it('a copy of a notification that arrives a day later is ignored', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    const message = stripeSuccess(SECRET, payment);
    await deliver(app, path, message).expect(200);
    await app.database.query(
      `UPDATE provider_notifications SET created_at = created_at - interval '1 day' WHERE payment_id = $1`,
      [payment.id],
    );
    const again = await bodyOf<WebhookAnswer>(deliver(app, path, signStripe(message.body, SECRET)));
    expect(again).toMatchObject({ status: 'ignored', reason: 'The event has already been received.' });
    expect(await eventsOf(app, payment.id)).toEqual(['payment.created', 'payment.succeeded']);
  });

  it('100 concurrent notifications of one success are applied once', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice);
    const sends = Array.from(
      { length: COPIES },
      () => () => deliver(app, path, stripeSuccess(SECRET, payment)),
    );
    const answers = await answersTo(sends);
    expect(answers.filter((it) => it.status === 'processed')).toHaveLength(1);
    expect(await eventsOf(app, payment.id)).toEqual(['payment.created', 'payment.succeeded']);
    expect((await invoiceOf(organization, invoice.id)).amount_paid_cents).toBe(5000);
  });

  it('a replayed body with a new unsigned event ID is ignored', async () => {
    const path = pathOfUrl(await connect(organization, 'razorpay', SECRET));
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
      provider: 'razorpay',
    });
    const entity = { id: 'pay_1', amount: 5000, currency: 'USD', notes: { payment_id: payment.id } };
    const captured = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    await deliver(app, path, signRazorpay(captured, SECRET, 'first')).expect(200);
    for (const id of ['fresh', randomUUID(), '']) {
      const answer = await bodyOf<WebhookAnswer>(deliver(app, path, signRazorpay(captured, SECRET, id)));
      expect(answer.reason).toBe('The event has already been received.');
    }
    expect(await notificationsOf(organization, 'razorpay', `?payment_id=${payment.id}`)).toHaveLength(1);
    expect(await eventsOf(app, payment.id)).toEqual(['payment.created', 'payment.succeeded']);
  });

  it('an event repeated in another batch is ignored', async () => {
    const path = pathOfUrl(await connect(organization, 'gocardless', SECRET));
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
      provider: 'gocardless',
    });
    const event = {
      id: 'EV1',
      resource_type: 'payments',
      action: 'confirmed',
      links: { payment: 'PM1' },
      resource_metadata: { payment_id: payment.id },
    };
    const batch = (...events: object[]) => signHex(JSON.stringify({ events, at: Math.random() }), SECRET);
    await deliver(app, path, batch(event)).expect(200);
    const again = await bodyOf(deliver(app, path, batch({ ...event, id: 'EV2', action: 'created' }, event)));
    expect(again).toEqual({ status: 'ignored', event_type: null, reason: '0 of 2 events were processed.' });
    expect(await eventsOf(app, payment.id)).toEqual(['payment.created', 'payment.succeeded']);
  });

  it('a concurrent success and refund leave the payment refunded', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    for (let i = 0; i < 10; i++) {
      const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
      const refund = { payment_intent: `pi_${payment.id}`, amount_refunded: 5000, currency: 'usd' };
      const metadata = { payment_id: payment.id };
      const refunded = signStripe(stripeEvent('charge.refunded', { ...refund, metadata }), SECRET);
      await answersTo([
        () => deliver(app, path, stripeSuccess(SECRET, payment)),
        () => deliver(app, path, refunded),
      ]);
      expect((await paymentOf(organization, payment.id)).status).toBe('refunded');
    }
  });

  it('two concurrent payments of one invoice pay it once, and the surplus payment needs review', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payments = [await aPayment(organization, invoice), await aPayment(organization, invoice)];
    await answersTo(payments.map((it) => () => deliver(app, path, stripeSuccess(SECRET, it))));
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({
      status: 'paid',
      amount_paid_cents: 5000,
      amount_due_cents: 0,
    });
    const reviews: boolean[] = [];
    for (const { id } of payments) {
      expect((await paymentOf(organization, id)).status).toBe('succeeded');
      const [notification] = await notificationsOf(organization, 'stripe', `?payment_id=${id}`);
      reviews.push(notification?.needs_review === true);
    }
    expect(reviews.sort()).toEqual([false, true]);
  });
});
