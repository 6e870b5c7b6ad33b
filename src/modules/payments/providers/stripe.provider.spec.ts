import { parseExactJson } from '../../../platform/http/exact-json';
import { StripeProvider } from './stripe.provider';
import { MalformedItemError, type ProviderNotification } from './payment-provider';

/** The expected outcomes and field paths are those of docs/payments.md. */

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const provider = new StripeProvider();

const stripe = (type: string, object: object): ProviderNotification =>
  provider.read({ type, created: 1_760_000_000, data: { object } });
const outcomesOf = (kinds: string[], object: object): Record<string, string> =>
  Object.fromEntries(kinds.map((it) => [it, stripe(it, object).outcome]));

describe('Stripe', () => {
  const refund = { id: 're_1', amount: 5, currency: 'usd', payment_intent: 'pi_1' };

  it('every event type has its documented outcome', () => {
    const object = { id: 'x_1', status: 'succeeded', payment_status: 'paid', amount_refunded: 5 };
    const expected = {
      'payment_intent.processing': 'processing',
      'payment_intent.requires_action': 'processing',
      'payment_intent.succeeded': 'succeeded',
      'payment_intent.payment_failed': 'failed',
      'payment_intent.canceled': 'canceled',
      'checkout.session.completed': 'succeeded',
      'checkout.session.async_payment_succeeded': 'succeeded',
      'checkout.session.async_payment_failed': 'failed',
      'checkout.session.expired': 'canceled',
      'charge.refunded': 'refunded',
      'refund.created': 'refunded',
      'refund.updated': 'refunded',
      'charge.dispute.funds_withdrawn': 'reversed',
      'charge.dispute.funds_reinstated': 'reinstated',
      'charge.dispute.created': 'ignored',
      'payment_intent.created': 'ignored',
      'invoice.paid': 'ignored',
      toString: 'ignored',
    };
    expect(outcomesOf(Object.keys(expected), object)).toEqual(expected);
    const unpaid = stripe('checkout.session.completed', { payment_status: 'unpaid' });
    const free = stripe('checkout.session.completed', {
      payment_status: 'no_payment_required',
      amount_total: 0,
    });
    expect([unpaid.outcome, free.outcome, free.amountCents]).toEqual(['processing', 'succeeded', 0n]);
    expect(stripe('charge.dispute.closed', { status: 'lost' }).outcome).toBe('reversed');
    expect(stripe('charge.dispute.closed', { status: 'won' }).outcome).toBe('reinstated');
    expect(stripe('charge.dispute.closed', { status: 'warning_closed' }).outcome).toBe('ignored');
    expect(stripe('refund.updated', { ...refund, status: 'pending' }).outcome).toBe('ignored');
    expect(stripe('refund.failed', { ...refund, status: 'failed' })).toMatchObject({
      outcome: 'refunded',
      refund: { id: 're_1', amountCents: 5n, cumulativeCents: null, hasFailed: true },
    });
  });

  it('every field is read from its documented path', () => {
    const intent = {
      id: 'pi_1',
      amount: 9,
      amount_received: 7,
      currency: 'usd',
      metadata: { payment_id: ID },
    };
    expect(stripe('payment_intent.succeeded', intent)).toEqual({
      eventType: 'payment_intent.succeeded',
      occurredAt: new Date(1_760_000_000_000),
      outcome: 'succeeded',
      paymentId: ID,
      otherPaymentIds: [],
      providerPaymentId: 'pi_1',
      checkoutId: null,
      amountCents: 7n,
      currency: 'USD',
      refund: null,
      failureReason: null,
      ignoredReason: null,
      mayFailLate: false,
      usesRecordedAmount: false,
    });
    const session = {
      id: 'cs_1',
      payment_intent: 'pi_1',
      amount_total: 7,
      currency: 'jpy',
      client_reference_id: ID,
    };
    expect(stripe('checkout.session.completed', session)).toMatchObject({
      paymentId: null,
      otherPaymentIds: [ID],
      providerPaymentId: 'pi_1',
      checkoutId: 'cs_1',
      amountCents: 7n,
      currency: 'JPY',
    });
    const charge = { id: 'ch_1', payment_intent: { id: 'pi_1' }, amount_refunded: 3, currency: 'usd' };
    expect(stripe('charge.refunded', charge)).toMatchObject({
      providerPaymentId: 'pi_1',
      refund: { id: null, amountCents: null, cumulativeCents: 3n, hasFailed: false },
    });
    const error = { last_payment_error: { code: 'card_declined', message: 'No.' }, metadata: null };
    expect(stripe('payment_intent.payment_failed', error)).toMatchObject({
      paymentId: null,
      failureReason: 'card_declined: No.',
    });
    const none = stripe('payment_intent.payment_failed', { last_payment_error: null });
    expect(none.failureReason).toBeNull();
  });

  it('the balance transactions of a dispute say how much of it was returned', () => {
    const dispute = { amount: 9, currency: 'usd', payment_intent: 'pi_1' };
    const returned = (...movements: [amount: unknown, currency?: string][]) => {
      const transactions = movements.map(([amount, currency = 'usd']) => ({ amount, currency }));
      const object = { ...dispute, balance_transactions: transactions };
      return stripe('charge.dispute.funds_reinstated', object).amountCents;
    };
    expect(returned()).toBe(9n);
    expect(returned([-9])).toBe(9n);
    expect(returned([-9], [4])).toBe(4n);
    expect(returned([-9], [4], [5])).toBe(9n);
    expect(returned([-11, 'eur'], [5, 'eur'])).toBe(9n);
    expect(returned([null], [4])).toBe(4n);
    const { amount: altered } = parseExactJson('{"amount": 40.00000000000000000001}') as { amount: unknown };
    for (const amount of ['4', 0.5, -0.5, 2 ** 53, altered]) {
      expect(() => returned([-9], [amount])).toThrow(MalformedItemError);
    }
  });

  it('a thin event is ignored', () => {
    const thin = { id: 'evt_1', object: 'v2.core.event', type: 'payment_intent.succeeded' };
    expect(provider.read(thin)).toMatchObject({ outcome: 'ignored' });
  });

  it('a malformed event is refused', () => {
    const object = { id: 'pi_1', amount_received: '5000', currency: 'usd' };
    expect(() => stripe('payment_intent.succeeded', object)).toThrow(MalformedItemError);
    expect(() => stripe('payment_intent.succeeded', { currency: 'doubloons' })).toThrow(MalformedItemError);
    for (const item of [null, [], 'text', {}, { type: 'payment_intent.succeeded' }]) {
      expect(() => provider.read(item)).toThrow(MalformedItemError);
    }
  });
});
