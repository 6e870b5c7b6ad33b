import fc from 'fast-check';
import {
  afterPeriod,
  creditsOf,
  dueGrant,
  GRANT_INTERVALS,
  newGrant,
  nextGrantAt,
  sameGrant,
  type GrantInput,
  type RecurringGrant,
} from './recurring-grant.rules';

const START = '2030-01-31T09:00:00.000Z';
const INPUT: GrantInput = {
  interval: 'monthly',
  credits: '10',
  targetCredits: null,
  startsAt: START,
  endsAt: null,
};
const grant = (fields: Partial<GrantInput> = {}): RecurringGrant =>
  newGrant({ ...INPUT, ...fields }, 'g1', new Date(START));
const startsOf = (from: RecurringGrant, count: number, timezone: string): (string | null)[] => {
  const starts: (string | null)[] = [];
  for (let at = from; starts.length < count; at = afterPeriod(at, timezone)) starts.push(at.nextAt);
  return starts;
};

describe('rules of recurring grants', () => {
  it('months are counted from the first one, whose day returns', () => {
    expect(startsOf(grant(), 4, 'UTC')).toEqual([
      START,
      '2030-02-28T09:00:00.000Z',
      '2030-03-31T09:00:00.000Z',
      '2030-04-30T09:00:00.000Z',
    ]);
  });

  it('the local time stays across a clock change', () => {
    const weekly = grant({ interval: 'weekly', startsAt: '2030-03-27T09:00:00.000Z' });
    expect(startsOf(weekly, 2, 'Europe/Paris')).toEqual([
      '2030-03-27T09:00:00.000Z',
      '2030-04-03T08:00:00.000Z',
    ]);
  });

  it('no period begins at the end or after it', () => {
    const ending = grant({ endsAt: '2030-02-28T09:00:00.000Z' });
    expect(startsOf(ending, 2, 'UTC')).toEqual([START, null]);
    expect(grant({ endsAt: START }).nextAt).toBeNull();
  });

  it('a target fills up what is missing, and nothing above it', () => {
    const target = grant({ credits: null, targetCredits: '100' });
    expect(creditsOf(target, '30.5')).toBe('69.5');
    expect(creditsOf(target, '100')).toBeNull();
    expect(creditsOf(target, '120')).toBeNull();
    expect(creditsOf(grant(), '120')).toBe('10');
  });

  it('the period that is due the longest comes first', () => {
    const [monthly, later] = [grant(), { ...grant({ startsAt: '2030-03-01T00:00:00.000Z' }), id: 'g2' }];
    expect(nextGrantAt([later, monthly])).toEqual(new Date(START));
    expect(dueGrant([later, monthly], new Date('2031-01-01'))).toBe(monthly);
    expect(dueGrant([later, monthly], new Date('2030-01-01'))).toBeNull();
    expect(nextGrantAt([])).toBeNull();
  });

  it('a grant that is sent again goes on, also without its start', () => {
    const stored = grant();
    expect(sameGrant([stored], INPUT)).toBe(stored);
    expect(sameGrant([stored], { ...INPUT, startsAt: null })).toBe(stored);
    expect(sameGrant([stored], { ...INPUT, credits: '11' })).toBeUndefined();
  });

  it('caught up at once or one by one, every period begins exactly once and in order', () => {
    const spans = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 20 });
    fc.assert(
      fc.property(spans, fc.constantFrom(...GRANT_INTERVALS), (days, interval) => {
        const total = days.reduce((sum, it) => sum + it, 0);
        const begun = (steps: readonly number[]): string[] => {
          let [at, state] = [new Date(START).getTime(), grant({ interval })];
          const starts: string[] = [];
          for (const step of steps) {
            at += step * 86_400_000;
            while (dueGrant([state], new Date(at)) !== null) {
              starts.push(state.nextAt ?? '');
              state = afterPeriod(state, 'Europe/Paris');
            }
          }
          return starts;
        };
        const caughtUp = begun([total]);
        expect(begun([0, ...days])).toEqual(caughtUp);
        expect([...new Set(caughtUp)].sort()).toEqual(caughtUp);
      }),
    );
  });
});
