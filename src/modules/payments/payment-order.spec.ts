import {
  AMOUNT,
  deliveries,
  refundedOf,
  tell,
  untold,
  type Notified,
} from '../../../test/support/payment-story';

const SETS: Record<string, { events: Notified[]; status: string; isReversed: boolean }> = {
  stripe: {
    events: [
      { id: 'completed', at: 1, outcome: 'succeeded' },
      { id: 'pi.succeeded', at: 1, outcome: 'succeeded' },
      {
        id: 'charge.refunded',
        at: 3,
        outcome: 'refunded',
        refund: { id: null, amount: null, cumulative: AMOUNT },
      },
    ],
    status: 'refunded',
    isReversed: false,
  },
  'stripe with a partial refund reported twice': {
    events: [
      { id: 'pi.succeeded', at: 1, outcome: 'succeeded' },
      {
        id: 'charge.refunded',
        at: 3,
        outcome: 'refunded',
        refund: { id: null, amount: null, cumulative: 400n },
      },
      {
        id: 'refund.created',
        at: 3,
        outcome: 'refunded',
        refund: { id: 're_1', amount: 400n, cumulative: null },
      },
      {
        id: 'refund.updated',
        at: 4,
        outcome: 'refunded',
        refund: { id: 're_1', amount: 400n, cumulative: null },
      },
    ],
    status: 'succeeded',
    isReversed: false,
  },
  razorpay: {
    events: [
      { id: 'authorized', at: 1, outcome: 'processing' },
      { id: 'captured', at: 2, outcome: 'succeeded' },
      { id: 'order.paid', at: 2, outcome: 'succeeded' },
      {
        id: 'refund.processed',
        at: 3,
        outcome: 'refunded',
        refund: { id: 'r1', amount: AMOUNT, cumulative: AMOUNT },
      },
    ],
    status: 'refunded',
    isReversed: false,
  },
  gocardless: {
    events: [
      { id: 'submitted', at: 1, outcome: 'processing' },
      { id: 'confirmed', at: 2, outcome: 'succeeded', mayFailLate: true },
      { id: 'paid_out', at: 3, outcome: 'succeeded', mayFailLate: true },
      { id: 'late failed', at: 4, outcome: 'failed', mayFailLate: true },
    ],
    status: 'failed',
    isReversed: true,
  },
  'gocardless with all events in one second': {
    events: [
      { id: 'submitted', at: 1, outcome: 'processing' },
      { id: 'confirmed', at: 1, outcome: 'succeeded', mayFailLate: true },
      { id: 'late failed', at: 1, outcome: 'failed', mayFailLate: true },
    ],
    status: 'failed',
    isReversed: true,
  },
  'gocardless with a retry': {
    events: [
      { id: 'submitted', at: 1, outcome: 'processing' },
      { id: 'failed', at: 2, outcome: 'failed', mayFailLate: true },
      { id: 'submitted again', at: 3, outcome: 'processing' },
      { id: 'confirmed', at: 4, outcome: 'succeeded', mayFailLate: true },
    ],
    status: 'succeeded',
    isReversed: false,
  },
};

const DISPUTE: Notified[] = [
  { id: 'succeeded', at: 1, outcome: 'succeeded' },
  { id: 'funds withdrawn', at: 2, outcome: 'reversed' },
  { id: 'closed won', at: 3, outcome: 'reinstated' },
];
const REFUND: Notified = {
  id: 'refund',
  at: 4,
  outcome: 'refunded',
  refund: { id: 'r1', amount: AMOUNT, cumulative: null },
};
const debit = (id: string, at: number, outcome: Notified['outcome']): Notified => ({
  id,
  at,
  outcome,
  mayFailLate: true,
});
const PAID = { status: 'succeeded', isReversed: false };
const REVERSED = { status: 'failed', isReversed: true };

/** Reversals and the return of their money; late news about payments that have failed. */
const RETURNS: Record<string, { events: Notified[]; status: string; isReversed: boolean }> = {
  'a dispute that is won': {
    events: [...DISPUTE, { id: 'funds reinstated', at: 3, outcome: 'reinstated' }],
    ...PAID,
  },
  'a dispute that is won within one second': { events: DISPUTE.map((it) => ({ ...it, at: 1 })), ...PAID },
  'a dispute that is lost in the second round': {
    events: [...DISPUTE, { id: 'withdrawn again', at: 5, outcome: 'reversed' }],
    ...REVERSED,
  },
  'a dispute that is won, and a refund after it': {
    events: [...DISPUTE, REFUND],
    status: 'refunded',
    isReversed: false,
  },
  'a refund, then a dispute that is won': {
    events: [...DISPUTE, { ...REFUND, at: 1 }],
    status: 'refunded',
    isReversed: false,
  },
  'a bank debit whose chargeback is cancelled': {
    events: [
      debit('confirmed', 1, 'succeeded'),
      debit('charged back', 2, 'reversed'),
      debit('chargeback settled', 3, 'reversal_settled'),
      debit('chargeback cancelled', 4, 'reinstated'),
    ],
    ...PAID,
  },
  'a bank debit that fails late and is confirmed again': {
    events: [
      debit('confirmed', 1, 'succeeded'),
      debit('failed late', 2, 'failed'),
      debit('confirmed again', 4, 'succeeded'),
      debit('paid out', 5, 'succeeded'),
    ],
    ...PAID,
  },
  'a bank debit that fails, is confirmed and fails late': {
    events: [
      debit('failed', 1, 'failed'),
      debit('confirmed', 2, 'succeeded'),
      debit('failed late', 3, 'failed'),
    ],
    ...REVERSED,
  },
  'a second attempt that succeeds and is refunded': {
    events: [
      { id: 'failed', at: 1, outcome: 'failed' },
      { id: 'succeeded', at: 2, outcome: 'succeeded' },
      REFUND,
    ],
    status: 'refunded',
    isReversed: false,
  },
  'a success after a cancellation, and its refund': {
    events: [
      { id: 'canceled', at: 1, outcome: 'canceled' },
      { id: 'succeeded', at: 2, outcome: 'succeeded' },
      REFUND,
    ],
    status: 'refunded',
    isReversed: false,
  },
  'a bank debit whose confirmation is lost': {
    events: [debit('submitted', 1, 'processing'), debit('paid out', 3, 'succeeded')],
    ...PAID,
  },
};

describe('notification order', () => {
  it.each(Object.entries({ ...SETS, ...RETURNS }))(
    '%s: any order and repetition of the notifications applies the payment once and yields the same status',
    (_, { events, status, isReversed }) => {
      const refunded = events.some((it) => it.refund?.cumulative === 400n) ? 400n : null;
      for (const delivery of deliveries(events)) {
        const story = untold();
        for (const it of delivery) tell(story, it);
        const end = { status: story.payment.status, isReversed: story.payment.isReversed };
        const sum = refundedOf(story);
        expect({ ...end, balances: story.balances, held: story.held.length }).toEqual({
          status,
          isReversed,
          balances: 1,
          held: 0,
        });
        if (refunded !== null) expect(sum).toBe(refunded);
      }
    },
  );
});
