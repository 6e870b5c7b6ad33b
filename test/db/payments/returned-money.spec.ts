import { aCustomer, anInvoice, aPayment, aPaymentByHand, aPaymentRequest } from '../../support/builders';
import { eventsOf } from '../../support/bills';
import { CREDIT_NOTES, noteOf } from '../../support/credit-notes';
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
import {
  DISPUTING_PROVIDERS,
  PROVIDER_SECRET,
  providerEvent,
  type EventFields,
  type Happening,
  type Provider,
} from '../../support/provider-events';
import { requestOf } from '../../support/dunning';
import { signStripe } from '../../support/provider-messages';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf } from '../../support/wire';

describe('money that comes back after a reversal', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  const paths = new Map<Provider, string>();
  let day = 0;

  beforeAll(async () => {
    for (const provider of DISPUTING_PROVIDERS) {
      paths.set(provider, pathOfUrl(await connect(organization, provider, PROVIDER_SECRET)));
    }
  });
  afterEach(async () => {
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  /** Delivers an event a day after the one before, and returns its notification. */
  const tell = async (
    payment: PaymentBody,
    happening: Happening,
    fields: Partial<EventFields> = {},
  ): Promise<NotificationBody | undefined> => {
    const provider = payment.provider as Provider;
    const at = new Date(Date.UTC(2026, 0, ++day));
    const ids = { paymentId: payment.id, providerPaymentId: `pi_${payment.id}` };
    const money = { amount: payment.amount_cents, currency: payment.currency };
    const message = providerEvent(provider, happening, { ...ids, ...money, at, ...fields });
    await deliver(app, paths.get(provider) ?? '', message).expect(200);
    return (await notificationsOf(organization, provider, '?limit=1'))[0];
  };
  const aReversed = async (provider: Provider = 'stripe') => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice, { provider });
    await tell(payment, 'succeeded');
    await tell(payment, 'reversed', { paymentId: null });
    expect(await stateOf(payment)).toEqual(['failed', 5000, 'finalized', 5000]);
    return { invoice, payment };
  };
  const stateOf = async ({ id, invoice_id: invoiceId }: PaymentBody) => {
    const payment = await paymentOf(organization, id);
    const invoice = await invoiceOf(organization, invoiceId ?? '');
    return [payment.status, payment.reversed_amount_cents, invoice.status, invoice.amount_due_cents];
  };

  it.each(DISPUTING_PROVIDERS)('%s: money that comes back pays the invoice again, once', async (provider) => {
    const { invoice, payment } = await aReversed(provider);
    expect(await tell(payment, 'reinstated', { paymentId: null })).toMatchObject({
      status: 'processed',
      effect: 'The money came back and covers 5000 of the 5000 due.',
      needs_review: false,
      payment_id: payment.id,
    });
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
    expect((await paymentOf(organization, payment.id)).failure_reason).toBeNull();
    expect(await tell(payment, 'reinstated')).toMatchObject({ status: 'ignored', needs_review: false });
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
    const kinds = [...(await eventsOf(app, payment.id)), ...(await eventsOf(app, invoice.id)).slice(2)];
    expect(kinds).toEqual([
      ...['payment.created', 'payment.succeeded', 'payment.failed'],
      ...['invoice.paid', 'invoice.paid'],
    ]);
    await tell(payment, 'reversed');
    expect(await stateOf(payment)).toEqual(['failed', 5000, 'finalized', 5000]);
    await tell(payment, 'reinstated');
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
  });

  it('a dispute that is won without a reversal has no effect', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    await tell(payment, 'succeeded');
    const won = await tell(payment, 'reinstated');
    expect(won).toMatchObject({ status: 'ignored', needs_review: false });
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
  });

  it('money that comes back for an unpaid payment is held and needs review until the success arrives', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    expect(await tell(payment, 'reinstated')).toMatchObject({ status: 'held', needs_review: true });
    await tell(payment, 'succeeded');
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
    const waiting = await notificationsOf(organization, 'stripe', `?payment_id=${payment.id}&status=held`);
    expect(waiting).toEqual([]);
  });

  it('what is not due any more when the money comes back needs review', async () => {
    const { invoice, payment } = await aReversed();
    await aPaymentByHand(organization, { invoice_id: invoice.id }, 3000);
    expect(await tell(payment, 'reinstated')).toMatchObject({
      status: 'processed',
      needs_review: true,
      reason: '5000 came back, but only 2000 was applied.',
    });
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);

    const second = await aReversed();
    await aPaymentByHand(organization, { invoice_id: second.invoice.id }, 5000);
    const answer = await tell(second.payment, 'reinstated');
    expect(answer).toMatchObject({ status: 'processed', needs_review: true });
    expect(answer?.reason).toContain('The invoice is already paid.');
    expect(await stateOf(second.payment)).toEqual(['succeeded', 0, 'paid', 0]);

    const third = await aReversed();
    await organization.post(`/v1/invoices/${third.invoice.id}/void`).expect(200);
    expect((await tell(third.payment, 'reinstated'))?.needs_review).toBe(true);
    expect(await stateOf(third.payment)).toEqual(['succeeded', 0, 'voided', 0]);
  });

  it('a part that comes back is applied and needs review; the rest follows', async () => {
    const { invoice, payment } = await aReversed();
    expect(await tell(payment, 'reinstated', { amount: 3000 })).toMatchObject({
      status: 'processed',
      needs_review: true,
      reason: '3000 of the 5000 is here again.',
    });
    expect(await stateOf(payment)).toEqual(['succeeded', 2000, 'finalized', 2000]);
    expect(await tell(payment, 'reinstated', { amount: 2000 })).toMatchObject({ status: 'ignored' });
    expect(await stateOf(payment)).toEqual(['succeeded', 2000, 'finalized', 2000]);
    expect(await tell(payment, 'reinstated')).toMatchObject({ status: 'processed', needs_review: false });
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
    expect((await invoiceOf(organization, invoice.id)).amount_paid_cents).toBe(5000);

    const again = await aReversed();
    await tell(again.payment, 'reinstated', { amount: 3000 });
    await tell(again.payment, 'reversed', { amount: 3000 });
    expect(await stateOf(again.payment)).toEqual(['failed', 5000, 'finalized', 5000]);
    expect(await tell(again.payment, 'reinstated', { amount: 0 })).toMatchObject({
      status: 'ignored',
      needs_review: true,
    });
  });

  it('money in another currency, or of another payment at the provider, is not applied', async () => {
    const { payment } = await aReversed();
    for (const fields of [{ currency: 'EUR' }, { providerPaymentId: 'pi_other' }]) {
      const answer = await tell(payment, 'reinstated', fields);
      expect(answer).toMatchObject({ status: 'ignored', needs_review: true });
    }
    expect(await stateOf(payment)).toEqual(['failed', 5000, 'finalized', 5000]);
  });

  it('the invoices and the request of a reversed payment are paid again', async () => {
    const customer = await aCustomer(organization, { net_payment_term: 0 });
    const [older, newer] = [
      await anInvoice(organization, { customer_id: customer.id, currency: 'USD', amounts: [4000] }),
      await anInvoice(organization, { customer_id: customer.id, currency: 'USD', amounts: [1000] }),
    ];
    const request = await aPaymentRequest(organization, customer, older, newer);
    const body = { payment_request_id: request.id, provider: 'stripe' };
    const payment = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
    const states = async () => [
      (await requestOf(organization, request.id)).payment_status,
      (await invoiceOf(organization, older.id)).status,
      (await invoiceOf(organization, newer.id)).status,
    ];
    await tell(payment, 'succeeded');
    await tell(payment, 'reversed');
    expect(await states()).toEqual(['failed', 'finalized', 'finalized']);
    await tell(payment, 'reinstated', { amount: 4500 });
    expect(await states()).toEqual(['failed', 'paid', 'finalized']);
    await tell(payment, 'reinstated');
    expect(await states()).toEqual(['succeeded', 'paid', 'paid']);
    expect((await requestOf(organization, request.id)).amount_paid_cents).toBe(5000);
    expect((await eventsOf(app, request.id)).slice(1)).toEqual([
      'payment_request.payment_succeeded',
      'payment_request.payment_failed',
      'payment_request.payment_succeeded',
    ]);
  });

  it('a refund of a reversed payment is held until the money comes back', async () => {
    const { payment } = await aReversed();
    expect(await tell(payment, 'refunded', { amount: 2000 })).toMatchObject({ status: 'held' });
    await tell(payment, 'reinstated');
    expect(await paymentOf(organization, payment.id)).toMatchObject({
      status: 'succeeded',
      refunded_amount_cents: 2000,
    });
  });

  it('money that has not come back cannot be refunded', async () => {
    const { invoice, payment } = await aReversed();
    await tell(payment, 'reinstated', { amount: 3000 });
    const whole = await tell(payment, 'refunded', { amount: 5000 });
    expect(whole).toMatchObject({ status: 'ignored', needs_review: true });
    expect(whole?.reason).toContain('the 3000 of 5000 that is here');
    const refund = (body: object) => organization.post(`/v1/payments/${payment.id}/refund`, body);
    const { detail } = await problemOf(refund({ amount_cents: 3001 }), 400, 'invalid_state');
    expect(detail).toContain('amount_cents must be at most 3000');
    const money = { amount: 3001, currency: 'usd', payment_intent: `pi_${payment.id}` };
    const event = stripeEvent('refund.created', { id: 're_above', status: 'succeeded', ...money });
    const single = signStripe(event, PROVIDER_SECRET);
    await deliver(app, paths.get('stripe') ?? '', single).expect(200);
    const [told] = await notificationsOf(organization, 'stripe', '?limit=1');
    expect(told).toMatchObject({ status: 'ignored', needs_review: true });

    expect(await bodyOf(refund({}))).toMatchObject({ status: 'succeeded', refunded_amount_cents: 3000 });
    await problemOf(refund({}), 400, 'invalid_state');
    const note = noteOf(invoice, [100], { refund_amount_cents: 100, finalize: true });
    expect(await wrongFieldsOf(organization.post(CREDIT_NOTES, note))).toEqual(['refund_amount_cents']);
    await tell(payment, 'reinstated');
    expect(await bodyOf(refund({}))).toMatchObject({ status: 'refunded', refunded_amount_cents: 5000 });
  });

  it('a surplus that was refunded does not pay the invoice when the money comes back', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD', amounts: [10_000] });
    const first = await aPayment(organization, invoice);
    const second = await aPayment(organization, invoice);
    await tell(first, 'succeeded', { amount: 4000 });
    await tell(second, 'succeeded');
    await bodyOf(organization.post(`/v1/payments/${second.id}/refund`, { amount_cents: 4000 }));
    await tell(first, 'reversed', { amount: 4000 });
    await tell(second, 'reversed');
    expect(await stateOf(second)).toEqual(['failed', 10_000, 'finalized', 10_000]);
    expect(await tell(second, 'reinstated', { amount: 6000 })).toMatchObject({ needs_review: true });
    expect(await stateOf(second)).toEqual(['succeeded', 4000, 'finalized', 8000]);
    expect(await tell(second, 'reinstated')).toMatchObject({
      status: 'processed',
      effect: 'The money came back and covers 4000 of the 8000 due.',
    });
    expect(await stateOf(second)).toEqual(['succeeded', 0, 'finalized', 4000]);
    expect((await invoiceOf(organization, invoice.id)).amount_paid_cents).toBe(6000);

    await tell(second, 'reversed');
    expect(await tell(second, 'reinstated')).toMatchObject({
      needs_review: true,
      reason: '10000 came back, but only 6000 was applied.',
    });
    expect(await stateOf(second)).toEqual(['succeeded', 0, 'finalized', 4000]);
  });

  it('a payout or a second confirmation of a bank debit settles it, an older one does not', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
      provider: 'gocardless',
    });
    const early = new Date(Date.UTC(2026, 0, day + 1));
    expect(await tell(payment, 'succeeded', { kind: 'payments.paid_out' })).toMatchObject({
      status: 'processed',
      needs_review: false,
    });
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
    await tell(payment, 'failed');
    expect(await stateOf(payment)).toEqual(['failed', 5000, 'finalized', 5000]);
    expect(await tell(payment, 'succeeded', { at: early })).toMatchObject({
      status: 'ignored',
      needs_review: false,
    });
    await tell(payment, 'succeeded');
    expect(await stateOf(payment)).toEqual(['succeeded', 0, 'paid', 0]);
  });

  it('a reversal that was deducted from a payout but never reported needs review', async () => {
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }), {
      provider: 'gocardless',
    });
    await tell(payment, 'succeeded');
    for (const kind of ['payments.late_failure_settled', 'payments.chargeback_settled']) {
      expect(await tell(payment, 'failed', { kind })).toMatchObject({
        status: 'ignored',
        needs_review: true,
      });
    }
    await tell(payment, 'reversed');
    const settled = await tell(payment, 'failed', { kind: 'payments.chargeback_settled' });
    expect(settled).toMatchObject({ status: 'ignored', needs_review: false });
  });
});
