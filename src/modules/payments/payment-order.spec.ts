import { moveOf, refundedCents, type MovingPayment, type NotificationFacts } from './payment.rules';

/** The state of a payment after its notifications, computed by the rules under test. */
interface Story {
  payment: MovingPayment;
  seen: Set<string>;
  held: Notified[];
  balances: number;
  refunds: Map<string, { amountCents: bigint; status: 'succeeded' | 'failed' }>;
  cumulative: bigint;
}

interface Notified {
  id: string;
  at: number;
  outcome: NotificationFacts['outcome'];
  mayFailLate?: boolean;
  refund?: { id: string | null; amount: bigint | null; cumulative: bigint | null };
}

const AMOUNT = 1000n;

function tell(story: Story, it: Notified): void {
  if (story.seen.has(it.id)) return;
  story.seen.add(it.id);
  apply(story, it);
}

function apply(story: Story, it: Notified): void {
  const at = new Date(it.at * 1000);
  const move = moveOf(story.payment, {
    outcome: it.outcome,
    occurredAt: at,
    mayFailLate: it.mayFailLate === true,
    refundHasFailed: false,
  });
  const { payment } = story;
  switch (move) {
    case 'process':
      payment.status = 'processing';
      return;
    case 'apply':
    case 'apply_for_review':
    case 'apply_and_reverse':
      story.balances++;
      Object.assign(payment, { status: 'succeeded', providerSucceededAt: at });
      if (move === 'apply_and_reverse') Object.assign(payment, { status: 'failed', isReversed: true });
      for (const held of story.held.splice(0)) apply(story, held);
      return;
    case 'fail':
      Object.assign(payment, { status: 'failed', providerFailedAt: at });
      return;
    case 'cancel':
      payment.status = 'canceled';
      return;
    case 'reverse':
      Object.assign(payment, { status: 'failed', isReversed: true });
      return;
    case 'hold':
      story.held.push(it);
      return;
    case 'refund': {
      const { id = null, amount = null, cumulative = null } = it.refund ?? {};
      if (id !== null) story.refunds.set(id, { amountCents: amount ?? AMOUNT, status: 'succeeded' });
      if (cumulative !== null && cumulative > story.cumulative) story.cumulative = cumulative;
      const refunded = refundedCents(AMOUNT, [...story.refunds.values()], story.cumulative);
      if (refunded === AMOUNT) payment.status = 'refunded';
      return;
    }
    case 'ignore':
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/** Yields every order of the events with every combination of one to three deliveries per event. */
function* deliveries(events: readonly Notified[]): Generator<Notified[]> {
  for (const order of permutations(events)) {
    for (let code = 0; code < 3 ** events.length; code++) {
      const times = order.map((_, index) => (Math.floor(code / 3 ** index) % 3) + 1);
      yield order.flatMap((it, index) => Array.from({ length: times[index] ?? 1 }, () => it));
      // Here the duplicates arrive after all events instead of right after the first delivery.
      const again = order.flatMap((it, index) => Array.from({ length: (times[index] ?? 1) - 1 }, () => it));
      yield [...order, ...again];
    }
  }
}

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
      { id: 'paid_out', at: 3, outcome: 'ignored' },
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

describe('notification order', () => {
  it.each(Object.entries(SETS))(
    '%s: any order and repetition of the notifications applies the payment once and yields the same status',
    (_, { events, status, isReversed }) => {
      const refunded = events.some((it) => it.refund?.cumulative === 400n) ? 400n : null;
      for (const delivery of deliveries(events)) {
        const story: Story = {
          payment: {
            status: 'pending',
            isReversed: false,
            providerSucceededAt: null,
            providerFailedAt: null,
          },
          seen: new Set(),
          held: [],
          balances: 0,
          refunds: new Map(),
          cumulative: 0n,
        };
        for (const it of delivery) tell(story, it);
        const end = { status: story.payment.status, isReversed: story.payment.isReversed };
        const sum = refundedCents(AMOUNT, [...story.refunds.values()], story.cumulative);
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
