import fc from 'fast-check';
import {
  AMOUNT,
  refundByHand,
  refundedOf,
  tell,
  untold,
  type Notified,
} from '../../../test/support/payment-story';

/** A refund at the provider. It fails before the next one is made, or later, or never. */
interface Refund {
  amount: bigint;
  isReportedById: boolean;
  failsAfter: number | null;
}

const SUCCESS: Notified = { id: 'succeeded', at: 1, outcome: 'succeeded' };

const refunds: fc.Arbitrary<Refund[]> = fc.array(
  fc.record({
    amount: fc.bigInt(1n, AMOUNT / 8n),
    isReportedById: fc.boolean(),
    failsAfter: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A refund by hand, recorded once the payment has succeeded and so many events have arrived. */
interface ByHand {
  amount: bigint;
  after: number;
}

const byHand: fc.Arbitrary<ByHand[]> = fc.array(
  fc.record({ amount: fc.bigInt(1n, AMOUNT / 4n), after: fc.nat({ max: 12 }) }),
  { maxLength: 2 },
);

/** Returns what a provider reports, at most one event a second, and what has been refunded in the end. */
function reportsOf(made: readonly Refund[]): { events: Notified[]; refunded: bigint } {
  const events: Notified[] = [];
  const report = (refund: NonNullable<Notified['refund']>): void => {
    const at = 2 + events.length;
    events.push({ id: `event ${at}`, at, outcome: 'refunded', refund });
  };
  let refunded = 0n;
  made.forEach(({ amount, isReportedById }, index) => {
    refunded += amount;
    report({ id: null, amount: null, cumulative: refunded });
    if (isReportedById) report({ id: `re_${index}`, amount, cumulative: null });
    made.slice(0, index + 1).forEach((it, other) => {
      if (it.failsAfter === null || other + it.failsAfter !== index) return;
      refunded -= it.amount;
      report({ id: `re_${other}`, amount: it.amount, cumulative: null, hasFailed: true });
    });
  });
  return { events, refunded };
}

const tellAll = (events: readonly Notified[], refundsByHand: readonly ByHand[] = []): bigint => {
  const story = untold();
  let waiting = refundsByHand;
  events.forEach((event, index) => {
    tell(story, event);
    const isDue = ({ after }: ByHand): boolean => index === events.length - 1 || index >= after;
    if (story.balances === 0) return;
    for (const { amount } of waiting.filter(isDue)) refundByHand(story, amount);
    waiting = waiting.filter((it) => !isDue(it));
  });
  expect(story.payment.status).toBe(refundedOf(story) === AMOUNT ? 'refunded' : 'succeeded');
  return refundedOf(story);
};

const total = (id: string, at: number, cumulative: bigint): Notified => ({
  ...{ id, at, outcome: 'refunded' },
  refund: { id: null, amount: null, cumulative },
});
const failure = (id: string, at: number, amount: bigint): Notified => ({
  ...{ id, at, outcome: 'refunded' },
  refund: { id: `re_${id}`, amount, cumulative: null, hasFailed: true },
});

describe('running totals of refunds', () => {
  it('every order of totals, failures and refunds by hand gives what was refunded', () => {
    const stories = refunds.chain((made) => {
      const { events, refunded } = reportsOf(made);
      const orders = fc.shuffledSubarray([SUCCESS, ...events], { minLength: events.length + 1 });
      return fc.record({ order: orders, refunded: fc.constant(refunded) });
    });
    fc.assert(
      fc.property(stories, byHand, ({ order, refunded }, outside) => {
        expect(tellAll(order, outside)).toBe(outside.reduce((sum, it) => sum + it.amount, refunded));
      }),
      { numRuns: 1000 },
    );
  });

  it('within one second, a larger total is later, and so is a total that arrives after a failure', () => {
    expect(tellAll([SUCCESS, total('a', 2, 300n), total('b', 2, 100n)])).toBe(300n);
    const failed = failure('f', 2, 300n);
    expect(tellAll([SUCCESS, total('a', 2, 300n), failed])).toBe(0n);
    expect(tellAll([SUCCESS, total('a', 2, 300n), failed, total('b', 2, 200n)])).toBe(200n);
    expect(tellAll([SUCCESS, total('a', 2, 300n), failed, total('b', 2, 300n)])).toBe(300n);
    expect(tellAll([SUCCESS, total('a', 2, 300n), failed, total('b', 2, 500n)])).toBe(500n);
    const again = [total('b', 2, 500n), failure('g', 2, 500n), total('c', 2, 100n)];
    expect(tellAll([SUCCESS, total('a', 2, 300n), failed, ...again])).toBe(100n);
  });

  it('a total without news changes nothing', () => {
    const both = [SUCCESS, total('a', 2, 300n), failure('f', 3, 300n)];
    expect(tellAll([...both, total('again', 2, 300n)])).toBe(0n);
    expect(tellAll([...both, total('b', 4, 200n), total('again', 2, 300n)])).toBe(200n);
  });
});
