import { NotificationBacklog } from '../../../src/modules/payments/notifications/notification-backlog';
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
import { eventually } from '../../support/eventually';
import { signHex, signRazorpay, signStripe } from '../../support/provider-messages';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

const SECRET = 'a secret of the provider';

describe('bodies of inbound webhooks', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let paths: Record<'stripe' | 'razorpay' | 'gocardless', string>;

  beforeAll(async () => {
    paths = {
      stripe: pathOfUrl(await connect(organization, 'stripe', SECRET)),
      razorpay: pathOfUrl(await connect(organization, 'razorpay', SECRET)),
      gocardless: pathOfUrl(await connect(organization, 'gocardless', SECRET)),
    };
  });

  it('a Razorpay body whose empty notes arrive as a list is processed', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
      provider: 'razorpay',
      provider_payment_id: 'pay_by_id',
    });
    const entity = { id: 'pay_by_id', order_id: null, amount: 5000, currency: 'USD', notes: [] };
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    await deliver(app, paths.razorpay, signRazorpay(body, SECRET)).expect(200);
    expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
  });

  it('text that PostgreSQL cannot store is sanitized, and malformed events return 200', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    const error = { code: 'a\0b\ud800', message: 'x'.repeat(5000) };
    const intent = { id: 'pi_odd', metadata: { payment_id: payment.id }, last_payment_error: error };
    const failed = signStripe(stripeEvent('payment_intent.payment_failed', intent), SECRET);
    expect(await bodyOf(deliver(app, paths.stripe, failed))).toMatchObject({ status: 'processed' });
    const odd = [
      { type: 'payment_intent.succeeded' },
      { type: 'payment_intent.succeeded', data: null },
      { type: 'payment_intent.succeeded', data: { object: [] } },
      { type: 'constructor', data: { object: {} } },
      { type: 7 },
      { id: 'x\0', type: 'charge.refunded', data: { object: { amount_refunded: '1' } } },
      [],
      null,
      'text',
      5,
    ];
    for (const body of odd) {
      const message = signStripe(JSON.stringify(body), SECRET);
      expect({ body, status: (await deliver(app, paths.stripe, message)).status }).toEqual({
        body,
        status: 200,
      });
    }
  });

  it('IDs that are too long or contain NUL settle nothing and need review', async () => {
    const own = await app.anOrganization();
    const path = pathOfUrl(await connect(own, 'stripe', SECRET));
    const long = 'p'.repeat(255);
    const invoice = await anInvoice(own, { currency: 'USD' });
    const payment = await aPayment(own, invoice, { provider_payment_id: long });
    const intent = { id: long, amount_received: 5000, currency: 'usd' };
    const named = { ...intent, metadata: { payment_id: payment.id } };
    const send = async (object: object, eventId: string): Promise<void> => {
      const event = { id: eventId, type: 'payment_intent.succeeded', data: { object } };
      const answer = await bodyOf(deliver(app, path, signStripe(JSON.stringify(event), SECRET)));
      expect(answer).toMatchObject({ status: 'failed' });
    };
    await send({ ...intent, id: `${long}OTHER` }, 'evt_1');
    await send({ ...intent, id: `${long.slice(1)}\0` }, 'evt_2');
    await send({ ...intent, metadata: { payment_id: `${payment.id}\0` } }, 'evt_3');
    await send(named, `${'e'.repeat(255)}1`);
    await send(named, `${'e'.repeat(255)}2`);
    await send(named, 'a\0b');
    expect((await paymentOf(own, payment.id)).status).toBe('pending');
    const kept = await notificationsOf(own, 'stripe', '?needs_review=true&status=failed');
    expect(kept.map((it) => it.reason).reverse()).toEqual([
      'The notification is malformed: id is longer than 255 characters.',
      'The notification is malformed: id contains NUL characters or broken surrogate pairs.',
      'The notification is malformed: metadata.payment_id contains NUL characters or broken surrogate pairs.',
      'The notification is malformed: id is longer than 255 characters.',
      'The notification is malformed: id is longer than 255 characters.',
      'The notification is malformed: id contains NUL characters or broken surrogate pairs.',
    ]);
    const good = { id: 'ab', type: 'payment_intent.succeeded', data: { object: intent } };
    const message = signStripe(JSON.stringify(good), SECRET);
    expect(await bodyOf(deliver(app, path, message))).toMatchObject({ status: 'processed' });
  });

  it('a malformed event, an unsupported one and one for another organization do not block the other 247 events of a body', async () => {
    const stranger = await app.anOrganization();
    await connect(stranger, 'gocardless', 'another secret');
    const theirs = await aPayment(stranger, await anInvoice(stranger, { currency: 'USD' }), {
      provider: 'gocardless',
    });
    const invoice = await anInvoice(organization, { currency: 'USD', amounts: [24_700] });
    const { customer_id: customerId } = invoice;
    const payments = Array.from({ length: 247 }, (_, index) => ({ id: crypto.randomUUID(), index }));
    for (const { id, index } of payments) {
      await app.database.query(
        `INSERT INTO payments (organization_id, id, invoice_id, customer_id, amount_cents, currency, provider,
                               provider_payment_id, status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 100, 'USD', 'gocardless', $5, 'pending', now(), now())`,
        [organization.id, id, invoice.id, customerId, `PM${index}`],
      );
    }
    const event = (id: string, more: object) => ({
      id,
      created_at: '2026-01-02T03:04:05.000Z',
      resource_type: 'payments',
      action: 'confirmed',
      metadata: {},
      ...more,
    });
    const events = payments.map(({ index }) => event(`EV${index}`, { links: { payment: `PM${index}` } }));
    events.splice(10, 0, event('EV-malformed', { action: 7 }));
    events.splice(100, 0, event('EV-foreign', { links: {}, resource_metadata: { payment_id: theirs.id } }));
    events.splice(200, 0, event('EV-unknown', { resource_type: 'mandates', action: 'cancelled', links: {} }));
    expect(events).toHaveLength(250);
    const message = signHex(JSON.stringify({ events }), SECRET);
    const answer = await bodyOf<WebhookAnswer>(deliver(app, paths.gocardless, message));
    expect(answer).toMatchObject({ status: 'processed', event_type: null });
    // On a slow machine, the response may arrive before the last notifications are processed.
    await eventually(async () => {
      const waiting = await notificationsOf(organization, 'gocardless', '?status=received');
      return waiting.length === 0 ? true : null;
    }, 50_000);
    expect(await notificationsOf(organization, 'gocardless', '?status=processed&limit=1000')).toHaveLength(
      247,
    );
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });
    expect((await paymentOf(stranger, theirs.id)).status).toBe('pending');
    const failed = await notificationsOf(organization, 'gocardless', '?status=failed');
    expect(failed.map((it) => it.event_id)).toEqual(['EV-malformed']);
    const ignored = await notificationsOf(organization, 'gocardless', '?status=ignored');
    expect(ignored.map((it) => it.event_id).sort()).toEqual(['EV-foreign', 'EV-unknown']);
  }, 60_000);

  it('a notification about a payment of another organization has no effect', async () => {
    const victim = await app.anOrganization();
    const invoice = await anInvoice(victim, { currency: 'USD' });
    const payment = await aPayment(victim, invoice, { provider_payment_id: 'pi_of_the_victim' });
    const attacker = await app.anOrganization();
    const path = pathOfUrl(await connect(attacker, 'stripe', 'mine', { provider_account_id: 'acct_1' }));
    await connect(victim, 'stripe', 'theirs');
    const forged = stripeSuccess('mine', payment, { id: 'pi_of_the_victim' });
    expect(await bodyOf(deliver(app, path, forged))).toMatchObject({
      status: 'ignored',
      reason: 'No payment of this provider matches the notification.',
    });
    // The URL does not name the attacker's connection, so the payment ID selects the victim's secret, which
    // does not match.
    await deliver(app, '/v1/payments/webhook/stripe', stripeSuccess('mine', payment)).expect(401);
    await deliver(app, path, stripeSuccess('theirs', payment)).expect(401);
    expect((await paymentOf(victim, payment.id)).status).toBe('pending');
    expect((await invoiceOf(victim, invoice.id)).amount_due_cents).toBe(5000);
    expect(await notificationsOf(victim, 'stripe')).toEqual([]);
    // A provider cannot report on the payments of another provider.
    const relay = pathOfUrl(await connect(victim, 'manual', 'relay'));
    const body = JSON.stringify({ event_id: 'e', payment_id: payment.id, status: 'succeeded', amount: 5000 });
    expect(await bodyOf(deliver(app, relay, signHex(body, 'relay')))).toMatchObject({ status: 'ignored' });
    expect((await paymentOf(victim, payment.id)).status).toBe('pending');
  });

  it('notifications that a crash left unprocessed are processed by the sweep', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice, { provider: 'gocardless' });
    const event = {
      id: 'EV-before-the-crash',
      resource_type: 'payments',
      action: 'confirmed',
      links: { payment: 'PM-crash' },
      resource_metadata: { payment_id: payment.id },
    };
    await app.database.query(
      `INSERT INTO provider_notifications (organization_id, id, provider, event_id, replay_hash, event_type, body,
                                           status, created_at, updated_at)
       VALUES ($1, $2, 'gocardless', $3, 'hash', 'payments.confirmed', $4, 'received', now(), now())`,
      [organization.id, crypto.randomUUID(), event.id, JSON.stringify(event)],
    );
    await app.app.get(NotificationBacklog, { strict: false }).sweep();
    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
    const message = signHex(JSON.stringify({ events: [event] }), SECRET);
    const again = await bodyOf<WebhookAnswer>(deliver(app, paths.gocardless, message));
    expect(again.reason).toBe('The event has already been received.');
  });
});
