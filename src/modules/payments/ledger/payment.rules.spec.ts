import {
  PAYMENT_STATUSES,
  TRANSITIONS,
  appliedCents,
  refundedCents,
  transitionFor,
  type PaymentState,
  type ReportedOutcome,
  type Transition,
  type TransitioningPayment,
} from './payment.rules';

const OUTCOMES = [
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  'reversed',
  'disputed',
  'reinstated',
] as const;
type Outcome = (typeof OUTCOMES)[number];

/** docs/payments.md#state-table, copied line by line. */
const TABLE: Record<PaymentState, Record<Outcome, Transition>> = {
  pending: row('process', 'succeed', 'fail', 'cancel', 'hold', 'hold', 'note', 'note'),
  processing: row('ignore', 'succeed', 'fail', 'cancel', 'hold', 'hold', 'note', 'note'),
  failed: row('ignore', 'succeed', 'ignore', 'cancel', 'hold', 'hold', 'note', 'note'),
  canceled: row('ignore', 'succeed_for_review', 'ignore', 'ignore', 'hold', 'hold', 'note', 'note'),
  succeeded: row('ignore', 'ignore', 'ignore', 'ignore', 'refund', 'reverse', 'note', 'note'),
  refunded: row('ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'note', 'note'),
  reversed: row('ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'note', 'reinstate'),
};

function row(...transitions: Transition[]): Record<Outcome, Transition> {
  return Object.fromEntries(OUTCOMES.map((it, index) => [it, transitions[index]])) as Record<
    Outcome,
    Transition
  >;
}

const paymentIn = (state: PaymentState): TransitioningPayment => ({
  status: state === 'reversed' ? 'failed' : state,
  isReversed: state === 'reversed',
  providerSucceededAt: null,
  providerFailedAt: null,
});
const reported = (
  outcome: ReportedOutcome['outcome'],
  more: Partial<ReportedOutcome> = {},
): ReportedOutcome => ({
  outcome,
  occurredAt: null,
  mayFailLate: false,
  refundHasFailed: false,
  ...more,
});

describe('state table of payments', () => {
  it('the table has a row for every state', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...PAYMENT_STATUSES, 'reversed'].sort());
  });

  it.each(Object.keys(TABLE) as PaymentState[])(
    'a %s payment changes as documented for every outcome',
    (state) => {
      const transitions = Object.fromEntries(
        OUTCOMES.map((it) => [it, transitionFor(paymentIn(state), reported(it))]),
      );
      expect(transitions).toEqual(TABLE[state]);
      expect(transitionFor(paymentIn(state), reported('ignored'))).toBe('ignore');
    },
  );

  it('a failed refund changes a fully refunded payment, but not a reversed one', () => {
    expect(transitionFor(paymentIn('refunded'), reported('refunded', { refundHasFailed: true }))).toBe(
      'refund',
    );
    expect(transitionFor(paymentIn('reversed'), reported('refunded', { refundHasFailed: true }))).toBe(
      'ignore',
    );
  });

  it('refunds and reversals are held in every state from which the payment can still succeed', () => {
    for (const [state, row] of Object.entries(TRANSITIONS)) {
      expect([state, row.refunded === 'hold']).toEqual([state, row.succeeded !== 'ignore']);
      expect([state, row.reversed === 'hold']).toEqual([state, row.succeeded !== 'ignore']);
    }
  });
});

describe('late failures', () => {
  const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-05T00:00:00Z')];
  const succeeded = { ...paymentIn('succeeded'), providerSucceededAt: early };
  const failed = { ...paymentIn('failed'), providerFailedAt: late };

  it('a failure after a success reverses the payment', () => {
    expect(transitionFor(succeeded, reported('failed', { mayFailLate: true, occurredAt: late }))).toBe(
      'reverse',
    );
    expect(transitionFor(succeeded, reported('failed', { mayFailLate: true }))).toBe('reverse');
    expect(transitionFor(succeeded, reported('failed', { occurredAt: late }))).toBe('ignore');
  });

  it('a failure older than the success is ignored', () => {
    const before = { ...succeeded, providerSucceededAt: late };
    expect(transitionFor(before, reported('failed', { mayFailLate: true, occurredAt: early }))).toBe(
      'ignore',
    );
  });

  it('a success that arrives after its late failure succeeds and is reversed', () => {
    expect(transitionFor(failed, reported('succeeded', { mayFailLate: true, occurredAt: early }))).toBe(
      'succeed_and_reverse',
    );
    expect(transitionFor(failed, reported('succeeded', { mayFailLate: true, occurredAt: late }))).toBe(
      'succeed_and_reverse',
    );
    const after = new Date('2026-01-09T00:00:00Z');
    expect(transitionFor(failed, reported('succeeded', { mayFailLate: true, occurredAt: after }))).toBe(
      'succeed',
    );
    expect(transitionFor(failed, reported('succeeded', { occurredAt: early }))).toBe('succeed');
  });
});

describe('refunds', () => {
  const ok = (amountCents: bigint) =>
    ({ amountCents, status: 'succeeded', providerRefundId: 're_1' }) as const;
  const failed = (amountCents: bigint) =>
    ({ amountCents, status: 'failed', providerRefundId: 're_2' }) as const;
  const byHand = (amountCents: bigint) =>
    ({ amountCents, status: 'succeeded', providerRefundId: null }) as const;

  it('refunds reported one by one, as a running total, or both count once', () => {
    expect(refundedCents(1000n, [], 0n)).toBe(0n);
    expect(refundedCents(1000n, [ok(300n), ok(200n)], 0n)).toBe(500n);
    expect(refundedCents(1000n, [], 500n)).toBe(500n);
    expect(refundedCents(1000n, [ok(300n), ok(200n)], 500n)).toBe(500n);
    expect(refundedCents(1000n, [ok(300n)], 500n)).toBe(500n);
  });

  it('a refund by hand is added to those of the provider', () => {
    expect(refundedCents(1000n, [byHand(300n)], 0n)).toBe(300n);
    expect(refundedCents(1000n, [byHand(300n)], 500n)).toBe(800n);
    expect(refundedCents(1000n, [byHand(300n), ok(200n)], 200n)).toBe(500n);
    expect(refundedCents(1000n, [byHand(300n), ok(800n)], 800n)).toBe(1000n);
  });

  it('failed refunds do not count', () => {
    expect(refundedCents(1000n, [failed(300n)], 0n)).toBe(0n);
    expect(refundedCents(1000n, [failed(300n)], 300n)).toBe(0n);
    expect(refundedCents(1000n, [failed(300n), ok(200n)], 500n)).toBe(200n);
  });

  it('refunds never exceed the payment', () => {
    expect(refundedCents(1000n, [ok(800n), ok(800n)], 0n)).toBe(1000n);
    expect(refundedCents(1000n, [], 5000n)).toBe(1000n);
  });
});

describe('applied amount', () => {
  it('the received amount is applied up to the amount due', () => {
    expect(appliedCents(300n, 1000n)).toBe(300n);
    expect(appliedCents(1500n, 1000n)).toBe(1000n);
    expect(appliedCents(1500n, 0n)).toBe(0n);
  });
});
