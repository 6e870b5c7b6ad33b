import { publishedProviders } from './published-providers';
import { MalformedItemError, type PaymentProvider, type ProviderNotification } from './payment-provider';

/** The expected outcomes and field paths are those of docs/payments.md. */

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

function providerOf(name: string): PaymentProvider {
  const provider = publishedProviders.find((it) => it.name === name);
  if (provider === undefined) throw new Error(`No provider ${name}`);
  return provider;
}

const read = (name: string, item: unknown): ProviderNotification => providerOf(name).read(item);
const stripe = (event: object, subject: object) =>
  read('stripe', { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: subject }, ...event });

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
      'payment.dispute.won': 'reinstated',
      'payment.dispute.closed': 'reinstated',
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
    const lost = { payment, dispute };
    expect(razorpay('payment.dispute.closed', lost).outcome).toBe('reversed');
    const won = { payment, dispute: { entity: { ...dispute.entity, status: 'won' } } };
    expect(razorpay('payment.dispute.closed', won)).toMatchObject({ outcome: 'reinstated', amountCents: 7n });
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
      paid_out: 'succeeded',
      failed: 'failed',
      late_failure_settled: 'reversal_settled',
      customer_approval_denied: 'failed',
      cancelled: 'canceled',
      charged_back: 'reversed',
      chargeback_cancelled: 'reinstated',
      chargeback_settled: 'reversal_settled',
      surcharge_fee_debited: 'ignored',
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
      usesRecordedAmount: true,
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
    const list = (length: number) => ({ events: Array.from({ length }, () => 1) });
    expect(provider?.split(list(5000), '', {})).toHaveLength(5000);
    expect(() => provider?.split(list(5001), '', {})).toThrow('events must have at most 5000 entries');
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
      'dispute.won': 'reinstated',
      'dispute.cancelled': 'reinstated',
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

describe('values that are compared', () => {
  const WRONG = ['x'.repeat(256), 'a\0b', `${ID}\0`, 'a\ud800'];
  const links = { payment: 'PM1', refund: 'RF1' };
  const READERS: Record<string, (wrong: string) => ProviderNotification> = {
    'stripe event': (it) => stripe({ id: it }, {}),
    'stripe type': (it) => stripe({ type: `payment_intent.succeeded${it}` }, {}),
    'stripe payment': (it) => stripe({}, { id: it }),
    'stripe metadata': (it) => stripe({}, { metadata: { payment_id: it } }),
    'stripe currency': (it) => stripe({}, { currency: it }),
    'stripe refund': (it) => stripe({ type: 'refund.created' }, { id: it, status: 'succeeded' }),
    'stripe expanded payment': (it) => stripe({ type: 'charge.refunded' }, { payment_intent: { id: it } }),
    'stripe checkout': (it) => stripe({ type: 'checkout.session.completed' }, { id: it }),
    'stripe reference': (it) => stripe({ type: 'checkout.session.completed' }, { client_reference_id: it }),
    'razorpay payment': (it) => razorpay('payment.captured', { payment: { entity: { id: it } } }),
    'razorpay order': (it) => razorpay('order.paid', { order: { entity: { id: it } } }),
    'razorpay notes': (it) => razorpay('order.paid', { order: { entity: { notes: { payment_id: it } } } }),
    'razorpay refund': (it) => razorpay('refund.processed', { refund: { entity: { id: it } } }),
    'razorpay link': (it) => razorpay('payment_link.expired', { payment_link: { entity: { id: it } } }),
    'gocardless event': (it) => gocardless('payments', 'confirmed', { id: it }),
    'gocardless action': (it) => gocardless('payments', `confirmed${it}`),
    'gocardless payment': (it) => gocardless('payments', 'confirmed', { links: { payment: it } }),
    'gocardless refund': (it) => gocardless('refunds', 'paid', { links: { ...links, refund: it } }),
    'gocardless metadata': (it) =>
      gocardless('payments', 'confirmed', { resource_metadata: { payment_id: it } }),
    'dodo payment': (it) => dodo('payment.succeeded', { payment_id: it }),
    'dodo checkout': (it) => dodo('payment.succeeded', { checkout_session_id: it }),
    'dodo metadata': (it) => dodo('payment.succeeded', { metadata: { payment_id: it } }),
    'dodo refund': (it) => dodo('refund.succeeded', { refund_id: it }),
    'manual payment': (it) => read('manual', { status: 'succeeded', provider_payment_id: it }),
  };

  it.each(Object.entries(READERS))('%s: a text too long or not storable is malformed', (_, read) => {
    for (const wrong of WRONG) expect(() => read(wrong)).toThrow(MalformedItemError);
  });

  it('a malformed event ID is replaced, and a malformed hint is ignored', () => {
    for (const wrong of WRONG) {
      for (const [name, body] of [
        ['stripe', { id: wrong, account: wrong, data: { object: { metadata: { payment_id: wrong } } } }],
        ['gocardless', { events: [{ id: wrong, links: { organisation: wrong } }] }],
        ['razorpay', { account_id: wrong }],
        ['dodopayments', { business_id: wrong }],
        ['manual', { payment_id: wrong }],
      ] as const) {
        expect(providerOf(name).hints(body)).toEqual({ accountIds: [], paymentIds: [] });
        if (name === 'manual') continue;
        const headers = { 'x-razorpay-event-id': ['x'.repeat(256)] };
        expect(
          providerOf(name)
            .split(body, '', headers)
            .map((it) => it.eventId),
        ).toEqual([null]);
      }
    }
  });

  it('a currency in letters that only become ASCII in upper case is malformed', () => {
    expect(stripe({}, { currency: 'sek' }).currency).toBe('SEK');
    expect(() => stripe({}, { currency: '\u017fek' })).toThrow(MalformedItemError);
  });

  it('the reason of a failure is shortened and cleaned', () => {
    const error = { code: 'a\0b', message: 'x'.repeat(300) };
    const { failureReason } = stripe(
      { type: 'payment_intent.payment_failed' },
      { last_payment_error: error },
    );
    expect(failureReason).toBe(`ab: ${'x'.repeat(255)}`);
  });
});
