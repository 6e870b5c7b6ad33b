import {
  MOVES,
  PAYMENT_STATUSES,
  moveOf,
  refundedCents,
  timesAfter,
  appliedCents,
  isEarlyPart,
  type Move,
  type MovingPayment,
  type PaymentState,
  type NotificationFacts,
} from './payment.rules';

const EVENTS = [
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  'reversed',
  'reinstated',
  'reversal_settled',
] as const;
type Event = (typeof EVENTS)[number];

/** The table in docs/payments.md, row by row. */
const TABLE: Record<PaymentState, Record<Event, Move>> = {
  pending: row('process', 'apply', 'fail', 'cancel', 'hold', 'hold', 'hold', 'hold'),
  processing: row('ignore', 'apply', 'fail', 'cancel', 'hold', 'hold', 'hold', 'hold'),
  failed: row('ignore', 'apply', 'ignore', 'cancel', 'hold', 'hold', 'hold', 'hold'),
  canceled: row('ignore', 'apply_for_review', 'ignore', 'ignore', 'hold', 'hold', 'hold', 'hold'),
  succeeded: row('ignore', 'ignore', 'ignore', 'ignore', 'refund', 'reverse', 'ignore', 'ignore'),
  refunded: row('ignore', 'ignore', 'ignore', 'ignore', 'refund', 'ignore', 'ignore', 'ignore'),
  reversed: row('ignore', 'ignore', 'ignore', 'ignore', 'hold', 'ignore', 'reinstate', 'ignore'),
};

function row(...moves: Move[]): Record<Event, Move> {
  return Object.fromEntries(EVENTS.map((it, index) => [it, moves[index]])) as Record<Event, Move>;
}

const paymentIn = (state: PaymentState): MovingPayment => ({
  status: state === 'reversed' ? 'failed' : state,
  isReversed: state === 'reversed',
  providerSucceededAt: null,
  providerFailedAt: null,
  providerReinstatedAt: null,
  amountCents: 1000n,
  reversedAmountCents: 0n,
});
const facts = (
  outcome: NotificationFacts['outcome'],
  more: Partial<NotificationFacts> = {},
): NotificationFacts => ({
  outcome,
  occurredAt: null,
  mayFailLate: false,
  amountCents: null,
  ...more,
});

describe('payment transitions', () => {
  it('the transition table covers every state', () => {
    expect(Object.keys(MOVES).sort()).toEqual([...PAYMENT_STATUSES, 'reversed'].sort());
  });

  it.each(Object.keys(TABLE) as PaymentState[])(
    'a %s payment makes the documented move for every outcome',
    (state) => {
      const moves = Object.fromEntries(EVENTS.map((it) => [it, moveOf(paymentIn(state), facts(it))]));
      expect(moves).toEqual(TABLE[state]);
      expect(moveOf(paymentIn(state), facts('ignored'))).toBe('ignore');
    },
  );
});

describe('late failure', () => {
  const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-05T00:00:00Z')];
  const succeeded = { ...paymentIn('succeeded'), providerSucceededAt: early };
  const failed = { ...paymentIn('failed'), providerFailedAt: late };

  it('a late failure reverses an earlier success', () => {
    expect(moveOf(succeeded, facts('failed', { mayFailLate: true, occurredAt: late }))).toBe('reverse');
    expect(moveOf(succeeded, facts('failed', { mayFailLate: true }))).toBe('reverse');
    expect(moveOf(succeeded, facts('failed', { occurredAt: late }))).toBe('ignore');
  });

  it('the failure of an earlier attempt is not a late failure', () => {
    const before = { ...succeeded, providerSucceededAt: late };
    expect(moveOf(before, facts('failed', { mayFailLate: true, occurredAt: early }))).toBe('ignore');
  });

  it('a late failure that arrives first is applied when the success arrives', () => {
    expect(moveOf(failed, facts('succeeded', { mayFailLate: true, occurredAt: early }))).toBe(
      'apply_and_reverse',
    );
    expect(moveOf(failed, facts('succeeded', { mayFailLate: true, occurredAt: late }))).toBe(
      'apply_and_reverse',
    );
    const after = new Date('2026-01-09T00:00:00Z');
    expect(moveOf(failed, facts('succeeded', { mayFailLate: true, occurredAt: after }))).toBe('apply');
    expect(moveOf(failed, facts('succeeded', { occurredAt: early }))).toBe('apply');
  });
});

