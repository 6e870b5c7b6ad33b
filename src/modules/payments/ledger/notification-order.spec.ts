import {
  refundedCents,
  transitionFor,
  type RecordedRefund,
  type ReportedOutcome,
  type TransitioningPayment,
} from './payment.rules';

/** A payment in memory, changed by notifications with the rules of the service. */
interface Simulation {
  payment: TransitioningPayment;
  seen: Set<string>;
  held: Notification[];
  successes: number;
  refunds: Map<string, RecordedRefund>;
  cumulative: bigint;
}

interface Notification {
  id: string;
  at: number;
  outcome: ReportedOutcome['outcome'];
  mayFailLate?: boolean;
  refund?: { id: string | null; amount: bigint | null; cumulative: bigint | null };
}

const AMOUNT = 1000n;

function receive(simulation: Simulation, it: Notification): void {
  if (simulation.seen.has(it.id)) return;
  simulation.seen.add(it.id);
  apply(simulation, it);
}

function apply(simulation: Simulation, it: Notification): void {
  const at = new Date(it.at * 1000);
  const transition = transitionFor(simulation.payment, {
    outcome: it.outcome,
    occurredAt: at,
    mayFailLate: it.mayFailLate === true,
    refundHasFailed: false,
  });
  const { payment } = simulation;
  switch (transition) {
    case 'process':
      payment.status = 'processing';
      return;
    case 'succeed':
    case 'succeed_for_review':
    case 'succeed_and_reverse':
      simulation.successes++;
      Object.assign(payment, { status: 'succeeded', providerSucceededAt: at });
      if (transition === 'succeed_and_reverse')
        Object.assign(payment, { status: 'failed', isReversed: true });
      for (const held of simulation.held.splice(0)) apply(simulation, held);
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
    case 'reinstate':
      Object.assign(payment, { status: 'succeeded', isReversed: false });
      return;
    case 'hold':
      simulation.held.push(it);
      return;
    case 'refund': {
      const { id = null, amount = null, cumulative = null } = it.refund ?? {};
      if (id !== null) {
        const refund = { providerRefundId: id, amountCents: amount ?? AMOUNT, status: 'succeeded' } as const;
        simulation.refunds.set(id, refund);
      }
      if (cumulative !== null && cumulative > simulation.cumulative) simulation.cumulative = cumulative;
      const refunded = refundedCents(AMOUNT, [...simulation.refunds.values()], simulation.cumulative);
      if (refunded === AMOUNT) payment.status = 'refunded';
      return;
    }
    case 'note':
    case 'ignore':
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/** Yields every order of the events, with every event once, twice and three times. */
function* deliveries(events: readonly Notification[]): Generator<Notification[]> {
  for (const order of permutations(events)) {
    for (let code = 0; code < 3 ** events.length; code++) {
      const times = order.map((_, index) => (Math.floor(code / 3 ** index) % 3) + 1);
      yield order.flatMap((it, index) => Array.from({ length: times[index] ?? 1 }, () => it));
      // Duplicates at the end instead of right after the first delivery.
      const again = order.flatMap((it, index) => Array.from({ length: (times[index] ?? 1) - 1 }, () => it));
      yield [...order, ...again];
    }
  }
}

const SETS: Record<string, { events: Notification[]; status: string; isReversed: boolean }> = {
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
  'gocardless within one second': {
    events: [
      { id: 'submitted', at: 1, outcome: 'processing' },
      { id: 'confirmed', at: 1, outcome: 'succeeded', mayFailLate: true },
      { id: 'late failed', at: 1, outcome: 'failed', mayFailLate: true },
    ],
    status: 'failed',
    isReversed: true,
  },
  'a second attempt that succeeds and is refunded': {
    events: [
      { id: 'processing', at: 1, outcome: 'processing' },
      { id: 'failed', at: 2, outcome: 'failed' },
      { id: 'succeeded', at: 3, outcome: 'succeeded' },
      { id: 'refunded', at: 4, outcome: 'refunded', refund: { id: 'r1', amount: AMOUNT, cumulative: null } },
    ],
    status: 'refunded',
    isReversed: false,
  },
  'a payment that succeeds after its cancellation and is refunded in part': {
    events: [
      { id: 'failed', at: 1, outcome: 'failed' },
      { id: 'canceled', at: 2, outcome: 'canceled' },
      { id: 'succeeded', at: 3, outcome: 'succeeded' },
      { id: 'refunded', at: 4, outcome: 'refunded', refund: { id: null, amount: null, cumulative: 400n } },
    ],
    status: 'succeeded',
    isReversed: false,
  },
  'gocardless with a second attempt': {
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

describe('order of notifications', () => {
  it.each(Object.entries(SETS))(
    'notifications of %s in any order, one to three times each, succeed once and end alike',
    (_, { events, status, isReversed }) => {
      const refunded = events.some((it) => it.refund?.cumulative === 400n) ? 400n : null;
      for (const delivery of deliveries(events)) {
        const simulation: Simulation = {
          payment: {
            status: 'pending',
            isReversed: false,
            providerSucceededAt: null,
            providerFailedAt: null,
          },
          seen: new Set(),
          held: [],
          successes: 0,
          refunds: new Map(),
          cumulative: 0n,
        };
        for (const it of delivery) receive(simulation, it);
        const end = { status: simulation.payment.status, isReversed: simulation.payment.isReversed };
        const sum = refundedCents(AMOUNT, [...simulation.refunds.values()], simulation.cumulative);
        expect({ ...end, successes: simulation.successes, held: simulation.held.length }).toEqual({
          status,
          isReversed,
          successes: 1,
          held: 0,
        });
        if (refunded !== null) expect(sum).toBe(refunded);
      }
    },
  );
});
