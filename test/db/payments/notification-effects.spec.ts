import { eventsOf } from '../../support/bills';
import {
  aPayment,
  anInvoice,
  connect,
  deliver,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  stripeSuccess,
  type NotificationBody,
  type PaymentBody,
} from '../../support/payments';
import { signHex, signRazorpay, signStandard, signStripe } from '../../support/provider-messages';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf } from '../../support/wire';

const SECRET = 'a secret of the provider';

describe('what notifications do', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let paths: Record<'stripe' | 'razorpay' | 'gocardless' | 'dodopayments', string>;
  const DODO = Buffer.alloc(32, 3).toString('base64');

  beforeAll(async () => {
    app = await startTestApp();
    organization = await app.anOrganization();
    paths = {
      stripe: pathOfUrl(await connect(organization, 'stripe', SECRET)),
      razorpay: pathOfUrl(await connect(organization, 'razorpay', SECRET)),
      gocardless: pathOfUrl(await connect(organization, 'gocardless', SECRET)),
      dodopayments: pathOfUrl(await connect(organization, 'dodopayments', DODO)),
    };
  });
  afterAll(() => app.stop());

  const stripe = async (type: string, object: object): Promise<NotificationBody | undefined> => {
    const body = stripeEvent(type, object);
    await deliver(app, paths.stripe, signStripe(body, SECRET)).expect(200);
    const { id } = JSON.parse(body) as { id: string };
    return (await notificationsOf(organization, 'stripe')).find((it) => it.event_id === id);
  };
  const ofIntent = (payment: PaymentBody, more: object = {}) => ({
    id: `pi_${payment.id}`,
    amount_received: payment.amount_cents,
    currency: payment.currency.toLowerCase(),
    metadata: { payment_id: payment.id },
    ...more,
  });
  const succeeded = (payment: PaymentBody, more: object = {}) =>
    stripe('payment_intent.succeeded', ofIntent(payment, more));

  describe('success', () => {
    it('in another currency settles nothing and waits for a person', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { currency: 'eur' })).toMatchObject({
        status: 'ignored',
        needs_review: true,
        reason: "The currency is EUR, the payment's is USD.",
        payment_id: payment.id,
      });
      expect((await paymentOf(organization, payment.id)).status).toBe('pending');
      expect((await invoiceOf(organization, invoice.id)).amount_due_cents).toBe(5000);
    });

    it('with less than is due is recorded; the invoice stays open', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { amount_received: 3000 })).toMatchObject({
        status: 'processed',
        needs_review: true,
        reason: '3000 came of 5000.',
      });
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'succeeded',
        amount_cents: 3000,
      });
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'finalized',
        amount_paid_cents: 3000,
        amount_due_cents: 2000,
      });
    });

    it('with more than is due settles what is due; the rest waits for a person', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { amount_received: 9000 })).toMatchObject({
        status: 'processed',
        needs_review: true,
        reason: '9000 came, 5000 settled what was due.',
      });
      expect((await paymentOf(organization, payment.id)).amount_cents).toBe(9000);
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: 5000,
      });
    });

    it('for an invoice that was voided is on record, settles nothing and waits for a person', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
      expect(await succeeded(payment)).toMatchObject({ status: 'processed', needs_review: true });
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
      expect((await invoiceOf(organization, invoice.id)).status).toBe('voided');
    });

    it('after a failure is a further try; after a cancellation, money for review', async () => {
      const [failed, canceled] = [await anInvoice(organization), await anInvoice(organization)];
      const first = await aPayment(organization, failed);
      const error = { code: 'card_declined', message: 'Your card was declined.' };
      await stripe('payment_intent.payment_failed', ofIntent(first, { last_payment_error: error }));
      expect(await paymentOf(organization, first.id)).toMatchObject({
        status: 'failed',
        failure_reason: 'card_declined: Your card was declined.',
      });
      expect(await succeeded(first, { id: 'pi_second_try' })).toMatchObject({ needs_review: false });
      expect(await paymentOf(organization, first.id)).toMatchObject({
        status: 'succeeded',
        failure_reason: null,
        provider_payment_id: 'pi_second_try',
      });
      expect(await eventsOf(app, first.id)).toEqual([
        'payment.created',
        'payment.failed',
        'payment.succeeded',
      ]);

      const second = await aPayment(organization, canceled);
      await stripe('payment_intent.canceled', ofIntent(second, { cancellation_reason: 'abandoned' }));
      expect((await paymentOf(organization, second.id)).status).toBe('canceled');
      expect(await succeeded(second)).toMatchObject({ status: 'processed', needs_review: true });
      expect((await invoiceOf(organization, canceled.id)).status).toBe('paid');
    });

    it('a second time by another payment of the provider waits for a person', async () => {
      const payment = await aPayment(organization, await anInvoice(organization));
      await succeeded(payment);
      expect(await succeeded(payment, { id: 'pi_again' })).toMatchObject({
        status: 'ignored',
        needs_review: true,
      });
      expect((await paymentOf(organization, payment.id)).provider_payment_id).toBe(`pi_${payment.id}`);
    });

    it('of an amount that is no whole number of minor units is kept as failed', async () => {
      const payment = await aPayment(organization, await anInvoice(organization));
      for (const amount of ['5000', 50.5, -1, 2 ** 60]) {
        expect(await succeeded(payment, { amount_received: amount })).toMatchObject({
          status: 'failed',
          needs_review: true,
        });
      }
      expect((await paymentOf(organization, payment.id)).status).toBe('pending');
    });

    it.each([
      ['JPY', 5000],
      ['KWD', 12_345],
    ])('in %s counts in its own minor unit', async (currency, amountCents) => {
      const invoice = await anInvoice(organization, { currency, amountCents });
      const payment = await aPayment(organization, invoice);
      expect(payment).toMatchObject({ amount_cents: amountCents, currency });
      await succeeded(payment);
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: amountCents,
      });
    });

    it('finds its payment by the provider’s id or the checkout’s', async () => {
      const invoice = await anInvoice(organization);
      const [byIntent, bySession] = [
        await aPayment(organization, invoice, { provider_payment_id: 'pi_known', amount_cents: 100 }),
        await aPayment(organization, invoice, { provider_checkout_id: 'cs_known', amount_cents: 100 }),
      ];
      const intent = { id: 'pi_known', amount_received: 100, currency: 'usd', metadata: null };
      expect((await stripe('payment_intent.succeeded', intent))?.payment_id).toBe(byIntent.id);
      const session = { id: 'cs_known', payment_status: 'paid', amount_total: 100, currency: 'usd' };
      const completed = await stripe('checkout.session.completed', { ...session, payment_intent: null });
      expect(completed?.payment_id).toBe(bySession.id);
    });
  });

  describe('failure and reversal', () => {
    it('after success change nothing, unless the money went back', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      await succeeded(payment);
      await stripe('payment_intent.payment_failed', ofIntent(payment, { last_payment_error: null }));
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
      const dispute = { payment_intent: `pi_${payment.id}`, currency: 'usd', reason: 'fraudulent' };
      const part = await stripe('charge.dispute.funds_withdrawn', { ...dispute, amount: 100 });
      expect(part).toMatchObject({ status: 'ignored', needs_review: true });
      await stripe('charge.dispute.funds_withdrawn', { ...dispute, amount: 5000 });
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'failed',
        failure_reason: 'dispute: fraudulent',
      });
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'finalized',
        amount_due_cents: 5000,
        amount_paid_cents: 0,
      });
      await stripe('charge.dispute.closed', { ...dispute, amount: 5000, status: 'lost' });
      expect(await eventsOf(app, payment.id)).toEqual([
        'payment.created',
        'payment.succeeded',
        'payment.failed',
      ]);
      const paidAnew = await aPayment(organization, invoice);
      await succeeded(paidAnew);
      expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
    });
  });

  describe('refunds', () => {
    it('of single amounts add up, and no further than what was paid', async () => {
      const payment = await aPayment(organization, await anInvoice(organization));
      await succeeded(payment);
      const refund = (id: string, amount: number, status = 'succeeded') =>
        stripe('refund.updated', { id, amount, status, currency: 'usd', payment_intent: `pi_${payment.id}` });
      await refund('re_a', 2000);
      await refund('re_a', 2000);
      expect(await refund('re_pending', 2000, 'pending')).toMatchObject({ status: 'ignored' });
      await refund('re_b', 1000);
      expect((await paymentOf(organization, payment.id)).refunded_amount_cents).toBe(3000);
      expect(await refund('re_c', 2001)).toMatchObject({ status: 'ignored', needs_review: true });
      await refund('re_d', 2000);
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'refunded',
        refunded_amount_cents: 5000,
      });
      await refund('re_d', 2000, 'failed');
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'succeeded',
        refunded_amount_cents: 3000,
      });
      expect(await eventsOf(app, payment.id)).toEqual(['payment.created', 'payment.succeeded']);
    });

    it('of what was never captured is no refund', async () => {
      const payment = await aPayment(organization, await anInvoice(organization), { provider: 'razorpay' });
      const entity = { id: 'pay_uncaptured', notes: { payment_id: payment.id }, captured: false };
      const refund = { entity: { id: 'rfnd_1', amount: 5000, currency: 'USD', notes: [] } };
      const body = JSON.stringify({ event: 'refund.processed', payload: { payment: { entity }, refund } });
      await deliver(app, paths.razorpay, signRazorpay(body, SECRET)).expect(200);
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'pending',
        refunded_amount_cents: 0,
      });
    });

    it('without an amount are of the whole payment', async () => {
      const payment = await aPayment(organization, await anInvoice(organization), {
        provider: 'dodopayments',
      });
      const dodo = (type: string, data: object) => {
        const about = { payment_id: 'pay_dodo', metadata: { payment_id: payment.id }, ...data };
        const body = JSON.stringify({
          business_id: 'bus_1',
          type,
          timestamp: '2026-01-02T03:04:05Z',
          data: about,
        });
        return bodyOf<{ status: string }>(deliver(app, paths.dodopayments, signStandard(body, DODO)));
      };
      // The body shows the latest state: only the type counts.
      await dodo('payment.processing', { status: 'succeeded', total_amount: 5000, currency: 'USD' });
      expect((await paymentOf(organization, payment.id)).status).toBe('processing');
      await dodo('payment.succeeded', { status: 'failed', total_amount: 5000, currency: 'USD' });
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
      const part = { refund_id: 'ref_part', amount: null, is_partial: true };
      expect((await dodo('refund.succeeded', part)).status).toBe('failed');
      await dodo('refund.succeeded', { refund_id: 'ref_1', amount: null, is_partial: false });
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'refunded',
        refunded_amount_cents: 5000,
      });
    });
  });

  it('empty notes, which arrive as a list, name no payment', async () => {
    const payment = await aPayment(organization, await anInvoice(organization), {
      provider: 'razorpay',
      provider_payment_id: 'pay_by_id',
    });
    const entity = { id: 'pay_by_id', order_id: null, amount: 5000, currency: 'USD', notes: [] };
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    await deliver(app, paths.razorpay, signRazorpay(body, SECRET)).expect(200);
    expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
  });

  it('text that cannot be stored is cleaned, or the notification kept as failed; never a 500', async () => {
    const payment = await aPayment(organization, await anInvoice(organization));
    const error = { code: 'a\0b\ud800', message: 'x'.repeat(5000) };
    const notification = await stripe(
      'payment_intent.payment_failed',
      ofIntent(payment, { last_payment_error: error }),
    );
    expect(notification?.status).toBe('processed');
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

  it('of 250 events at once, one malformed, one foreign and one unknown do not stop the others', async () => {
    const stranger = await app.anOrganization();
    await connect(stranger, 'gocardless', 'another secret');
    const theirs = await aPayment(stranger, await anInvoice(stranger), { provider: 'gocardless' });
    const invoice = await anInvoice(organization, { amountCents: 24_700 });
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
    const startedAt = performance.now();
    const answer = await bodyOf(deliver(app, paths.gocardless, signHex(JSON.stringify({ events }), SECRET)));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(answer).toEqual({
      status: 'processed',
      event_type: null,
      reason: '247 of 250 events were processed.',
    });
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });
    expect((await paymentOf(stranger, theirs.id)).status).toBe('pending');
    const failed = await notificationsOf(organization, 'gocardless', '?status=failed');
    expect(failed.map((it) => it.event_id)).toEqual(['EV-malformed']);
    const ignored = await notificationsOf(organization, 'gocardless', '?status=ignored');
    expect(ignored.map((it) => it.event_id).sort()).toEqual(['EV-foreign', 'EV-unknown']);
  }, 60_000);

  it('of a tenant that names the payment of another change nothing there', async () => {
    const victim = await app.anOrganization();
    const invoice = await anInvoice(victim);
    const payment = await aPayment(victim, invoice, { provider_payment_id: 'pi_of_the_victim' });
    const attacker = await app.anOrganization();
    const path = pathOfUrl(await connect(attacker, 'stripe', 'mine', { provider_account_id: 'acct_1' }));
    await connect(victim, 'stripe', 'theirs');
    const forged = stripeSuccess('mine', payment, { id: 'pi_of_the_victim' });
    expect(await bodyOf(deliver(app, path, forged))).toMatchObject({
      status: 'ignored',
      reason: 'There is no such payment of this provider.',
    });
    // Without the attacker's connection, the payment itself hints at the victim, whose secret does not verify.
    await deliver(app, '/v1/payments/webhook/stripe', stripeSuccess('mine', payment)).expect(401);
    await deliver(app, path, stripeSuccess('theirs', payment)).expect(401);
    expect((await paymentOf(victim, payment.id)).status).toBe('pending');
    expect((await invoiceOf(victim, invoice.id)).amount_due_cents).toBe(5000);
    expect(await notificationsOf(victim, 'stripe')).toEqual([]);
    // Nor does one provider speak for the payments of another.
    const relay = pathOfUrl(await connect(victim, 'manual', 'relay'));
    const body = JSON.stringify({ event_id: 'e', payment_id: payment.id, status: 'succeeded', amount: 5000 });
    expect(await bodyOf(deliver(app, relay, signHex(body, 'relay')))).toMatchObject({ status: 'ignored' });
    expect((await paymentOf(victim, payment.id)).status).toBe('pending');
  });
});
