import { publishedProviders } from './published-providers';
import { MalformedItemError, type ProviderNotification } from './payment-provider';

/** The expected outcomes and field paths are those of docs/payments.md. */

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

function read(name: string, item: unknown): ProviderNotification {
  const provider = publishedProviders.find((it) => it.name === name);
  if (provider === undefined) throw new Error(`No provider ${name}`);
  return provider.read(item);
}

const stripe = (type: string, object: object) =>
  read('stripe', { type, created: 1_760_000_000, data: { object } });
const razorpay = (event: string, payload: object) => read('razorpay', { event, created_at: 1, payload });
const gocardless = (type: string, action: string, more: object = {}) =>
  read('gocardless', {
    id: 'EV1',
    resource_type: type,
    action,
    links: { payment: 'PM1', refund: 'RF1' },
    ...more,
  });
const dodo = (type: string, data: object) =>
  read('dodopayments', { type, timestamp: '2026-01-01T00:00:00Z', data });

const outcomesOf = (read: (kind: string) => ProviderNotification, kinds: string[]): Record<string, string> =>
  Object.fromEntries(kinds.map((it) => [it, read(it).outcome]));

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
      'charge.dispute.created': 'ignored',
      'payment_intent.created': 'ignored',
      'invoice.paid': 'ignored',
      toString: 'ignored',
    };
    expect(outcomesOf((it) => stripe(it, object), Object.keys(expected))).toEqual(expected);
    const unpaid = stripe('checkout.session.completed', { payment_status: 'unpaid' });
    const free = stripe('checkout.session.completed', {
      payment_status: 'no_payment_required',
      amount_total: 0,
    });
    expect([unpaid.outcome, free.outcome, free.amountCents]).toEqual(['processing', 'succeeded', 0n]);
    expect(stripe('charge.dispute.closed', { status: 'lost' }).outcome).toBe('reversed');
    expect(stripe('charge.dispute.closed', { status: 'won' }).outcome).toBe('ignored');
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
      providerPaymentId: 'pi_1',
      checkoutId: null,
      amountCents: 7n,
      currency: 'USD',
      refund: null,
      failureReason: null,
      ignoredReason: null,
      mayFailLate: false,
    });
    const session = {
      id: 'cs_1',
      payment_intent: 'pi_1',
      amount_total: 7,
      currency: 'jpy',
      client_reference_id: ID,
    };
    expect(stripe('checkout.session.completed', session)).toMatchObject({
      paymentId: ID,
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

  it('a thin event is ignored', () => {
    const thin = { id: 'evt_1', object: 'v2.core.event', type: 'payment_intent.succeeded' };
    expect(read('stripe', thin)).toMatchObject({ outcome: 'ignored' });
  });

  it('a malformed event is refused', () => {
    const object = { id: 'pi_1', amount_received: '5000', currency: 'usd' };
    expect(() => stripe('payment_intent.succeeded', object)).toThrow(MalformedItemError);
    expect(() => stripe('payment_intent.succeeded', { currency: 'doubloons' })).toThrow(MalformedItemError);
    for (const item of [null, [], 'text', {}, { type: 'payment_intent.succeeded' }]) {
      expect(() => read('stripe', item)).toThrow(MalformedItemError);
    }
  });
});

describe('Razorpay', () => {
  const entity = { id: 'pay_1', order_id: 'order_1', amount: 7, currency: 'INR', notes: { payment_id: ID } };
  const payment = { entity };

  it('every event type has its documented outcome', () => {
    const refund = { entity: { id: 'rfnd_1', payment_id: 'pay_1', amount: 5 } };
    const expected = {
      'payment.authorized': 'processing',
      'payment.captured': 'succeeded',
      'order.paid': 'succeeded',
      'payment.failed': 'failed',
      'refund.processed': 'refunded',
      'refund.failed': 'refunded',
      'refund.created': 'ignored',
      'payment_link.cancelled': 'canceled',
      'payment_link.expired': 'canceled',
      'payment.dispute.lost': 'reversed',
      'payment.dispute.won': 'ignored',
      'payment.dispute.created': 'ignored',
      'settlement.processed': 'ignored',
    };
    expect(outcomesOf((it) => razorpay(it, { payment, refund }), Object.keys(expected))).toEqual(expected);
    const dispute = { entity: { payment_id: 'pay_1', amount: 7, amount_deducted: 7, reason_code: 'fraud' } };
    expect(razorpay('payment.dispute.created', { payment, dispute })).toMatchObject({
      outcome: 'reversed',
      providerPaymentId: 'pay_1',
      amountCents: 7n,
      failureReason: 'dispute: fraud',
    });
    const uncaptured = { payment: { entity: { ...entity, captured: false } }, refund };
    expect(razorpay('refund.processed', uncaptured).outcome).toBe('ignored');
  });

  it('every field is read from its documented path, and an empty notes list is accepted', () => {
    expect(razorpay('payment.captured', { payment })).toMatchObject({
      paymentId: ID,
      providerPaymentId: 'pay_1',
      checkoutId: 'order_1',
      amountCents: 7n,
      currency: 'INR',
    });
    expect(
      razorpay('payment.captured', { payment: { entity: { ...entity, notes: [] } } }).paymentId,
    ).toBeNull();
    const order = { entity: { id: 'order_1', amount_paid: 7, currency: 'INR', notes: { payment_id: ID } } };
    expect(razorpay('order.paid', { order })).toMatchObject({
      paymentId: ID,
      providerPaymentId: null,
      checkoutId: 'order_1',
      amountCents: 7n,
    });
    const failed = {
      ...entity,
      error_code: 'BAD_REQUEST_ERROR',
      error_reason: null,
      error_description: 'No.',
    };
    expect(razorpay('payment.failed', { payment: { entity: failed } }).failureReason).toBe(
      'BAD_REQUEST_ERROR: No.',
    );
    const refund = { entity: { id: 'rfnd_1', payment_id: 'pay_1', amount: 5, currency: 'INR', notes: [] } };
    const refunded = { payment: { entity: { ...entity, amount_refunded: 6, captured: true } }, refund };
    expect(razorpay('refund.processed', refunded).refund).toEqual({
      id: 'rfnd_1',
      amountCents: 5n,
      cumulativeCents: 6n,
      hasFailed: false,
    });
  });
});

