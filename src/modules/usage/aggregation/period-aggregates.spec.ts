import Decimal from 'decimal.js';
import fc from 'fast-check';
import { computeCharge, percentageCharge, type PercentageProperties } from '../../plans';
import type { AggregationType, BillableMetric } from '../../billable-metrics';
import type { EventCharge } from './event-charges';
import {
  carryEvents,
  countEvents,
  countLate,
  noAggregates,
  type PeriodAggregates,
} from './period-aggregates';
import { unitsOf } from './units';
import { closingLevel, emptyTotal, type CountedEvent, type UsageTotal } from './usage-total';

const AGGREGATIONS = ['count', 'sum', 'max', 'latest', 'unique_count', 'weighted_sum'] as const;
const RANGE = { from: new Date(1_000_000), to: new Date(1_010_000) };
const PERIOD = { ...RANGE, whole: RANGE };

const metricOf = (aggregationType: AggregationType, recurring = false): BillableMetric => ({
  id: `metric-${aggregationType}`,
  code: aggregationType,
  name: aggregationType,
  aggregationType,
  fieldName: aggregationType === 'count' ? null : 'value',
  roundingFunction: null,
  roundingPrecision: null,
  unitCode: 'C62',
  recurring,
});

interface Raw {
  at: number;
  cents: number;
  key: number;
  active: boolean;
}

const raws = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 9_999 }),
    cents: fc.integer({ min: -50_000, max: 50_000 }),
    key: fc.nat(4),
    active: fc.boolean(),
  }),
  { maxLength: 25 },
);

const eventOf = (metric: BillableMetric, raw: Raw, sequence: number, from = PERIOD.from): CountedEvent => {
  const isSet = metric.aggregationType === 'unique_count';
  return {
    metric,
    timestamp: new Date(from.getTime() + raw.at),
    sequence,
    value: isSet || metric.aggregationType === 'count' ? null : new Decimal(raw.cents).div(100).toFixed(),
    operation: isSet ? { key: `=${raw.key}`, active: raw.active } : null,
  };
};

const eventsOf = (metric: BillableMetric, list: readonly Raw[], from = PERIOD.from): CountedEvent[] =>
  list.map((raw, index) => eventOf(metric, raw, index + 1, from));

const byTime = (a: CountedEvent, b: CountedEvent): number =>
  a.timestamp.getTime() - b.timestamp.getTime() || a.sequence - b.sequence;

const numbers = (events: readonly CountedEvent[]): Decimal[] =>
  events.map((it) => new Decimal(it.value ?? 0));
const plus = (values: readonly Decimal[]): Decimal =>
  values.reduce((sum, value) => sum.plus(value), new Decimal(0));

/**
 * Computes the units from all events up to the end of the period, as docs/billing-rules.md#aggregations defines them.
 */
function defined(
  metric: BillableMetric,
  before: readonly CountedEvent[],
  own: readonly CountedEvent[],
): string {
  const level = metric.recurring ? plus(numbers(before)) : new Decimal(0);
  switch (metric.aggregationType) {
    case 'count':
      return String(own.length);
    case 'sum':
      return level.plus(plus(numbers(own))).toFixed();
    case 'max':
      return own.length === 0 ? '0' : Decimal.max(...numbers(own)).toFixed();
    case 'latest':
      return Decimal.max(0, [...own].sort(byTime).at(-1)?.value ?? 0).toFixed();
    case 'unique_count': {
      const active = new Map<string, boolean>();
      const all = [...(metric.recurring ? before : []), ...own].sort(byTime);
      for (const { operation } of all) if (operation !== null) active.set(operation.key, operation.active);
      return String([...active.values()].filter((it) => it).length);
    }
    case 'weighted_sum': {
      const length = PERIOD.to.getTime() - PERIOD.from.getTime();
      const areas = own.map((it) =>
        new Decimal(it.value ?? 0).times(PERIOD.to.getTime() - it.timestamp.getTime()),
      );
      return level.plus(plus(areas).div(length)).toFixed();
    }
  }
}

