import {
  advanceFeeDueAt,
  feeDays,
  localDays,
  paysFullFirstPeriod,
  unusedDays,
  type FeeTerms,
} from './fee-days';

const newYork = 'America/New_York';
/** June 2026 in New York: 30 days. */
const june = { from: new Date('2026-06-01T04:00:00Z'), to: new Date('2026-07-01T04:00:00Z') };

function terms(overrides: Partial<FeeTerms> = {}): FeeTerms {
  return {
    period: june,
    begunAt: june.from,
    trialEndsAt: null,
    endedAt: null,
    endReason: null,
    timezone: newYork,
    ...overrides,
  };
}
const at = (text: string): Date => new Date(text);
const terminated = (text: string): Partial<FeeTerms> => ({ endedAt: at(text), endReason: 'terminated' });
const upgraded = (text: string): Partial<FeeTerms> => ({ endedAt: at(text), endReason: 'upgraded' });

describe('localDays', () => {
  it.each([
    ['a month with a 23-hour day', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z', 31],
    ['a month with a 25-hour day', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z', 30],
    ['an instant', '2026-06-10T12:00:00Z', '2026-06-10T12:00:00.001Z', 1],
    ['two instants around midnight', '2026-06-11T03:59:59.999Z', '2026-06-11T04:00:00.001Z', 2],
    ['a range that ends at the start of a day', '2026-06-10T12:00:00Z', '2026-06-11T04:00:00Z', 1],
    ['an empty range', '2026-06-10T12:00:00Z', '2026-06-10T12:00:00Z', 0],
    ['a range that ends before it begins', '2026-06-10T12:00:00Z', '2026-06-09T12:00:00Z', 0],
  ])('counts %s', (_case, from, to, days) => {
    expect(localDays(at(from), at(to), newYork)).toBe(days);
  });

  it('the date that Apia skipped is not counted', () => {
    expect(localDays(at('2011-12-01T10:00:00Z'), at('2011-12-31T10:00:00Z'), 'Pacific/Apia')).toBe(30);
  });
});

describe('feeDays', () => {
  it.each<[string, Partial<FeeTerms>, number]>([
    ['a whole period', {}, 30],
    ['the days from the start day on', { begunAt: at('2026-06-11T15:00:00Z') }, 20],
    ['the days from a start in the last minute of a local day', { begunAt: at('2026-06-11T03:59:00Z') }, 21],
    ['the whole first period', { begunAt: at('2026-06-11T15:00:00Z'), fullFirstPeriod: true }, 30],
    ['nothing before the start', { begunAt: at('2026-07-01T04:00:00Z') }, 0],
    ['the days up to a termination, inclusive', terminated('2026-06-20T15:00:00Z'), 20],
    ['the days before a termination at midnight', terminated('2026-06-20T04:00:00Z'), 19],
    ['the days before an upgrade', upgraded('2026-06-20T15:00:00Z'), 19],
    [
      'nothing for an upgrade on the start day',
      { begunAt: at('2026-06-20T15:00:00Z'), ...upgraded('2026-06-20T20:00:00Z') },
      0,
    ],
    [
      'one day for a termination on the start day',
      { begunAt: at('2026-06-20T15:00:00Z'), ...terminated('2026-06-20T20:00:00Z') },
      1,
    ],
    ['the whole period for an end at the end of the period', terminated('2026-07-01T04:00:00Z'), 30],
    ['no more than the whole period for a later end', terminated('2026-07-01T15:00:00Z'), 30],
    [
      'the day to which a part of a period was extended',
      { begunAt: at('2026-06-11T15:00:00Z'), ...terminated('2026-07-01T15:00:00Z') },
      21,
    ],
    ['no days after the period for an upgrade', upgraded('2026-07-01T15:00:00Z'), 30],
    ['nothing for an earlier end', terminated('2026-05-10T00:00:00Z'), 0],
  ])('bills %s', (_case, overrides, billedDays) => {
    expect(feeDays(terms(overrides))).toEqual({ billedDays, periodDays: 30 });
  });

  it.each<[string, Partial<FeeTerms>, number]>([
    ['the days from the end of the trial', {}, 13],
    ['the whole period if the trial ended before it', { trialEndsAt: at('2026-05-18T19:00:00Z') }, 30],
    ['nothing during the trial', { trialEndsAt: at('2026-07-01T04:00:00Z') }, 0],
    ['nothing for a termination during the trial', terminated('2026-06-10T15:00:00Z'), 0],
    ['nothing for a termination on the last day of the trial', terminated('2026-06-18T15:00:00Z'), 0],
    ['nothing for a termination at the end of the trial', terminated('2026-06-18T19:00:00Z'), 0],
    ['the last day of the trial for a termination later that day', terminated('2026-06-18T20:00:00Z'), 1],
    ['nothing for an upgrade later on the last day of the trial', upgraded('2026-06-18T20:00:00Z'), 0],
    ['the days left in a first period billed in full', { fullFirstPeriod: true }, 13],
  ])('with a trial, bills %s', (_case, overrides, billedDays) => {
    const trialEndsAt = at('2026-06-18T19:00:00Z');
    expect(feeDays(terms({ trialEndsAt, ...overrides }))).toEqual({ billedDays, periodDays: 30 });
  });
});

describe('unusedDays', () => {
  it.each<[string, Partial<FeeTerms>, number, number]>([
    ['the days after a termination', terminated('2026-06-20T15:00:00Z'), 20, 10],
    ['the day of an upgrade and the days after it', upgraded('2026-06-20T15:00:00Z'), 19, 11],
    [
      'the days after a termination in a prorated first period',
      { begunAt: at('2026-06-11T15:00:00Z'), ...terminated('2026-06-20T15:00:00Z') },
      10,
      10,
    ],
    [
      'all days for an upgrade at the start',
      { begunAt: at('2026-06-11T15:00:00Z'), ...upgraded('2026-06-11T15:00:00Z') },
      0,
      20,
    ],
    ['no days for an end at the end of the period', terminated('2026-07-01T04:00:00Z'), 30, 0],
    [
      'the days after a termination that follows a trial',
      { trialEndsAt: at('2026-06-11T15:00:00Z'), ...terminated('2026-06-20T15:00:00Z') },
      10,
      10,
    ],
    [
      'no days for a termination during the trial',
      { trialEndsAt: at('2026-06-25T15:00:00Z'), ...terminated('2026-06-20T15:00:00Z') },
      0,
      0,
    ],
    ['no days while the subscription is active', {}, 30, 0],
    ['no days for an end after the period', terminated('2026-07-01T15:00:00Z'), 30, 0],
  ])('counts %s', (_case, overrides, usedDays, unused) => {
    expect(unusedDays(terms(overrides))).toEqual({
      paidDays: usedDays + unused,
      usedDays,
      unusedDays: unused,
      periodDays: 30,
    });
  });
});

describe('advanceFeeDueAt', () => {
  it.each<[string, Partial<FeeTerms>, string | null]>([
    ['the start of the period', {}, '2026-06-01T04:00:00.000Z'],
    ['the start of the subscription', { begunAt: at('2026-06-11T15:00:00Z') }, '2026-06-11T15:00:00.000Z'],
    ['the end of the trial', { trialEndsAt: at('2026-06-18T15:00:00Z') }, '2026-06-18T15:00:00.000Z'],
    [
      'the start of the period after an earlier trial',
      { trialEndsAt: at('2026-05-18T15:00:00Z') },
      '2026-06-01T04:00:00.000Z',
    ],
    [
      'null if the trial lasts until the end of the period',
      { trialEndsAt: at('2026-07-01T04:00:00Z') },
      null,
    ],
  ])('returns %s', (_case, overrides, expected) => {
    expect(advanceFeeDueAt(terms(overrides))?.toISOString() ?? null).toBe(expected);
  });
});

describe('paysFullFirstPeriod', () => {
  const first = { billingTime: 'anniversary', payInAdvance: true, followsPlanChange: false } as const;

  it('only anniversary billing in advance pays a full first period, except after a plan change', () => {
    expect(paysFullFirstPeriod(first)).toBe(true);
    expect(paysFullFirstPeriod({ ...first, billingTime: 'calendar' })).toBe(false);
    expect(paysFullFirstPeriod({ ...first, payInAdvance: false })).toBe(false);
    expect(paysFullFirstPeriod({ ...first, followsPlanChange: true })).toBe(false);
  });
});
