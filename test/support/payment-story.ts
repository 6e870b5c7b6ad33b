import {
  moveOf,
  refundedCents,
  timesAfter,
  type Move,
  type MovingPayment,
  type NotificationFacts,
} from '../../src/modules/payments/payment.rules';
import {
  failureTime,
  latestTotal,
  type RecordedRefund,
  type RefundTotal,
} from '../../src/modules/payments/refund-total.rules';

/** The state of a payment after its notifications, computed by the rules under test. */
export interface Story {
  payment: MovingPayment;
  seen: Set<string>;
  held: Notified[];
  balances: number;
  refunds: Map<string, RecordedRefund>;
  total: RefundTotal;
}

export interface Notified {
  id: string;
  at: number;
  outcome: NotificationFacts['outcome'];
  mayFailLate?: boolean;
  refund?: { id: string | null; amount: bigint | null; cumulative: bigint | null; hasFailed?: boolean };
}

/** The amount of the payment, in minor units. */
export const AMOUNT = 1000n;

/** Delivers a notification; a repeated one has no effect. */
export function tell(story: Story, it: Notified): void {
  if (story.seen.has(it.id)) return;
  story.seen.add(it.id);
  apply(story, it);
}

function apply(story: Story, it: Notified): void {
  const { payment } = story;
  const at = new Date(it.at * 1000);
  const mayFailLate = it.mayFailLate === true;
  const facts = { outcome: it.outcome, occurredAt: at, mayFailLate, amountCents: null };
  const move = moveOf(payment, facts);
  if (move !== 'hold') Object.assign(payment, timesAfter(payment, facts));
  EFFECTS[move](story, it, at);
}

const succeed = (story: Story, at: Date): void => {
  story.balances++;
  Object.assign(story.payment, { status: 'succeeded', providerSucceededAt: at });
};
const reverse = ({ payment }: Story): void => {
  Object.assign(payment, { status: 'failed', isReversed: true, providerReinstatedAt: null });
};

/** What the service does for each move. */
const EFFECTS: Record<Move, (story: Story, it: Notified, at: Date) => void> = {
  process: ({ payment }) => void (payment.status = 'processing'),
  apply: (story, _, at) => {
    succeed(story, at);
    release(story);
  },
  apply_for_review: (story, _, at) => {
    succeed(story, at);
    release(story);
  },
  apply_and_reverse: (story, _, at) => {
    succeed(story, at);
    reverse(story);
    release(story);
  },
  fail: ({ payment }, _, at) => void Object.assign(payment, { status: 'failed', providerFailedAt: at }),
  cancel: ({ payment }) => void (payment.status = 'canceled'),
  refund,
  reverse,
  reinstate: (story) => {
    const status = refundedOf(story) === AMOUNT ? 'refunded' : 'succeeded';
    Object.assign(story.payment, { status, isReversed: false });
    release(story);
  },
  hold: ({ held }, it) => void held.push(it),
  ignore: () => undefined,
};

function refund(story: Story, it: Notified, at: Date): void {
  const { id = null, amount = null, cumulative = null, hasFailed = false } = it.refund ?? {};
  const { refunds, total } = story;
  if (cumulative !== null) {
    story.total = latestTotal(total, { cents: cumulative, at }, [...refunds.values()]) ?? total;
  }
  if (id !== null && refunds.get(id)?.status !== 'failed') {
    const failedAt = hasFailed ? failureTime(at, total, at) : null;
    const status = hasFailed ? 'failed' : 'succeeded';
    refunds.set(id, { providerRefundId: id, amountCents: amount ?? AMOUNT, status, failedAt });
  }
  story.payment.status = refundedOf(story) === AMOUNT ? 'refunded' : 'succeeded';
}

/** Records a refund made outside the provider. The payment has succeeded. */
export function refundByHand(story: Story, amountCents: bigint): void {
  const { refunds, payment } = story;
  const refund = { providerRefundId: null, amountCents, status: 'succeeded', failedAt: null } as const;
  refunds.set(`by hand ${refunds.size}`, refund);
  payment.status = refundedOf(story) === AMOUNT ? 'refunded' : 'succeeded';
}

/** Applies what was held, oldest first, until nothing more is released. */
function release(story: Story): void {
  for (let before = -1; before !== story.held.length;) {
    before = story.held.length;
    for (const held of story.held.splice(0)) apply(story, held);
  }
}

/** Returns the refunded amount, in minor units. */
export const refundedOf = ({ refunds, total }: Story): bigint =>
  refundedCents(AMOUNT, [...refunds.values()], total);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/** Yields every order of the events with every combination of one to three deliveries per event. */
export function* deliveries(events: readonly Notified[]): Generator<Notified[]> {
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

/** Returns the story of a pending payment without notifications. */
export function untold(): Story {
  return {
    payment: {
      status: 'pending',
      isReversed: false,
      amountCents: AMOUNT,
      reversedAmountCents: 0n,
      providerSucceededAt: null,
      providerFailedAt: null,
      providerReinstatedAt: null,
    },
    seen: new Set(),
    held: [],
    balances: 0,
    refunds: new Map(),
    total: { cents: 0n, at: null },
  };
}
