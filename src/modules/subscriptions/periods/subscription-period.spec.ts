import { parseDate } from '../../../platform/calendar';
import type { PeriodRule } from './period';
import { billedPeriod, currentPeriod, type BilledPeriod, type PlanTerm } from './subscription-period';

const monthly: PeriodRule = {
  interval: 'monthly',
  billingTime: 'calendar',
  anchor: parseDate('2026-01-15'),
  timezone: 'America/New_York',
};
const startedAt = new Date('2026-01-15T15:30:00Z');
const running: PlanTerm = { startedAt, endedAt: null };
const ended: PlanTerm = { startedAt, endedAt: new Date('2026-03-20T18:00:00Z') };

const current = (term: PlanTerm, at: string, rule = monthly): [string, string] => {
  const { from, to } = currentPeriod(rule, term, new Date(at));
  return [from.toISOString(), to.toISOString()];
};
const shown = (billed: BilledPeriod): unknown[] => [
  billed.from.toISOString(),
  billed.to.toISOString(),
  billed.chargesFrom.toISOString(),
  billed.chargesTo.toISOString(),
  billed.includesFee,
];
const inArrears = (term: PlanTerm, at: string): unknown[] =>
  shown(billedPeriod(monthly, term, false, new Date(at)));
const inAdvance = (term: PlanTerm, at: string): unknown[] =>
  shown(billedPeriod(monthly, term, true, new Date(at)));

describe('currentPeriod', () => {
  it('a period is extended to an end on the day after it', () => {
    const ending = { ...running, endsAt: new Date('2026-04-01T18:00:00Z') };
    const extended = ['2026-03-01T05:00:00.000Z', '2026-04-01T18:00:00.000Z'];
    expect(current(ending, '2026-03-20T00:00:00Z')).toEqual(extended);
    expect(current(ending, '2026-04-01T17:59:59Z')).toEqual(extended);
    expect(current(ending, '2026-02-20T00:00:00Z')).toEqual([
      '2026-02-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ]);
  });

  it('the current period begins where the previous one ended in another time zone', () => {
    // The boundary is midnight in Paris.
    const period = { from: new Date('2026-02-28T23:00:00Z'), to: new Date('2026-04-01T04:00:00Z') };
    const moved = { ...running, running: { ...period, firstDay: parseDate('2026-03-01') } };
    const march = ['2026-02-28T23:00:00.000Z', '2026-04-01T04:00:00.000Z'];
    expect(current(moved, '2026-03-01T00:00:00Z')).toEqual(march);
    expect(current(moved, '2026-02-28T22:59:59Z')).toEqual(['2026-02-01T05:00:00.000Z', march[0]]);
    expect(current(moved, '2026-04-01T04:00:00Z')[0]).toBe(march[1]);
  });

  const first = ['2026-01-15T05:00:00.000Z', '2026-02-01T05:00:00.000Z'];
  const last = ['2026-03-01T05:00:00.000Z', '2026-03-20T18:00:00.000Z'];

  it('the first period includes the whole start day', () => {
    expect(current(running, '2026-01-20T00:00:00Z')).toEqual(first);
  });

  it('a middle period is whole', () => {
    expect(current(ended, '2026-02-20T00:00:00Z')).toEqual([
      '2026-02-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ]);
  });

  it('the last period ends at the termination', () => {
    expect(current(ended, '2026-03-10T00:00:00Z')).toEqual(last);
  });

  it('before the subscription starts, returns the first period; after it ends, the last one', () => {
    expect(current(running, '2025-06-01T00:00:00Z')).toEqual(first);
    expect(current(ended, '2026-07-01T00:00:00Z')).toEqual(last);
  });

  it('after a subscription has ended at a period boundary, returns the period that ends there', () => {
    const canceled = { startedAt, endedAt: new Date('2026-03-01T05:00:00Z') };
    expect(current(canceled, '2026-03-01T05:00:00Z')).toEqual([
      '2026-02-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ]);
  });

  it('a subscription that ended at its start has an empty period', () => {
    const midnight = new Date('2026-03-01T05:00:00Z');
    expect(current({ startedAt: midnight, endedAt: midnight }, '2026-03-01T05:00:00Z')).toEqual([
      '2026-03-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ]);
  });
});

describe('billedPeriod', () => {
  const [january, february, march, april] = [
    '2026-01-15T05:00:00.000Z',
    '2026-02-01T05:00:00.000Z',
    '2026-03-01T05:00:00.000Z',
    '2026-04-01T04:00:00.000Z',
  ];
  const start = startedAt.toISOString();

  it('in arrears, covers the last complete period, with usage from the exact start of the subscription', () => {
    expect(inArrears(running, '2026-02-01T05:00:00Z')).toEqual([january, february, start, february, true]);
    expect(inArrears(running, '2026-03-01T05:00:00Z')).toEqual([february, march, february, march, true]);
    expect(inArrears(running, '2026-03-20T00:00:00Z')).toEqual([february, march, february, march, true]);
  });

  it('in arrears, is empty until a period has ended', () => {
    expect(inArrears(running, '2026-01-20T00:00:00Z')).toEqual([january, january, start, start, false]);
  });

  it('in advance, covers the period that begins, with the usage of the previous period', () => {
    expect(inAdvance(running, start)).toEqual([january, february, start, start, true]);
    expect(inAdvance(running, '2026-02-01T05:00:00Z')).toEqual([february, march, start, february, true]);
    expect(inAdvance(running, '2026-03-01T05:00:00Z')).toEqual([march, april, february, march, true]);
  });

  it('when the subscription ends, covers the rest of the period; a plan paid in advance bills only its usage', () => {
    const end = '2026-03-20T18:00:00.000Z';
    expect(inArrears(ended, end)).toEqual([march, end, march, end, true]);
    expect(inAdvance(ended, end)).toEqual([march, end, march, end, false]);
  });

  it('a subscription that ends with a period is billed for that period', () => {
    const canceled = { startedAt, endedAt: new Date(march) };
    expect(inArrears(canceled, march)).toEqual([february, march, february, march, true]);
    expect(inAdvance(canceled, march)).toEqual([february, march, february, march, false]);
  });

  it('a later end does not change the period of an earlier invoice', () => {
    expect(inAdvance(ended, '2026-03-01T05:00:00Z')).toEqual(inAdvance(running, '2026-03-01T05:00:00Z'));
    expect(inArrears(ended, '2026-03-01T05:00:00Z')).toEqual(inArrears(running, '2026-03-01T05:00:00Z'));
  });

  it('a subscription that ends in its first period is billed from its start day', () => {
    const end = '2026-01-20T12:00:00.000Z';
    expect(inArrears({ startedAt, endedAt: new Date(end) }, end)).toEqual([january, end, start, end, true]);
  });
});
