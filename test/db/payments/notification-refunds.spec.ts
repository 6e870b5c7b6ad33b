import { aCreditNote, aPayment, anInvoice } from '../../support/builders';
import { eventsOf } from '../../support/bills';
import {
  deliver,
  notificationsOf,
  paymentOf,
  SECRET,
  stripeEvent,
  useWebhookPaths,
} from '../../support/payments';
import { signRazorpay, signStandard, signStripe } from '../../support/provider-messages';
import { useReconciliation } from '../../support/use-reconciliation';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, type CreditNoteBody, type NotificationBody, type PaymentBody } from '../../support/wire';

const DODO = Buffer.alloc(32, 3).toString('base64');

describe('refunds from notifications', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  const paths = useWebhookPaths(organization, { stripe: SECRET, razorpay: SECRET, dodopayments: DODO });
  useReconciliation(organization);

  it('single refunds add up, at most to the payment', async () => {
    const payment = await aPayment(organization, await anInvoice(organization));
    await succeeded(payment);
    const refund = (id: string, amount: number, status = 'succeeded') =>
      stripe('refund.updated', { id, amount, status, currency: 'eur', payment_intent: `pi_${payment.id}` });
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

  it('a refund counts for the pending credit notes of the invoice, and fails with its failure', async () => {
    const invoice = await anInvoice(organization);
    const payment = await aPayment(organization, invoice);
    await succeeded(payment);
    const refund = (id: string, amount: number, status = 'succeeded') =>
      stripe('refund.updated', { id, amount, status, currency: 'eur', payment_intent: `pi_${payment.id}` });
    const note = await aCreditNote(organization, invoice, { amounts: [3000], refund_amount_cents: 3000 });
    const state = async () => {
      const path = `/v1/credit_notes/${note.id}`;
      const { refund_status, refunded_amount_cents } = await bodyOf<CreditNoteBody>(organization.get(path));
      return [refund_status, refunded_amount_cents];
    };
    expect(await state()).toEqual(['pending', 0]);
    await refund('re_a', 1000);
    expect(await state()).toEqual(['pending', 1000]);
    await refund('re_b', 2500);
    expect(await state()).toEqual(['succeeded', 3000]);
    await refund('re_a', 1000, 'failed');
    expect(await state()).toEqual(['failed', 2000]);
    await refund('re_c', 1000);
    expect(await state()).toEqual(['succeeded', 3000]);
    expect((await paymentOf(organization, payment.id)).refunded_amount_cents).toBe(3500);
  });

  it('a refund by hand is added to a running total of the provider', async () => {
    const payment = await aPayment(organization, await anInvoice(organization));
    await succeeded(payment);
    const intent = { payment_intent: `pi_${payment.id}`, currency: 'eur' };
    await stripe('charge.refunded', { ...intent, amount_refunded: 2000 });
    await organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 1500 }).expect(200);
    expect((await paymentOf(organization, payment.id)).refunded_amount_cents).toBe(3500);
    await stripe('charge.refunded', { ...intent, amount_refunded: 2500 });
    expect((await paymentOf(organization, payment.id)).refunded_amount_cents).toBe(4000);
  });

  it('a refund of an uncaptured payment is ignored', async () => {
    const payment = await aPayment(organization, await anInvoice(organization), { provider: 'razorpay' });
    const entity = { id: 'pay_uncaptured', notes: { payment_id: payment.id }, captured: false };
    const refund = { entity: { id: 'rfnd_1', amount: 5000, currency: 'EUR', notes: [] } };
    const body = JSON.stringify({ event: 'refund.processed', payload: { payment: { entity }, refund } });
    await deliver(app, paths.razorpay, signRazorpay(body, SECRET)).expect(200);
    expect(await paymentOf(organization, payment.id)).toMatchObject({
      status: 'pending',
      refunded_amount_cents: 0,
    });
  });

  it('a refund without an amount refunds the whole payment', async () => {
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
    // The body shows the latest status; only the type counts.
    await dodo('payment.processing', { status: 'succeeded', total_amount: 5000, currency: 'EUR' });
    expect((await paymentOf(organization, payment.id)).status).toBe('processing');
    await dodo('payment.succeeded', { status: 'failed', total_amount: 5000, currency: 'EUR' });
    expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
    const part = { refund_id: 'ref_part', amount: null, is_partial: true };
    expect((await dodo('refund.succeeded', part)).status).toBe('failed');
    await dodo('refund.succeeded', { refund_id: 'ref_1', amount: null, is_partial: false });
    expect(await paymentOf(organization, payment.id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 5000,
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
