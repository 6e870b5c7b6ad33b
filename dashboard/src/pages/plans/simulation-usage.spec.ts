import type { BillableMetric, Plan } from '@billing-service/sdk';
import {
  POSITIONS,
  metersOf,
  movedTo,
  positionOf,
  shares,
  unitsAt,
  usageOf,
  type Meter,
} from './simulation-usage';

const PLAN = {
  charges: [
    {
      billable_metric_code: 'calls',
      charge_model: 'package',
      properties: { amount: '5', package_size: 1000, free_units: '5000' },
      invoice_display_name: null,
    },
    {
      billable_metric_code: 'paid',
      charge_model: 'percentage',
      properties: { rate: '2' },
      invoice_display_name: 'Payments',
    },
    {
      billable_metric_code: 'calls',
      charge_model: 'standard',
      properties: { amount: '1' },
      invoice_display_name: null,
    },
  ],
} as unknown as Plan;
const METRICS = [
  { code: 'calls', name: 'API calls', aggregation_type: 'count' },
] as unknown as BillableMetric[];

describe('metersOf', () => {
  it('each metric has one meter, whose scale exceeds the bounds of its charges', () => {
    expect(metersOf(PLAN, METRICS)).toEqual([
      { code: 'calls', label: 'API calls', most: 50_000, hasEvents: false, isCount: true },
      { code: 'paid', label: 'Payments', most: 1000, hasEvents: true, isCount: false },
    ]);
  });
});

describe('the slider', () => {
  it('begins with nothing and ends with the most', () => {
    expect(unitsAt(0, 50_000)).toBe('0');
    expect(unitsAt(POSITIONS, 50_000)).toBe('50000');
    expect(positionOf('50000', 50_000)).toBe(POSITIONS);
    expect(positionOf('0', 50_000)).toBe(0);
  });

  it('larger numbers and texts keep it within its ends', () => {
    expect(positionOf('1000000', 50_000)).toBe(POSITIONS);
    expect(positionOf('', 50_000)).toBe(0);
    expect(positionOf('many', 50_000)).toBe(0);
  });

  it('arrow keys reach both ends from any number', () => {
    for (const start of ['0', '7', '1234.5', '50000']) {
      for (const [step, end] of [
        [1, '50000'],
        [-1, '0'],
      ] as const) {
        let units = start;
        for (let presses = 0; presses < POSITIONS && units !== end; presses += 1) {
          units = movedTo(positionOf(units, 50_000) + step, units, 50_000);
        }
        expect(units).toBe(end);
      }
    }
  });

  it('units never fall when it moves on', () => {
    const all = Array.from({ length: POSITIONS + 1 }, (_, position) => Number(unitsAt(position, 50_000)));
    expect(all.toSorted((a, b) => a - b)).toEqual(all);
  });
});

describe('usageOf', () => {
  const meter = (changes: Partial<Meter>): Meter => ({
    code: 'paid',
    label: 'Payments',
    most: 1000,
    hasEvents: false,
    isCount: false,
    ...changes,
  });

  it('a metric without input has the usage in the middle of its slider', () => {
    expect(usageOf([meter({})], {})).toEqual([
      { billable_metric_code: 'paid', units: '31', events_count: 1 },
    ]);
  });

  it('each unit of a count metric is an event', () => {
    const entered = { paid: { units: '25', events: '3' } };
    expect(usageOf([meter({ hasEvents: true, isCount: true })], entered)).toEqual([
      { billable_metric_code: 'paid', units: '25', events_count: 25 },
    ]);
  });

  it('units are spread over the events that a percentage charge needs', () => {
    expect(usageOf([meter({ hasEvents: true })], { paid: { units: '100', events: '3' } })).toEqual([
      {
        billable_metric_code: 'paid',
        units: '100',
        events_count: 3,
        event_values: ['33.33', '33.33', '33.34'],
      },
    ]);
    const many = usageOf([meter({ hasEvents: true })], { paid: { units: '100', events: '5000' } });
    expect(many).toEqual([{ billable_metric_code: 'paid', units: '100', events_count: 5000 }]);
  });

  it.each([
    ['1e5', '1'],
    ['', '1'],
    ['-1', '1'],
    ['1', '1.5'],
    ['1', ''],
  ])('%j units in %j events cannot be simulated', (units, events) => {
    expect(usageOf([meter({ hasEvents: true })], { paid: { units, events } })).toBeNull();
  });
});

describe('shares', () => {
  it('they add up to the units', () => {
    expect(shares('0.005', 2)).toEqual(['0.002', '0.003']);
    expect(shares('7', 1)).toEqual(['7.00']);
    expect(shares('7', 0)).toEqual([]);
  });
});
