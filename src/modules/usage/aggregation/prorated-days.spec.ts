import Decimal from 'decimal.js';
import fc from 'fast-check';
import type { AggregationType, BillableMetric } from '../../billable-metrics';
import type { HeldUnits } from '../../plans';
import { changesOf, changesToJson } from './day-changes';
import { heldUnits, partOfPeriod } from './held-units';
import { carryEvents, countEvents, noAggregates } from './period-aggregates';
import { countProratedDays } from './prorated-days';
import { emptyTotal, type CountedEvent } from './usage-total';

const timezone = 'America/New_York';
const at = (text: string): Date => new Date(text);
/** November 2026 in New York: 30 days, the first of them with 25 hours. */
const NOVEMBER = { from: at('2026-11-01T04:00:00Z'), to: at('2026-12-01T05:00:00Z') };
const PERIOD = {
  ...NOVEMBER,
  whole: NOVEMBER,
  timezone,
  firstDay: null as string | null,
  daysLeft: null as number | null,
  endsWithPlan: false,
};
const HOUR = 3_600_000;

const metricOf = (aggregationType: AggregationType): BillableMetric => ({
  id: 'seats',
  code: 'seats',
  name: 'Seats',
  aggregationType,
  fieldName: 'value',
  roundingFunction: null,
  roundingPrecision: null,
  unitCode: 'C62',
  recurring: true,
});

/** `hour` counts from the start of November; hours of October are negative. */
interface Raw {
  hour: number;
  value: number;
  active: boolean;
}

const raws = fc.array(
  fc.record({
    hour: fc.integer({ min: -48, max: 30 * 24 }),
    value: fc.integer({ min: -2, max: 3 }),
    active: fc.boolean(),
  }),
  { maxLength: 20 },
);

function eventsOf(metric: BillableMetric, list: readonly Raw[]): CountedEvent[] {
  const isSet = metric.aggregationType === 'unique_count';
  return list.map(({ hour, value, active }, index) => ({
    metric,
    timestamp: new Date(NOVEMBER.from.getTime() + hour * HOUR),
    sequence: index + 1,
    value: isSet ? null : String(value),
    operation: isSet ? { key: `=${value}`, active } : null,
  }));
}

/** Counts events one by one, as they arrive. */
function held(metric: BillableMetric, events: readonly CountedEvent[], period = PERIOD): HeldUnits {
  const aggregates = noAggregates();
  const rules = { proratedMetrics: [metric.id], timezone };
  for (const event of events) {
    const isEarlier = event.timestamp < NOVEMBER.from;
    const [earlier, own] = isEarlier ? [[event], []] : [[], [event]];
    countProratedDays(aggregates, rules, { earlier, own });
    carryEvents(aggregates, earlier);
    countEvents(aggregates, [], own);
  }
  const changes = changesOf(changesToJson(aggregates.days.get(metric.id) ?? new Map<number, never>()));
  return heldUnits(metric, aggregates.totals.get(metric.id) ?? emptyTotal(), changes, period);
}

/** Computes the sum of the levels at the ends of all days from all events, as the rule defines it. */
function sumOfLevels(metric: BillableMetric, events: readonly CountedEvent[]): string {
  const sorted = [...events].sort(
    (a, b) => a.timestamp.getTime() - b.timestamp.getTime() || a.sequence - b.sequence,
  );
  let sum = new Decimal(0);
  for (let day = 1; day <= 30; day++) {
    const end = NOVEMBER.from.getTime() + (day * 24 + 1) * HOUR;
    const before = sorted.filter((it) => it.timestamp.getTime() < end);
    const active = new Map(before.map((it) => [it.operation?.key, it.operation?.active === true]));
    const level =
      metric.aggregationType === 'unique_count'
        ? [...active.values()].filter(Boolean).length
        : before.reduce((total, it) => total + Number(it.value), 0);
    sum = sum.plus(level);
  }
  return sum.toFixed();
}

