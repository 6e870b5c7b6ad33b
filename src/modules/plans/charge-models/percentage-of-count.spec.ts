import fc from 'fast-check';
import { percentageOfCount } from './percentage-of-count';
import { percentageAddAll, percentageStart } from './percentage-state';
import type { PercentageProperties } from './types';

const amount = fc.integer({ min: 0, max: 400 }).map((it) => String(it / 100));
const optional = fc.option(amount, { nil: null });
const properties: fc.Arbitrary<PercentageProperties> = fc.record({
  rate: amount,
  fixed_amount: optional,
  free_units_per_events: fc.option(fc.nat({ max: 12 }), { nil: null }),
  free_units_per_total_aggregation: fc.option(
    fc.integer({ min: 0, max: 24 }).map((it) => String(it / 2)),
    { nil: null },
  ),
  per_transaction_min_amount: optional,
  per_transaction_max_amount: optional,
});

describe('percentageOfCount', () => {
  it('the aggregate is the same as when the events are added one by one', () => {
    fc.assert(
      fc.property(properties, fc.nat({ max: 25 }), (terms, count) => {
        const values = Array.from({ length: count }, () => '1');
        expect(percentageOfCount(terms, count)).toEqual(percentageAddAll(percentageStart(), terms, values));
      }),
      { numRuns: 500 },
    );
  });

  it('the computation time does not grow with the number of events', () => {
    const terms = { rate: '1', per_transaction_min_amount: '0.5', free_units_per_events: 3 };
    const state = percentageOfCount(terms, Number.MAX_SAFE_INTEGER);
    expect(state).toMatchObject({ events: Number.MAX_SAFE_INTEGER, freeEvents: 3 });
  });
});
