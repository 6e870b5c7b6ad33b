import fc from 'fast-check';
import type { AggregationType, BillableMetric } from '../../billable-metrics';
import { Exact } from './decimals';
import { unitSteps } from './unit-steps';
import { unitsOf } from './units';
import { emptyTotal, type UsageTotal } from './usage-total';

const metricOf = (
  aggregationType: AggregationType,
  fields: Partial<BillableMetric> = {},
): BillableMetric => ({
  id: 'metric',
  code: 'seats',
  name: 'Seats',
  aggregationType,
  fieldName: 'value',
  roundingFunction: null,
  roundingPrecision: null,
  unitCode: 'C62',
  recurring: true,
  ...fields,
});
const MAY = { from: new Date('2030-05-01'), to: new Date('2030-06-01') };
const PERIOD = { ...MAY, whole: MAY };
const totalOf = (fields: Partial<UsageTotal>): UsageTotal => ({ ...emptyTotal(), eventsCount: 2, ...fields });

describe('unitSteps', () => {
  it('the steps of every aggregation and rounding lead to the billed units', () => {
    const decimals = fc.integer({ min: -99_999, max: 99_999 }).map((it) => new Exact(it).div(1000));
    const aggregations = fc.constantFrom<AggregationType>(
      ...(['count', 'sum', 'max', 'latest', 'unique_count', 'weighted_sum'] as const),
    );
    const rounding = fc.record({
      roundingFunction: fc.constantFrom('round', 'ceil', 'floor', null),
      roundingPrecision: fc.constantFrom(-2, 0, 1, null),
    });
    fc.assert(
      fc.property(aggregations, rounding, decimals, decimals, (aggregation, rounded, value, carried) => {
        const metric = metricOf(aggregation, rounded);
        const latest = { value, at: MAY.from.getTime(), sequence: 1 };
        const moment = value.times(MAY.from.getTime());
        const total = totalOf({ sum: value, max: value, latest, moment, carried, distinctCount: 3 });
        const units = unitsOf(metric, total, PERIOD);
        expect(unitSteps(metric, total, PERIOD).at(-1)?.result).toBe(units.startsWith('-') ? '0' : units);
      }),
    );
  });

  it('a level, its rounding and a negative result are steps of their own', () => {
    const metric = metricOf('sum', { roundingFunction: 'floor', roundingPrecision: 0 });
    const total = totalOf({ sum: new Exact('-5.5'), carried: new Exact('3') });
    expect(unitSteps(metric, total, PERIOD)).toEqual([
      {
        kind: 'usage',
        description:
          'Level at the start of the billing period, plus the sum of value in the 2 usage events of seats in the billing ' +
          'period.',
        calculation: '3 + (-5.5)',
        result: '-2.5',
      },
      {
        kind: 'units_rounding',
        description: 'The units are rounded down, to 0 decimal places.',
        calculation: null,
        result: '-3',
      },
      {
        kind: 'negative_units',
        description: 'Negative units are charged as 0 units.',
        calculation: null,
        result: '0',
      },
    ]);
  });
});
