import {
  EventValuesNeededError,
  computeCharge,
  percentageAddAll,
  percentageCharge,
  percentageStart,
} from './index';
import type { PercentageProperties } from './types';

/** Computes the charge for these event values; the units are their sum. */
const billEvents = (properties: PercentageProperties, eventValues: readonly string[]) => {
  const units = percentageAddAll(percentageStart(), properties, eventValues).total;
  return computeCharge('percentage', properties, { units, eventsCount: eventValues.length, eventValues });
};
const billTotals = (properties: PercentageProperties, units: string, eventsCount: number) =>
  computeCharge('percentage', properties, { units, eventsCount });

describe('computePercentage with event values', () => {
  const BOTH: PercentageProperties = {
    rate: '1.3',
    fixed_amount: '2',
    free_units_per_events: 3,
    free_units_per_total_aggregation: '250',
  };
  const BOUNDED: PercentageProperties = {
    rate: '2.99',
    per_transaction_min_amount: '1.75',
    per_transaction_max_amount: '12',
  };
  const FREE_EVENT = { rate: '1', fixed_amount: '2', free_units_per_events: 1 };
  const FREE_TOTAL = { rate: '1', fixed_amount: '2', free_units_per_total_aggregation: '100' };

  it.each<[string, PercentageProperties, string[], string]>([
    ['no events', BOTH, [], '0'],
    ['a plain rate', { rate: '2.9' }, ['1', '3'], '0.116'],
    ['cents without an exact binary representation', { rate: '100' }, ['0.1', '0.2'], '0.3'],
    ['a rate with many digits', { rate: '0.00125' }, ['0.1'], '0.00000125'],
    ['a fixed amount per event', { rate: '0', fixed_amount: '0.10' }, ['5', '5', '5'], '0.3'],
    ['a huge value', { rate: '3' }, ['999999999999999999999999999999'], '29999999999999999999999999999.97'],
    // The third event brings the total to 400, which is 150 above the free total of 250. Those 150 and the 400 of the
    // fourth event are charged, with one fixed amount for each of the two events.
    ['free total reached before free events', BOTH, ['50', '100', '250', '400'], '11.15'],
    // Three events are free, although part of the free total of 250 is left.
    ['free events reached before free total', BOTH, ['10', '10', '10', '100'], '3.3'],
    [
      'more events than are free',
      { rate: '1', fixed_amount: '1', free_units_per_events: '2' },
      ['900', '1', '100'],
      '2',
    ],
    [
      'fewer events than are free',
      { rate: '1', fixed_amount: '1', free_units_per_events: 5 },
      ['900', '1'],
      '0',
    ],
    ['exactly the free total', FREE_TOTAL, ['60', '40'], '0'],
    ['exactly the free total, then one more event', FREE_TOTAL, ['60', '40', '10'], '2.1'],
    ['slightly more than the free total', FREE_TOTAL, ['60', '40.01'], '2.0001'],
    ['a first event that exceeds the free total', FREE_TOTAL, ['150'], '2.5'],
    [
      'an allowance of zero',
      { ...BOTH, free_units_per_events: 0, free_units_per_total_aggregation: '0' },
      ['100'],
      '3.3',
    ],
    ['minimum and maximum', BOUNDED, ['10', '80', '10000'], '16.142'], // 1.75 + 2.392 + 12
    ['bounds after the fixed amount', { ...BOUNDED, fixed_amount: '2' }, ['10', '80', '10000'], '18.691'],
    ['bounds on charged events only', { ...BOUNDED, free_units_per_events: 2 }, ['10', '80', '10000'], '12'],
    // 90 - 30 = 60 of the second event are charged: 1.794, then the maximum applies.
    [
      'bounds after the free total',
      { ...BOUNDED, free_units_per_total_aggregation: '30' },
      ['10', '80', '10000'],
      '13.794',
    ],
    [
      'the minimum on a tiny excess',
      { ...BOUNDED, free_units_per_total_aggregation: '30' },
      ['30.01'],
      '1.75',
    ],
    ['the minimum on an event of value zero', BOUNDED, ['0'], '1.75'],
    ['exactly at the bounds', { ...BOUNDED, rate: '1' }, ['175', '1200'], '13.75'],
    ['events of value zero without bounds', { rate: '1', fixed_amount: '2' }, ['0', '0'], '0'],
    ['an event of value zero among others', { rate: '1', fixed_amount: '2' }, ['0', '100'], '5'],
    ['a negative value', { rate: '10', fixed_amount: '1' }, ['100', '-40'], '8'],
    ['a negative sum', { rate: '10', fixed_amount: '1' }, ['100', '-140'], '0'],
    ['a negative sum of bounded events', BOUNDED, ['100', '-140'], '4.74'], // 2.99 + 1.75
    ['a negative sum of free events', FREE_TOTAL, ['-150', '60'], '0'],
    ['a free negative value, then a smaller one', FREE_EVENT, ['-80', '40'], '0'],
    ['a negative value after the allowance is used up', FREE_TOTAL, ['150', '-100', '10'], '6'],
  ])('the amount is exact for %s', (_, properties, values, expected) => {
    expect(billEvents(properties, values).amount).toBe(expected);
  });

  it('the steps list allowance, rate, fixed amounts and bounds in order', () => {
    const properties = { ...BOUNDED, fixed_amount: '1', free_units_per_events: 1 };
    expect(billEvents(properties, ['70', '10', '10000'])).toEqual({
      units: '10080',
      amount: '13.75',
      steps: [
        { description: 'Free allowance', units: '70', unit_amount: '0', amount: '0' },
        { description: 'Rate on units', units: '10010', rate: '2.99', amount: '299.299' },
        { description: 'Fixed amount per event', units: '2', unit_amount: '1', amount: '2' },
        { description: 'Raised to the minimum per event', units: '1', amount: '0.451' },
        { description: 'Capped at the maximum per event', units: '1', amount: '-288' },
      ],
    });
  });

  it('the last step raises a negative amount to zero', () => {
    const properties = { rate: '10', per_transaction_max_amount: '5' };
    const { amount, steps } = billEvents(properties, ['100', '-90']); // 5 - 9
    expect(amount).toBe('0');
    expect(steps.at(-1)).toEqual({ description: 'Raised to zero', units: '0', amount: '4' });
  });

  it('the rate applies to the rounded units', () => {
    const state = percentageAddAll(percentageStart(), FREE_TOTAL, ['60', '50.4']);
    expect(percentageCharge(state, FREE_TOTAL).amount).toBe('2.104');
    expect(percentageCharge(state, FREE_TOTAL, '111').amount).toBe('2.11');
  });
});