const unitDaysOf = ({ levels }: HeldUnits): string =>
  levels.reduce((sum, { units, days }) => sum.plus(new Decimal(units).times(days)), new Decimal(0)).toFixed();

describe('prorated units', () => {
  it.each(['sum', 'unique_count'] as const)('every day of a %s counts with the level at its end', (type) => {
    const metric = metricOf(type);
    fc.assert(
      fc.property(raws, (list) => {
        const events = eventsOf(metric, list);
        expect(unitDaysOf(held(metric, events))).toBe(sumOfLevels(metric, events));
      }),
    );
  });

  it('the days of all levels add up to the days of the period', () => {
    const metric = metricOf('sum');
    fc.assert(
      fc.property(raws, (list) => {
        const { levels, periodDays } = held(metric, eventsOf(metric, list));
        expect(periodDays).toBe(30);
        expect(levels.reduce((sum, it) => sum + it.days, 0)).toBe(30);
      }),
    );
  });

  it('the level of each day is rounded as the metric specifies', () => {
    const metric: BillableMetric = { ...metricOf('sum'), roundingFunction: 'ceil' };
    const events = eventsOf(metric, [{ hour: 0, value: 1, active: true }]);
    const half = events.map((it) => ({ ...it, value: '0.5' }));
    expect(held(metric, half).levels).toEqual([{ units: '1', days: 30 }]);
  });

  it('in a period that is extended by a day, each unit counts by its days, up to those of the period', () => {
    const extended = { ...PERIOD, to: at('2026-12-01T15:00:00Z') };
    const seats = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(seats, fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), seats)), (start, levels) => {
        const byDay = Array.from(
          { length: 31 },
          (_, day) => levels.findLast(([it]) => it <= day)?.[1] ?? start,
        );
        const changes = byDay.map((level, day) => ({
          hour: day * 24 + 12,
          value: level - (byDay[day - 1] ?? 0),
          active: true,
        }));
        const { levels: counted } = held(metricOf('sum'), eventsOf(metricOf('sum'), changes), extended);
        for (const unit of [1, 2, 3, 4, 5]) {
          const days = counted.filter((it) => Number(it.units) >= unit).reduce((sum, it) => sum + it.days, 0);
          expect(days).toBe(Math.min(30, byDay.filter((level) => level >= unit).length));
        }
      }),
    );
  });

  it.each([
    ['a whole period', {}, 30],
    ['from the day of the start', { from: at('2026-11-11T15:00:00Z') }, 20],
    ['up to the day of a termination', { to: at('2026-11-20T15:00:00Z') }, 20],
    ['up to the day before a plan change', { to: at('2026-11-20T15:00:00Z'), endsWithPlan: true }, 19],
    [
      'up to the day before a plan that begins a new billing period in the course of a day',
      {
        from: at('2026-11-11T15:00:00Z'),
        to: at('2026-12-01T15:00:00Z'),
        spanTo: at('2026-12-01T15:00:00Z'),
      },
      20,
    ],
    ['no day, if the plan changes on the day of the start', { to: NOVEMBER.from, endsWithPlan: true }, 0],
    ['from the first day of a new time zone, not the day of its start', { firstDay: '2026-11-12' }, 19],
    ['no more days than the billing period has', { to: at('2026-12-01T15:00:00Z') }, 30],
    [
      'the day up to which a part of a period was extended',
      { from: at('2026-11-11T15:00:00Z'), to: at('2026-12-01T15:00:00Z') },
      21,
    ],
    [
      'no more days than earlier plans have left of an extended period',
      { from: at('2026-11-11T15:00:00Z'), to: at('2026-12-01T15:00:00Z'), daysLeft: 20 },
      20,
    ],
    [
      'no day of an extended period whose days earlier plans have billed',
      { from: at('2026-12-01T14:00:00Z'), to: at('2026-12-01T15:00:00Z'), daysLeft: 0 },
      0,
    ],
  ])('%s counts its own days', (_case, changes, days) => {
    expect(partOfPeriod({ ...PERIOD, ...changes })).toEqual({ days, periodDays: 30 });
  });
});
