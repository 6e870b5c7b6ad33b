import fc from 'fast-check';
import {
  EventValuesNeededError,
  computeCharge,
  percentageAdd,
  percentageCharge,
  percentageStart,
  type PercentageProperties,
  type PercentageState,
  type Usage,
} from './index';

/**
 * All numbers are whole hundredths, so that the expected amounts can be computed independently with BigInt.
 */
interface Case {
  rate: bigint;
  fixed: bigint;
  freeEvents: number;
  freeTotal: bigint;
  minimum: bigint | null;
  maximum: bigint | null;
}

const hundredths = (max: bigint) => fc.bigInt({ min: 0n, max });
const cases: fc.Arbitrary<Case> = fc
  .record({
    rate: hundredths(20_000n),
    fixed: hundredths(500n),
    freeEvents: fc.nat(4),
    freeTotal: fc.oneof(fc.constant(0n), hundredths(100_000n)),
    minimum: fc.option(hundredths(1_000n)),
    maximum: fc.option(hundredths(5_000n)),
  })
  .filter(({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum);
const values = fc.array(hundredths(50_000n), { maxLength: 12 });

const textOf = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;

const propertiesOf = (it: Case): PercentageProperties => ({
  rate: textOf(it.rate),
  fixed_amount: textOf(it.fixed),
  free_units_per_events: it.freeEvents,
  free_units_per_total_aggregation: textOf(it.freeTotal),
  per_transaction_min_amount: it.minimum === null ? null : textOf(it.minimum),
  per_transaction_max_amount: it.maximum === null ? null : textOf(it.maximum),
});

/** Computes the amount in millionths as the billing rules define it, with integers only. */
function oracle(it: Case, events: readonly bigint[]): bigint {
  let amount = 0n;
  let total = 0n;
  let free = it.freeEvents > 0 || it.freeTotal > 0n;
  for (const [index, value] of events.entries()) {
    total += value;
    if (it.freeEvents > 0 && index >= it.freeEvents) free = false;
    const excess = it.freeTotal > 0n ? total - it.freeTotal : 0n;
    if (free && excess <= 0n) continue;
    const paid = free ? excess : value;
    free = false;
    let own = paid * it.rate + it.fixed * 10_000n;
    if (it.maximum !== null && own > it.maximum * 10_000n) own = it.maximum * 10_000n;
    if (it.minimum !== null && own < it.minimum * 10_000n) own = it.minimum * 10_000n;
    amount += own;
  }
  return total === 0n && it.minimum === null && it.maximum === null ? 0n : amount;
}

const millionths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

const fold = (properties: PercentageProperties, events: readonly bigint[]): PercentageState =>
  events.reduce(
    // Convert to JSON and back before each event, like a stored aggregate.
    (state, value) =>
      percentageAdd(JSON.parse(JSON.stringify(state)) as PercentageState, properties, textOf(value)),
    percentageStart(),
  );

describe('PercentageState', () => {
  it('gives the amount of an independent computation, whether events are added one by one or all at once', () => {
    fc.assert(
      fc.property(cases, values, (it, events) => {
        const properties = propertiesOf(it);
        const folded = percentageCharge(fold(properties, events), properties);
        const units = textOf(events.reduce((sum, value) => sum + value, 0n));
        const usage = { units, eventsCount: events.length, eventValues: events.map(textOf) };
        expect(computeCharge('percentage', properties, usage)).toEqual(folded);
        expect(millionths(folded.amount)).toBe(oracle(it, events));
        expect(folded.steps.reduce((sum, step) => sum + signed(step.amount), 0n)).toBe(oracle(it, events));
      }),
      { numRuns: 500 },
    );
  });

  it('totals give the same amount as the events, or are refused', () => {
    fc.assert(
      fc.property(cases, values, (it, events) => {
        const properties = propertiesOf(it);
        const units = textOf(events.reduce((sum, value) => sum + value, 0n));
        const amount = amountOfTotals(properties, { units, eventsCount: events.length });
        if (amount !== null) expect(millionths(amount)).toBe(oracle(it, events));
      }),
      { numRuns: 500 },
    );
  });

  it('without a free allowance, the order of events does not change the amount', () => {
    fc.assert(
      fc.property(cases, values, (it, events) => {
        const properties = propertiesOf({ ...it, freeEvents: 0, freeTotal: 0n });
        const ordered = events.toSorted((a, b) => Number(a - b));
        expect(fold(properties, ordered)).toEqual(fold(properties, events));
      }),
    );
  });

  it('adding events does not modify the previous aggregate', () => {
    const state = Object.freeze(percentageStart());
    expect(percentageAdd(state, { rate: '1' }, '0.1')).toEqual({
      ...percentageStart(),
      events: 1,
      total: '0.1',
    });
    expect(state).toEqual(percentageStart());
  });
});

function signed(text: string): bigint {
  return text.startsWith('-') ? -millionths(text.slice(1)) : millionths(text);
}

/** Returns null if the totals do not determine the amount. */
function amountOfTotals(properties: PercentageProperties, usage: Usage): string | null {
  try {
    return computeCharge('percentage', properties, usage).amount;
  } catch (error) {
    if (error instanceof EventValuesNeededError) return null;
    throw error;
  }
}
