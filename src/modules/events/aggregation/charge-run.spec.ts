import fc from 'fast-check';
import { percentageCharge, type PercentageProperties } from '../../plans';
import {
  append,
  before,
  byPlace,
  canAppend,
  replaced,
  type ChargedEvent,
  type ChargeRun,
} from './charge-run';

const allowances = fc.record<PercentageProperties>({
  rate: fc.constantFrom('10', '0'),
  fixed_amount: fc.constantFrom('0', '0.5'),
  free_units_per_events: fc.constantFrom(null, 1, 3),
  free_units_per_total_aggregation: fc.constantFrom(null, '10', '25.5'),
  per_transaction_min_amount: fc.constantFrom(null, '1'),
  per_transaction_max_amount: fc.constantFrom(null, '3'),
});
const values = (min: number): fc.Arbitrary<ChargedEvent[]> =>
  fc
    .array(fc.record({ at: fc.nat(20), cents: fc.integer({ min, max: 2000 }) }), { maxLength: 20 })
    .map((list) =>
      list.map(({ at, cents }, sequence) => ({ at, sequence, value: (cents / 100).toString() })),
    );

/** Adds an event as it arrives; recounts all that has arrived where that is necessary. */
function arrive(
  run: ChargeRun | undefined,
  properties: PercentageProperties,
  arrived: ChargedEvent[],
): ChargeRun {
  const newest = arrived.slice(-1);
  const terms = { properties, ofDistinctValues: false };
  return canAppend(run, terms, newest)
    ? append(run, properties, newest)
    : append(undefined, properties, arrived);
}

const amountOf = (run: ChargeRun | undefined, properties: PercentageProperties): string | undefined =>
  run && percentageCharge(run, properties).amount;

describe('the state of a charge on single events', () => {
  it('costs the same in any order of arrival', () => {
    fc.assert(
      fc.property(allowances, values(-500), (properties, events) => {
        let run: ChargeRun | undefined;
        for (let n = 1; n <= events.length; n++) run = arrive(run, properties, events.slice(0, n));
        const inOrder = events.length === 0 ? undefined : append(undefined, properties, events);
        expect(amountOf(run, properties)).toBe(amountOf(inOrder, properties));
      }),
      { numRuns: 500 },
    );
  });

  it('needs no other event while events arrive in their order, or after the allowance has ended', () => {
    fc.assert(
      fc.property(allowances, values(0), (properties, events) => {
        const terms = { properties, ofDistinctValues: false };
        let run: ChargeRun | undefined;
        for (const event of events.toSorted(byPlace)) {
          expect(canAppend(run, terms, [event])).toBe(true);
          run = append(run, properties, [event]);
        }
        const end = run?.order?.end ?? null;
        if (end !== null) expect(canAppend(run, terms, [{ ...end, sequence: 1000, value: '5' }])).toBe(true);
      }),
    );
  });

  it('can be recounted from the place of a late event to the end of the allowance alone', () => {
    fc.assert(
      fc.property(allowances, values(0), fc.nat(20), (properties, events, at) => {
        const late = { at, sequence: 1000, value: '7.5' };
        const run = append(undefined, properties, events);
        fc.pre(!canAppend(run, { properties, ofDistinctValues: false }, [late]));
        const end = run.order?.end ?? null;
        const known = events
          .toSorted(byPlace)
          .filter((it) => byPlace(it, late) > 0 && (end === null || byPlace(it, end) <= 0));
        const start = before(run, known);
        const now = append(start, properties, [late, ...known]);
        const recounted = replaced(run, append(start, properties, known), now);
        const whole = append(undefined, properties, [...events, late]);
        expect(amountOf(recounted, properties)).toBe(amountOf(whole, properties));
        expect(recounted.order?.end).toEqual(whole.order?.end);
      }),
      { numRuns: 500 },
    );
  });
});
