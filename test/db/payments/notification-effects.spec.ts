import { aPayment, anInvoice } from '../../support/builders';
import { eventsOf } from '../../support/bills';
import {
  deliver,
  invoiceOf,
  notificationsOf,
  paymentOf,
  SECRET,
  stripeEvent,
  useWebhookPaths,
} from '../../support/payments';
import { signStripe } from '../../support/provider-messages';
import { useReconciliation } from '../../support/use-reconciliation';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import type { NotificationBody, PaymentBody } from '../../support/wire';

const DODO = Buffer.alloc(32, 3).toString('base64');

describe('effects of notifications', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  const paths = useWebhookPaths(organization, { stripe: SECRET, razorpay: SECRET, dodopayments: DODO });
  useReconciliation(organization);

  describe('success', () => {
    it('a success in another currency is ignored for review', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { currency: 'usd' })).toMatchObject({
        status: 'ignored',
        needs_review: true,
        reason: 'The currency is USD; the payment is in EUR.',
        payment_id: payment.id,
      });
      expect((await paymentOf(organization, payment.id)).status).toBe('pending');
      expect((await invoiceOf(organization, invoice.id)).amount_due_cents).toBe(5000);
    });

    it('a success with less than is due leaves the invoice finalized', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { amount_received: 3000 })).toMatchObject({
        status: 'processed',
        needs_review: true,
        reason: '3000 was received instead of 5000.',
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

    it('a success with more than is due pays the amount due, for review', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      expect(await succeeded(payment, { amount_received: 9000 })).toMatchObject({
        status: 'processed',
        needs_review: true,
        reason: 'Only 5000 of the 9000 received was due.',
      });
      expect((await paymentOf(organization, payment.id)).amount_cents).toBe(9000);
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: 5000,
      });
    });

    it('a success for a voided invoice is recorded without effect on it, for review', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
      expect(await succeeded(payment)).toMatchObject({ status: 'processed', needs_review: true });
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
      expect((await invoiceOf(organization, invoice.id)).status).toBe('voided');
    });

    it('a success after a failure is a second attempt; after a cancellation it needs review', async () => {
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

    it('a second success under another provider id needs review', async () => {
      const payment = await aPayment(organization, await anInvoice(organization));
      await succeeded(payment);
      expect(await succeeded(payment, { id: 'pi_again' })).toMatchObject({
        status: 'ignored',
        needs_review: true,
      });
      expect((await paymentOf(organization, payment.id)).provider_payment_id).toBe(`pi_${payment.id}`);
    });

    it('an amount that is not a whole number of minor units is stored as failed', async () => {
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
    ])('an amount in %s counts in its own minor unit', async (currency, amountCents) => {
      const invoice = await anInvoice(organization, { currency, amounts: [amountCents] });
      const payment = await aPayment(organization, invoice);
      expect(payment).toMatchObject({ amount_cents: amountCents, currency });
      await succeeded(payment);
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: amountCents,
      });
    });

    it('a payment is found by its provider id or checkout id', async () => {
      const invoice = await anInvoice(organization);
      const [byIntent, bySession] = [
        await aPayment(organization, invoice, { provider_payment_id: 'pi_known', amount_cents: 100 }),
        await aPayment(organization, invoice, { provider_checkout_id: 'cs_known', amount_cents: 100 }),
      ];
      const intent = { id: 'pi_known', amount_received: 100, currency: 'eur', metadata: null };
      expect((await stripe('payment_intent.succeeded', intent))?.payment_id).toBe(byIntent.id);
      const session = { id: 'cs_known', payment_status: 'paid', amount_total: 100, currency: 'eur' };
      const completed = await stripe('checkout.session.completed', { ...session, payment_intent: null });
      expect(completed?.payment_id).toBe(bySession.id);
    });
  });

  describe('failure and reversal', () => {
    it('a failure after success has no effect, but a lost dispute reverses the payment', async () => {
      const invoice = await anInvoice(organization);
      const payment = await aPayment(organization, invoice);
      await succeeded(payment);
      await stripe('payment_intent.payment_failed', ofIntent(payment, { last_payment_error: null }));
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
      const dispute = { payment_intent: `pi_${payment.id}`, currency: 'eur', reason: 'fraudulent' };
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

  async function stripe(type: string, object: object): Promise<NotificationBody | undefined> {
    const body = stripeEvent(type, object);
    await deliver(app, paths.stripe, signStripe(body, SECRET)).expect(200);
    const { id } = JSON.parse(body) as { id: string };
    return (await notificationsOf(organization, 'stripe')).find((it) => it.event_id === id);
  }

  function succeeded(payment: PaymentBody, more: object = {}) {
    return stripe('payment_intent.succeeded', ofIntent(payment, more));
  }
});

/** Returns the PaymentIntent of one of our payments. */
function ofIntent(payment: PaymentBody, more: object = {}): object {
  return {
    id: `pi_${payment.id}`,
    amount_received: payment.amount_cents,
    currency: payment.currency.toLowerCase(),
    metadata: { payment_id: payment.id },
    ...more,
  };
}