describe('money that comes back', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const reversed = { ...paymentIn('reversed'), providerFailedAt: at(5) };
  const returned = { ...paymentIn('succeeded'), providerFailedAt: at(5), providerReinstatedAt: at(6) };

  it('the times of the provider decide whether money was last taken or returned', () => {
    expect(moveOf(reversed, facts('reinstated', { occurredAt: at(4) }))).toBe('ignore');
    expect(moveOf(reversed, facts('reinstated', { occurredAt: at(5) }))).toBe('reinstate');
    expect(moveOf(reversed, facts('reinstated', { occurredAt: null }))).toBe('reinstate');
    expect(moveOf(returned, facts('reversed', { occurredAt: at(5) }))).toBe('ignore');
    expect(moveOf(returned, facts('reversed', { occurredAt: at(6) }))).toBe('ignore');
    expect(moveOf(returned, facts('reversed', { occurredAt: at(7) }))).toBe('reverse');
    expect(moveOf(returned, facts('reversed', { occurredAt: null }))).toBe('reverse');
  });

  it('a bank debit that is confirmed after its late failure pays again, another success does not', () => {
    const late = { mayFailLate: true };
    expect(moveOf(reversed, facts('succeeded', { ...late, occurredAt: at(6) }))).toBe('reinstate');
    expect(moveOf(reversed, facts('succeeded', { ...late, occurredAt: at(5) }))).toBe('ignore');
    expect(moveOf(reversed, facts('succeeded', { occurredAt: at(6) }))).toBe('ignore');
  });

  it('the rest of a payment that came back in part is reinstated later', () => {
    const inPart = { ...returned, reversedAmountCents: 400n };
    expect(moveOf(inPart, facts('reinstated', { occurredAt: at(7) }))).toBe('reinstate');
    expect(moveOf(inPart, facts('reinstated', { occurredAt: at(4) }))).toBe('ignore');
    expect(moveOf({ ...inPart, providerFailedAt: at(3) }, facts('reinstated', { occurredAt: at(5) }))).toBe(
      'ignore',
    );
    expect(moveOf(returned, facts('reinstated', { occurredAt: at(7) }))).toBe('ignore');
  });

  it('the return of a part that arrives before its reversal does not settle the reversal', () => {
    const untouched = paymentIn('succeeded');
    const returnedAt = (amountCents: bigint, occurredAt: Date | null = at(6), payment = untouched) =>
      timesAfter(payment, facts('reinstated', { amountCents, occurredAt })).providerReinstatedAt;
    const isEarly = (amountCents: bigint | null, occurredAt: Date | null, payment = untouched) =>
      isEarlyPart(payment, facts('reinstated', { amountCents, occurredAt }));
    expect([returnedAt(999n), returnedAt(1000n)]).toEqual([null, at(6)]);
    expect(returnedAt(999n, at(7), { ...returned, reversedAmountCents: 400n })).toEqual(at(7));
    expect([isEarly(999n, at(6)), isEarly(1000n, at(6)), isEarly(null, at(6))]).toEqual([true, false, false]);
    expect(isEarly(999n, null)).toBe(false);
    expect([isEarly(999n, at(6), returned), isEarly(999n, at(7), returned)]).toEqual([false, true]);
    expect(isEarly(999n, at(7), { ...returned, reversedAmountCents: 400n })).toBe(false);
  });

  it('times only move forward, and only by events that concern them', () => {
    const times = (payment: MovingPayment, ...about: Parameters<typeof facts>) =>
      timesAfter(payment, facts(...about));
    expect(times(reversed, 'reversed', { occurredAt: at(9) }).providerFailedAt).toEqual(at(9));
    expect(times(reversed, 'reversed', { occurredAt: at(1) }).providerFailedAt).toEqual(at(5));
    expect(times(returned, 'reinstated', { occurredAt: at(9) }).providerReinstatedAt).toEqual(at(9));
    expect(times(returned, 'reinstated', { occurredAt: null }).providerReinstatedAt).toEqual(at(6));
    expect(times(paymentIn('pending'), 'reinstated', { occurredAt: at(9) }).providerReinstatedAt).toBeNull();
  });
});