describe('computePercentage without event values', () => {
  it.each<[string, PercentageProperties, string, number, string]>([
    ['no allowance and no bounds', { rate: '1.5', fixed_amount: '0.1' }, '1000', 20, '17'],
    ['no usage', { rate: '1.5', fixed_amount: '0.1' }, '0', 0, '0'],
    ['no units', { rate: '1.3', fixed_amount: '2' }, '0', 4, '0'],
    ['no units with an allowance', { rate: '1.3', fixed_amount: '2', free_units_per_events: 3 }, '0', 4, '0'],
    ['negative units', { rate: '1.3', fixed_amount: '2' }, '-1', 4, '0'],
    ['negative units with an allowance', { rate: '1.3', free_units_per_events: 3 }, '-1', 4, '0'],
    ['a single event, bounded', { rate: '1', per_transaction_min_amount: '3' }, '10', 1, '3'],
    [
      'a single event that exceeds the free total',
      { rate: '1', fixed_amount: '1', free_units_per_total_aggregation: '10' },
      '110',
      1,
      '2',
    ],
    ['only free events', { rate: '1', fixed_amount: '1', free_units_per_events: 4 }, '110', 4, '0'],
    [
      'only free units',
      { rate: '1', fixed_amount: '1', free_units_per_total_aggregation: 110 },
      '110',
      4,
      '0',
    ],
    [
      'more than the free total without a fixed amount',
      { rate: '1', free_units_per_total_aggregation: '100' },
      '110',
      4,
      '0.1',
    ],
    [
      'more events than are free, without a rate',
      { rate: '0', fixed_amount: '0.5', free_units_per_events: 3 },
      '110',
      5,
      '1',
    ],
    [
      'free events, bounded',
      { rate: '1', free_units_per_events: 3, per_transaction_min_amount: '1' },
      '9',
      3,
      '0',
    ],
    [
      'a carried-over level without events',
      { rate: '1', fixed_amount: '7', free_units_per_total_aggregation: '100' },
      '150',
      0,
      '0.5',
    ],
    [
      'a carried-over level without events, bounded',
      { rate: '1', per_transaction_max_amount: '1' },
      '500',
      0,
      '5',
    ],
  ])('the amount is exact for %s', (_, properties, units, events, expected) => {
    expect(billTotals(properties, units, events).amount).toBe(expected);
  });

  it.each<[string, PercentageProperties]>([
    ['bounds', { rate: '1', per_transaction_max_amount: '5' }],
    ['more events than are free, at a rate', { rate: '1', free_units_per_events: 2 }],
    [
      'more than the free total with a fixed amount',
      { rate: '1', fixed_amount: '1', free_units_per_total_aggregation: '9' },
    ],
    ['both allowances', { rate: '1', free_units_per_events: 2, free_units_per_total_aggregation: '9' }],
  ])('throws EventValuesNeededError for %s', (_, properties) => {
    expect(() => billTotals(properties, '10', 3)).toThrow(EventValuesNeededError);
  });
});
