import { aPayment, anInvoice } from '../../support/builders';
import {
  deliver,
  invoiceOf,
  paymentOf,
  stripeEvent,
  stripeSuccess,
  useWebhookPaths,
} from '../../support/payments';
import { signRazorpay, signStripe, type SignedMessage } from '../../support/provider-messages';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, type PaymentBody } from '../../support/wire';

const SECRETS = { stripe: 'whsec_of_the_stripe_account', razorpay: 'a secret of razorpay' };
type Provider = keyof typeof SECRETS;
/** What happened to a dispute, in words of both. */
type Move = 'taken' | 'lost' | 'won';

interface Reconciliation {
  checks: { name: string; mismatches: unknown[] }[];
}

const NAMES: Record<Provider, Record<Move, readonly [type: string, status: string]>> = {
  stripe: {
    taken: ['charge.dispute.funds_withdrawn', 'needs_response'],
    lost: ['charge.dispute.closed', 'lost'],
    won: ['charge.dispute.closed', 'won'],
  },
  razorpay: {
    taken: ['payment.dispute.created', 'open'],
    lost: ['payment.dispute.lost', 'lost'],
    won: ['payment.dispute.won', 'won'],
  },
};

describe('disputes over a part of a payment', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  const paths = useWebhookPaths(organization, SECRETS);
  let clock = 0;

  const paid = async (provider: Provider) => {
    const currency = provider === 'stripe' ? 'EUR' : 'INR';
    const invoice = await anInvoice(organization, { currency });
    const payment = await aPayment(organization, invoice, { provider });
    const success = provider === 'stripe' ? stripeSuccess(SECRETS.stripe, payment) : captured(payment);
    await deliver(app, paths[provider], success).expect(200);
    return { invoice, payment };
  };
  const captured = ({ id, amount_cents: amount, currency }: PaymentBody): SignedMessage => {
    const entity = { id: `pay_${id}`, amount, currency, status: 'captured', notes: { payment_id: id } };
    const body = { event: 'payment.captured', created_at: now(), payload: { payment: { entity } } };
    return signRazorpay(JSON.stringify(body), SECRETS.razorpay);
  };
  /** Each report is a second after the former. */
  const now = (): number => Math.floor(Date.now() / 1000) + ++clock;
  const report = (provider: Provider, payment: PaymentBody, move: Move, amount: number, id = 'd') => {
    const [type, status] = NAMES[provider][move];
    const currency = payment.currency;
    if (provider === 'stripe') {
      const dispute = {
        ...{ id: `du_${id}_${payment.id}`, amount, status, reason: 'fraudulent' },
        ...{ currency: currency.toLowerCase(), payment_intent: `pi_${payment.id}`, metadata: {} },
      };
      const event = stripeEvent(type, dispute, { created: now() });
      return deliver(app, paths.stripe, signStripe(event, SECRETS.stripe)).expect(200);
    }
    const deducted = move === 'won' ? 0 : amount;
    const dispute = {
      ...{ id: `disp_${id}_${payment.id}`, payment_id: `pay_${payment.id}`, amount, currency, status },
      ...{ amount_deducted: deducted, reason_code: 'fraud' },
    };
    const paymentEntity = { id: `pay_${payment.id}`, notes: { payment_id: payment.id } };
    const payload = { payment: { entity: paymentEntity }, dispute: { entity: dispute } };
    const body = JSON.stringify({ event: type, created_at: now(), payload });
    return deliver(app, paths.razorpay, signRazorpay(body, SECRETS.razorpay)).expect(200);
  };
  const stateOf = async (invoiceId: string, paymentId: string) => {
    const invoice = await invoiceOf(organization, invoiceId);
    const payment = await paymentOf(organization, paymentId);
    return {
      invoice: [invoice.status, invoice.amount_due_cents],
      payment: [payment.status, payment.reversed_amount_cents],
      review: payment.needs_review,
    };
  };
  const expectExact = async (): Promise<void> => {
    const { checks } = await bodyOf<Reconciliation>(organization.get('/v1/reconciliation'));
    expect(checks.filter((it) => it.mismatches.length > 0)).toEqual([]);
  };
  const PAID = { invoice: ['paid', 0], payment: ['succeeded', 0], review: false };
  const PART_GONE = { invoice: ['finalized', 2000], payment: ['succeeded', 2000], review: false };

  it.each(['stripe', 'razorpay'] as const)('%s: take their part only, once', async (provider) => {
    const { invoice, payment } = await paid(provider);
    await report(provider, payment, 'taken', 2000);
    expect(await stateOf(invoice.id, payment.id)).toEqual(PART_GONE);
    await report(provider, payment, 'lost', 2000);
    expect(await stateOf(invoice.id, payment.id)).toEqual(PART_GONE);
    await expectExact();
    const [dispute] = (
      await listOf<{ status: string; amount_cents: number }>(
        organization.get(`/v1/disputes?payment_id=${payment.id}`),
      )
    ).items;
    expect(dispute).toMatchObject({ status: 'lost', amount_cents: 2000 });
  });

  it.each(['stripe', 'razorpay'] as const)('%s: won, the part is back, once', async (provider) => {
    const { invoice, payment } = await paid(provider);
    await report(provider, payment, 'taken', 2000);
    await report(provider, payment, 'won', 2000);
    await report(provider, payment, 'won', 2000);
    expect(await stateOf(invoice.id, payment.id)).toEqual(PAID);
    await expectExact();
  });

  it('two of one payment take both parts, and one comes back', async () => {
    const { invoice, payment } = await paid('stripe');
    await report('stripe', payment, 'taken', 2000, 'a');
    await report('stripe', payment, 'taken', 1000, 'b');
    expect(await stateOf(invoice.id, payment.id)).toMatchObject({
      ...{ invoice: ['finalized', 3000], payment: ['succeeded', 3000] },
    });
    await report('stripe', payment, 'won', 1000, 'b');
    expect(await stateOf(invoice.id, payment.id)).toEqual(PART_GONE);
    await expectExact();
  });

  it('what went back cannot be refunded, and a refund before stays counted', async () => {
    const { payment } = await paid('stripe');
    const refund = (amount: number) =>
      organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: amount });
    await refund(1000).expect(200);
    await report('stripe', payment, 'taken', 2000);
    await problemOf(refund(2001), 400, 'invalid_state');
    await refund(2000).expect(200);
    await expectExact();
    await report('stripe', payment, 'won', 2000);
    expect(await paymentOf(organization, payment.id)).toMatchObject({
      ...{ status: 'succeeded', refunded_amount_cents: 3000, reversed_amount_cents: 0 },
    });
    await expectExact();
  });

  it('a part that comes back when the invoice is paid anew is for a person to decide', async () => {
    const { invoice, payment } = await paid('stripe');
    await report('stripe', payment, 'taken', 2000);
    const byHand = { invoice_id: invoice.id, amount_cents: 2000 };
    await organization.post('/v1/payments/record', byHand).expect(201);
    await report('stripe', payment, 'won', 2000);
    expect(await paymentOf(organization, payment.id)).toMatchObject({
      ...{ surplus_amount_cents: 2000, needs_review: true, status: 'succeeded' },
    });
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });
    await expectExact();
  });

  it.each([
    ['JPY', 500, 500],
    ['KWD', 12_340, 12_340],
    ['MGA', 500, 50_000],
    ['ISK', 500_000, 5000],
    ['UGX', 500_000, 5000],
  ])('stripe: %s %i are counted as those of charges', async (currency, reported, cents) => {
    const invoice = await anInvoice(organization, { currency, amounts: [cents * 2] });
    const payment = await aPayment(organization, invoice, { provider: 'stripe' });
    const scaled = { amount_received: reported * 2, amount: reported * 2 };
    await deliver(app, paths.stripe, stripeSuccess(SECRETS.stripe, payment, scaled)).expect(200);
    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
    await report('stripe', payment, 'taken', reported);
    expect(await stateOf(invoice.id, payment.id)).toMatchObject({
      ...{ invoice: ['finalized', cents], payment: ['succeeded', cents] },
    });
  });
});