describe('refunds', () => {
  const ok = (amountCents: bigint, providerRefundId: string | null = 're_1') =>
    ({ providerRefundId, amountCents, status: 'succeeded', failedAt: null }) as const;
  const byHand = (amountCents: bigint) => ok(amountCents, null);
  const failed = (amountCents: bigint, day = 2) =>
    ({ ...ok(amountCents), status: 'failed', failedAt: new Date(Date.UTC(2026, 0, day)) }) as const;
  const total = (cents: bigint, day = 1) => ({ cents, at: new Date(Date.UTC(2026, 0, day)) });

  it('a refund is counted once, whether it is reported by itself, as a running total, or both', () => {
    expect(refundedCents(1000n, [], total(0n))).toBe(0n);
    expect(refundedCents(1000n, [ok(300n), ok(200n)], total(0n))).toBe(500n);
    expect(refundedCents(1000n, [], total(500n))).toBe(500n);
    expect(refundedCents(1000n, [ok(300n), ok(200n)], total(500n))).toBe(500n);
    expect(refundedCents(1000n, [ok(300n)], total(500n))).toBe(500n);
  });

  it('refunds by hand count in addition to those of the provider', () => {
    expect(refundedCents(1000n, [byHand(300n)], total(0n))).toBe(300n);
    expect(refundedCents(1000n, [byHand(300n)], total(400n))).toBe(700n);
    expect(refundedCents(1000n, [byHand(300n), ok(400n)], total(400n))).toBe(700n);
    expect(refundedCents(1000n, [byHand(200n), byHand(100n), ok(400n)], total(0n))).toBe(700n);
    expect(refundedCents(1000n, [byHand(300n), failed(400n)], total(400n))).toBe(300n);
    expect(refundedCents(1000n, [byHand(300n), failed(400n)], total(0n))).toBe(300n);
    expect(refundedCents(1000n, [byHand(700n)], total(400n))).toBe(1000n);
  });

  it('failed refunds are not counted', () => {
    expect(refundedCents(1000n, [failed(300n)], total(0n))).toBe(0n);
    expect(refundedCents(1000n, [failed(300n)], total(300n))).toBe(0n);
    expect(refundedCents(1000n, [failed(300n)], { cents: 300n, at: null })).toBe(0n);
    expect(refundedCents(1000n, [failed(300n), ok(200n)], total(500n))).toBe(200n);
  });

  it('a total that is later than a failure does not contain the failed refund', () => {
    expect(refundedCents(1000n, [failed(300n)], total(500n, 2))).toBe(500n);
    expect(refundedCents(1000n, [failed(300n), failed(100n, 4)], total(500n, 3))).toBe(400n);
  });

  it('refunds never exceed the payment', () => {
    expect(refundedCents(1000n, [ok(800n), ok(800n)], total(0n))).toBe(1000n);
    expect(refundedCents(1000n, [], total(5000n))).toBe(1000n);
  });
});

describe('appliedCents', () => {
  it('the received amount is applied up to the amount due', () => {
    expect(appliedCents(300n, 1000n)).toBe(300n);
    expect(appliedCents(1500n, 1000n)).toBe(1000n);
    expect(appliedCents(1500n, 0n)).toBe(0n);
  });
});