const units = (metric: BillableMetric, aggregates: PeriodAggregates): string =>
  unitsOf(metric, aggregates.totals.get(metric.id) ?? emptyTotal(), PERIOD);

/** Cuts a list at the given positions. */
function batches<T>(list: readonly T[], cuts: readonly number[]): T[][] {
  const positions = [...cuts.map((it) => it % (list.length + 1)), 0, list.length].sort((a, b) => a - b);
  return positions.slice(1).map((end, index) => list.slice(positions[index], end));
}

const shown = (total: UsageTotal): object => ({
  ...total,
  sum: total.sum.toFixed(),
  moment: total.moment.toFixed(),
  max: total.max?.toFixed(),
  latest: { ...total.latest, value: total.latest?.value.toFixed() },
  carried: total.carried.toFixed(),
  lateSum: total.lateSum.toFixed(),
});

describe.each(AGGREGATIONS)('%s', (aggregationType) => {
  const recurring = ['sum', 'unique_count', 'weighted_sum'].includes(aggregationType)
    ? [false, true]
    : [false];

  it.each(recurring)('the units equal a computation from all events (recurring: %s)', (isRecurring) => {
    const metric = metricOf(aggregationType, isRecurring);
    fc.assert(
      fc.property(raws, raws, (earlier, list) => {
        const before = eventsOf(metric, earlier, new Date(900_000));
        const own = eventsOf(metric, list).map((it) => ({ ...it, sequence: it.sequence + before.length }));
        const aggregates = noAggregates();
        carryEvents(aggregates, isRecurring ? before : []);
        countEvents(aggregates, [], own);
        expect(units(metric, aggregates)).toBe(defined(metric, before, own));
      }),
    );
  });

  it('the aggregates do not depend on the order or the batching of events', () => {
    const metric = metricOf(aggregationType, recurring.length > 1);
    const orders = fc.array(fc.nat(1000), { maxLength: 25 });
    fc.assert(
      fc.property(raws, orders, fc.array(fc.nat(30), { maxLength: 4 }), (list, order, cuts) => {
        const events = eventsOf(metric, list);
        const keyOf = (it: CountedEvent): number => order[it.sequence % Math.max(1, order.length)] ?? 0;
        const shuffled = [...events].sort((a, b) => keyOf(a) - keyOf(b));
        const [straight, mixed] = [noAggregates(), noAggregates()];
        countEvents(straight, [], events);
        for (const batch of batches(shuffled, cuts)) countEvents(mixed, [], batch);
        expect([...mixed.totals.values()].map(shown)).toEqual([...straight.totals.values()].map(shown));
        expect(mixed.values).toEqual(straight.values);
      }),
    );
  });
});

describe('parts of a billing period', () => {
  it('weighted sums of the parts add up to the weighted sum of the whole', () => {
    const metric = metricOf('weighted_sum');
    const cuts = fc.array(fc.integer({ min: 0, max: 9_999 }), { maxLength: 4 });
    fc.assert(
      fc.property(raws, cuts, (list, ends) => {
        const events = eventsOf(metric, list);
        const bounds = [0, ...ends, 10_000].sort((a, b) => a - b).map((it) => new Date(1_000_000 + it));
        let carried = new Decimal(0);
        const parts = bounds.slice(1).map((to, index) => {
          const from = bounds[index] ?? to;
          const aggregates = noAggregates();
          aggregates.totals.set(metric.id, { ...emptyTotal(), carried });
          const own = events.filter((it) => it.timestamp >= from && it.timestamp < to);
          countEvents(aggregates, [], own);
          const total = aggregates.totals.get(metric.id) ?? emptyTotal();
          carried = closingLevel(total);
          return new Decimal(unitsOf(metric, total, { from, to, whole: RANGE }));
        });
        const whole = noAggregates();
        countEvents(whole, [], events);
        expect(plus(parts).minus(units(metric, whole)).abs().lessThan('1e-18')).toBe(true);
      }),
    );
  });

  it('a weighted sum is divided by the length of a billing period that is longer than the whole one', () => {
    const metric = metricOf('weighted_sum');
    const aggregates = noAggregates();
    countEvents(aggregates, [], eventsOf(metric, [{ at: 0, cents: 100, key: 0, active: true }]));
    const total = aggregates.totals.get(metric.id) ?? emptyTotal();
    expect(unitsOf(metric, total, { ...PERIOD, to: new Date(1_015_000) })).toBe('1');
    const shared = { spanFrom: new Date(995_000), spanTo: new Date(1_015_000) };
    expect(unitsOf(metric, total, { ...PERIOD, ...shared })).toBe('0.5');
  });
});