describe('GoCardless', () => {
  it('every event type has its documented outcome', () => {
    const expected = {
      created: 'processing',
      submitted: 'processing',
      customer_approval_granted: 'processing',
      resubmission_requested: 'processing',
      confirmed: 'succeeded',
      paid_out: 'ignored',
      failed: 'failed',
      customer_approval_denied: 'failed',
      cancelled: 'canceled',
      charged_back: 'reversed',
      late_failure_settled: 'ignored',
    };
    expect(outcomesOf((it) => gocardless('payments', it), Object.keys(expected))).toEqual(expected);
    const refunds = { paid: 'refunded', refund_settled: 'refunded', failed: 'refunded', created: 'ignored' };
    expect(outcomesOf((it) => gocardless('refunds', it), Object.keys(refunds))).toEqual(refunds);
    expect(gocardless('mandates', 'cancelled').outcome).toBe('ignored');
  });

  it('every field is read from its documented path', () => {
    const details = { cause: 'bank_account_closed', description: 'Closed', reason_code: 'ADDACS-B' };
    const more = {
      created_at: '2026-01-01T00:00:00.000Z',
      details,
      metadata: {},
      resource_metadata: { payment_id: ID },
    };
    expect(gocardless('payments', 'failed', more)).toMatchObject({
      eventType: 'payments.failed',
      occurredAt: new Date('2026-01-01T00:00:00.000Z'),
      paymentId: ID,
      providerPaymentId: 'PM1',
      amountCents: null,
      failureReason: 'ADDACS-B: bank_account_closed: Closed',
      mayFailLate: true,
    });
    expect(gocardless('refunds', 'failed').refund).toMatchObject({ id: 'RF1', hasFailed: true });
  });

  it('a body is split into one notification per event', () => {
    const provider = publishedProviders.find((it) => it.name === 'gocardless');
    const items = provider?.split({ events: [{ id: 'EV1' }, null, { id: 7 }] }, '', {});
    expect(items?.map((it) => [it.eventId, it.text])).toEqual([
      ['EV1', '{"id":"EV1"}'],
      [null, 'null'],
      [null, '{"id":7}'],
    ]);
    for (const body of [{}, [], null, { events: {} }]) {
      expect(() => provider?.split(body, '', {})).toThrow('events');
    }
    expect(() => gocardless('payments', 'confirmed', { links: null })).toThrow(MalformedItemError);
  });
});

describe('Dodo Payments', () => {
  it('the event type decides the outcome, not the status in the body', () => {
    const expected = {
      'payment.processing': 'processing',
      'payment.succeeded': 'succeeded',
      'payment.failed': 'failed',
      'payment.cancelled': 'canceled',
      'refund.succeeded': 'refunded',
      'refund.failed': 'refunded',
      'dispute.lost': 'reversed',
      'dispute.opened': 'ignored',
      'subscription.active': 'ignored',
    };
    const data = { status: 'succeeded', refund_id: 'ref_1', amount: 5 };
    expect(outcomesOf((it) => dodo(it, data), Object.keys(expected))).toEqual(expected);
  });

  it('every field is read from its documented path', () => {
    const data = { payment_id: 'pay_1', checkout_session_id: 'cks_1', total_amount: 7, currency: 'USD' };
    expect(dodo('payment.succeeded', { ...data, metadata: { payment_id: ID } })).toMatchObject({
      occurredAt: new Date('2026-01-01T00:00:00Z'),
      paymentId: ID,
      providerPaymentId: 'pay_1',
      checkoutId: 'cks_1',
      amountCents: 7n,
      currency: 'USD',
    });
    const failed = { error_code: 'DECLINED', error_message: 'No.' };
    expect(dodo('payment.failed', failed).failureReason).toBe('DECLINED: No.');
    const whole = { refund_id: 'ref_1', payment_id: 'pay_1', amount: null, is_partial: false };
    expect(dodo('refund.succeeded', whole).refund).toMatchObject({ id: 'ref_1', amountCents: null });
    expect(() => dodo('refund.succeeded', { ...whole, is_partial: true })).toThrow(MalformedItemError);
  });
});
