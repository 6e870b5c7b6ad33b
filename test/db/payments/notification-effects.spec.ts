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
  type NotificationBody,
  type PaymentBody,
} from '../../support/payments';
import { signRazorpay, signStandard, signStripe } from '../../support/provider-messages';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

const SECRET = 'a secret of the provider';

describe('effects of notifications', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let paths: Record<'stripe' | 'razorpay' | 'dodopayments', string>;
  const DODO = Buffer.alloc(32, 3).toString('base64');

  beforeAll(async () => {
    paths = {
      stripe: pathOfUrl(await connect(organization, 'stripe', SECRET)),
      razorpay: pathOfUrl(await connect(organization, 'razorpay', SECRET)),
      dodopayments: pathOfUrl(await connect(organization, 'dodopayments', DODO)),
    };
  });
  afterEach(async () => {
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

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
    it('a success in another currency is ignored and needs review', async () => {
      const invoice = await anInvoice(organization, { currency: 'USD' });
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { currency: 'eur' })).toMatchObject({
        status: 'ignored',
        needs_review: true,
        reason: 'The notification is in EUR, but the payment is in USD.',
        payment_id: payment.id,
      });
      expect((await paymentOf(organization, payment.id)).status).toBe('pending');
      expect((await invoiceOf(organization, invoice.id)).amount_due_cents).toBe(5000);
    });

    it('a success below the amount due is applied and leaves the invoice finalized', async () => {
      const invoice = await anInvoice(organization, { currency: 'USD' });
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { amount_received: 3000 })).toMatchObject({
        status: 'processed',
        needs_review: true,
        reason: '3000 of the expected 5000 was received.',
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

    it('a success above the amount due pays the invoice and needs review', async () => {
      const invoice = await anInvoice(organization, { currency: 'USD' });
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { amount_received: 9000 })).toMatchObject({
        status: 'processed',
        needs_review: true,
        reason: '9000 was received, but only 5000 was applied.',
      });
      expect((await paymentOf(organization, payment.id)).amount_cents).toBe(9000);
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: 5000,
      });
    });

    it('a success for a voided invoice is recorded, leaves the invoice voided and needs review', async () => {
      const invoice = await anInvoice(organization, { currency: 'USD' });
      const payment = await aPayment(organization, invoice);
      await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
      expect(await succeeded(payment)).toMatchObject({ status: 'processed', needs_review: true });
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
      expect((await invoiceOf(organization, invoice.id)).status).toBe('voided');
    });

    it('a success after a failure is processed without review; a success after a cancellation needs review', async () => {
      const [failed, canceled] = [
        await anInvoice(organization, { currency: 'USD' }),
        await anInvoice(organization, { currency: 'USD' }),
      ];
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

    it('a second success with another provider payment ID is ignored and needs review', async () => {
      const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
      await succeeded(payment);
      expect(await succeeded(payment, { id: 'pi_again' })).toMatchObject({
        status: 'ignored',
        needs_review: true,
      });
      expect((await paymentOf(organization, payment.id)).provider_payment_id).toBe(`pi_${payment.id}`);
    });

    it('a success with an invalid amount is stored as failed', async () => {
      const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
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
    ])('an amount in %s is read in the minor unit of the currency', async (currency, amountCents) => {
      const invoice = await anInvoice(organization, { currency, amounts: [amountCents] });
      const payment = await aPayment(organization, invoice);
      expect(payment).toMatchObject({ amount_cents: amountCents, currency });
      await succeeded(payment);
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: amountCents,
      });
    });

    it('a payment is found by its provider_payment_id or provider_checkout_id', async () => {
      const invoice = await anInvoice(organization, { currency: 'USD' });
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
    it('a failure after success has no effect, but a lost dispute reverses the payment', async () => {
      const invoice = await anInvoice(organization, { currency: 'USD' });
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
      const lost = await stripe('charge.dispute.closed', { ...dispute, amount: 5000, status: 'lost' });
      expect(lost).toMatchObject({ status: 'ignored', needs_review: false });
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
    it('refunds add up, at most to the amount of the payment', async () => {
      const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
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

    it('a refund of an authorization that was never captured is ignored', async () => {
      const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
        provider: 'razorpay',
      });
      const entity = { id: 'pay_uncaptured', notes: { payment_id: payment.id }, captured: false };
      const refund = { entity: { id: 'rfnd_1', amount: 5000, currency: 'USD', notes: [] } };
      const body = JSON.stringify({ event: 'refund.processed', payload: { payment: { entity }, refund } });
      await deliver(app, paths.razorpay, signRazorpay(body, SECRET)).expect(200);
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'pending',
        refunded_amount_cents: 0,
      });
    });

    it('a refund without an amount covers the whole payment', async () => {
      const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
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
      // The body carries the latest state of the payment, so only the event type counts.
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
});