describe('late events', () => {
  it.each(['sum', 'unique_count', 'weighted_sum'] as const)(
    'change the starting level of the next period of a recurring %s, but not the billed units',
    (aggregationType) => {
      const metric = metricOf(aggregationType, true);
      fc.assert(
        fc.property(raws, raws, (list, lateList) => {
          const own = eventsOf(metric, list);
          const late = eventsOf(metric, lateList).map((it) => ({ ...it, sequence: it.sequence + 100 }));
          const aggregates = noAggregates();
          countEvents(aggregates, [], own);
          const billed = units(metric, aggregates);
          countLate(aggregates, late, { own: true });
          expect(units(metric, aggregates)).toBe(billed);

          const total = aggregates.totals.get(metric.id) ?? emptyTotal();
          expect(total.lateCount).toBe(late.length);
          expect(closingLevel(total).toFixed()).toBe(plus(numbers([...own, ...late])).toFixed());
          const counted = noAggregates();
          countEvents(counted, [], [...own, ...late]);
          const known = [...(aggregates.values.get(metric.id) ?? [])].sort();
          expect(known).toEqual([...(counted.values.get(metric.id) ?? [])].sort());
        }),
      );
    },
  );

  it('of a non-recurring metric increase its late-event count and nothing else', () => {
    const metric = metricOf('sum');
    const aggregates = noAggregates();
    const late = eventsOf(metric, [{ at: 1, cents: 500, key: 0, active: true }]);
    countLate(aggregates, late, { own: true });
    countLate(aggregates, late, { own: false });
    expect(aggregates.totals.get(metric.id)).toMatchObject({ lateCount: 1, eventsCount: 0 });
    expect(closingLevel(aggregates.totals.get(metric.id) ?? emptyTotal()).toFixed()).toBe('0');
  });
});

describe('charges on single events', () => {
  const properties: PercentageProperties = {
    rate: '10',
    fixed_amount: '0.5',
    free_units_per_events: '2',
    per_transaction_min_amount: '1',
    per_transaction_max_amount: '20',
  };

  it('have the amount computed from all values of events in order, regardless of how they are batched', () => {
    const metric = metricOf('sum');
    const charges: EventCharge[] = [{ chargeId: 'c', metricId: metric.id, properties }];
    fc.assert(
      fc.property(raws, fc.array(fc.nat(30), { maxLength: 4 }), (list, cuts) => {
        const events = eventsOf(
          metric,
          [...list].sort((one, other) => one.at - other.at),
        );
        const aggregates = noAggregates();
        for (const batch of batches(events, cuts)) {
          expect(countEvents(aggregates, charges, batch)).toEqual([]);
        }
        const eventValues = events.map((it) => it.value ?? '0');
        const usage = { units: plus(numbers(events)).toFixed(), eventsCount: events.length, eventValues };
        const state = aggregates.charges.get('c');
        if (state === undefined) expect(events).toEqual([]);
        else {
          const { amount } = percentageCharge(state, properties, usage.units);
          expect(amount).toBe(computeCharge('percentage', properties, usage).amount);
        }
      }),
    );
  });

  it('use the change in the number of distinct values as the value of an event', () => {
    const metric = metricOf('unique_count');
    const charges: EventCharge[] = [{ chargeId: 'c', metricId: metric.id, properties }];
    const add = { at: 1, cents: 0, key: 1, active: true };
    const aggregates = noAggregates();
    countEvents(
      aggregates,
      charges,
      eventsOf(metric, [add, add, { ...add, key: 2 }, { ...add, active: false }]),
    );
    expect(aggregates.charges.get('c')).toMatchObject({ events: 4, total: '1' });
  });
});
