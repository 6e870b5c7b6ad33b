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
    startedAt: new Date('2026-01-15T15:30:00Z'),
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
    ['a moment', '2026-06-10T12:00:00Z', '2026-06-10T12:00:00.001Z', 1],
    ['two moments around midnight', '2026-06-11T03:59:59.999Z', '2026-06-11T04:00:00.001Z', 2],
    ['up to the start of a day', '2026-06-10T12:00:00Z', '2026-06-11T04:00:00Z', 1],
    ['nothing', '2026-06-10T12:00:00Z', '2026-06-10T12:00:00Z', 0],
    ['backwards', '2026-06-10T12:00:00Z', '2026-06-09T12:00:00Z', 0],
  ])('%s', (_case, from, to, days) => {
    expect(localDays(at(from), at(to), newYork)).toBe(days);
  });

  it('the date that Apia skipped is not counted', () => {
    expect(localDays(at('2011-12-01T10:00:00Z'), at('2011-12-31T10:00:00Z'), 'Pacific/Apia')).toBe(30);
  });
});

describe('feeDays', () => {
  it.each<[string, Partial<FeeTerms>, number]>([
    ['a whole period', {}, 30],
    ['from the start day on', { startedAt: at('2026-06-11T15:00:00Z') }, 20],
    ['a start in the last minute of a local day', { startedAt: at('2026-06-11T03:59:00Z') }, 21],
    ['the whole first period', { startedAt: at('2026-06-11T15:00:00Z'), fullFirstPeriod: true }, 30],
    ['no period before the start', { startedAt: at('2026-07-01T04:00:00Z') }, 0],
    ['the day of a termination', terminated('2026-06-20T15:00:00Z'), 20],
    ['no day that a termination at midnight does not touch', terminated('2026-06-20T04:00:00Z'), 19],
    ['not the day of an upgrade', upgraded('2026-06-20T15:00:00Z'), 19],
    [
      'nothing, if upgraded on the start day',
      { startedAt: at('2026-06-20T15:00:00Z'), ...upgraded('2026-06-20T20:00:00Z') },
      0,
    ],
    [
      'a day, if terminated on the start day',
      { startedAt: at('2026-06-20T15:00:00Z'), ...terminated('2026-06-20T20:00:00Z') },
      1,
    ],
    ['everything, if it ended at the end of the period', terminated('2026-07-01T04:00:00Z'), 30],
    ['everything, if it ended later', terminated('2026-08-10T00:00:00Z'), 30],
    ['nothing, if it ended before', terminated('2026-05-10T00:00:00Z'), 0],
  ])('bills %s', (_case, overrides, billedDays) => {
    expect(feeDays(terms(overrides))).toEqual({ billedDays, periodDays: 30 });
  });

  it.each<[string, Partial<FeeTerms>, number]>([
    ['from the day on which it ends', {}, 13],
    ['all after an earlier trial', { trialEndsAt: at('2026-05-18T19:00:00Z') }, 30],
    ['nothing while it lasts', { trialEndsAt: at('2026-07-01T04:00:00Z') }, 0],
    ['nothing, if terminated in it', terminated('2026-06-10T15:00:00Z'), 0],
    ['nothing, if terminated in it on its last day', terminated('2026-06-18T15:00:00Z'), 0],
    ['nothing, if terminated as it ends', terminated('2026-06-18T19:00:00Z'), 0],
    ['the last day of the trial, if terminated after it', terminated('2026-06-18T20:00:00Z'), 1],
    ['not even that, if upgraded', upgraded('2026-06-18T20:00:00Z'), 0],
    ['the days left in a first period that is billed in full', { fullFirstPeriod: true }, 13],
  ])('with a trial bills %s', (_case, overrides, billedDays) => {
    const trialEndsAt = at('2026-06-18T19:00:00Z');
    expect(feeDays(terms({ trialEndsAt, ...overrides }))).toEqual({ billedDays, periodDays: 30 });
  });
});

describe('unusedDays', () => {
  it.each<[string, Partial<FeeTerms>, number, number]>([
    ['after a termination: the days after it', terminated('2026-06-20T15:00:00Z'), 20, 10],
    ['after an upgrade: that day too', upgraded('2026-06-20T15:00:00Z'), 19, 11],
    [
      'of a first, prorated period',
      { startedAt: at('2026-06-11T15:00:00Z'), ...terminated('2026-06-20T15:00:00Z') },
      10,
      10,
    ],
    [
      'all, if upgraded in the moment of the start',
      { startedAt: at('2026-06-11T15:00:00Z'), ...upgraded('2026-06-11T15:00:00Z') },
      0,
      20,
    ],
    ['none, if it ended at the end', terminated('2026-07-01T04:00:00Z'), 30, 0],
    [
      'after a trial',
      { trialEndsAt: at('2026-06-11T15:00:00Z'), ...terminated('2026-06-20T15:00:00Z') },
      10,
      10,
    ],
    [
      'none in the trial, which nobody paid',
      { trialEndsAt: at('2026-06-25T15:00:00Z'), ...terminated('2026-06-20T15:00:00Z') },
      0,
      0,
    ],
    ['none while it runs', {}, 30, 0],
  ])('%s', (_case, overrides, usedDays, unused) => {
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
    ['as the period begins', {}, '2026-06-01T04:00:00.000Z'],
    ['at the start', { startedAt: at('2026-06-11T15:00:00Z') }, '2026-06-11T15:00:00.000Z'],
    ['at the end of the trial', { trialEndsAt: at('2026-06-18T15:00:00Z') }, '2026-06-18T15:00:00.000Z'],
    [
      'as the period begins, after a trial',
      { trialEndsAt: at('2026-05-18T15:00:00Z') },
      '2026-06-01T04:00:00.000Z',
    ],
    ['not in a trial', { trialEndsAt: at('2026-07-01T04:00:00Z') }, null],
  ])('is %s', (_case, overrides, expected) => {
    expect(advanceFeeDueAt(terms(overrides))?.toISOString() ?? null).toBe(expected);
  });
});

describe('paysFullFirstPeriod', () => {
  const first = { billingTime: 'anniversary', payInAdvance: true, followsPlanChange: false } as const;

  it('only anniversary billing in advance pays a full first period, and not after a plan change', () => {
    expect(paysFullFirstPeriod(first)).toBe(true);
    expect(paysFullFirstPeriod({ ...first, billingTime: 'calendar' })).toBe(false);
    expect(paysFullFirstPeriod({ ...first, payInAdvance: false })).toBe(false);
    expect(paysFullFirstPeriod({ ...first, followsPlanChange: true })).toBe(false);
  });
});
