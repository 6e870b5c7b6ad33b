import fc from 'fast-check';
import {
  covers,
  discountCents,
  fullBalance,
  restored,
  rank,
  spent,
  termProblems,
  type CouponTerms,
} from './coupon.rules';

const FIXED: CouponTerms = {
  couponType: 'fixed_amount',
  amountCents: 1000n,
  currency: 'EUR',
  percentageRate: null,
  frequency: 'once',
  frequencyDuration: null,
};
const PERCENTAGE: CouponTerms = {
  ...FIXED,
  couponType: 'percentage',
  amountCents: null,
  currency: null,
  percentageRate: '10',
};
const fieldsOf = (terms: CouponTerms) => termProblems(terms).map((it) => it.field);
const full = (terms: CouponTerms) => ({ ...terms, ...fullBalance(terms) });

describe('coupon rules', () => {
  it.each([
    ['a fixed amount', FIXED, []],
    ['a percentage', PERCENTAGE, []],
    ['a recurring coupon', { ...PERCENTAGE, frequency: 'recurring', frequencyDuration: 3 }, []],
    ['a fixed amount without an amount', { ...FIXED, amountCents: null }, ['amount_cents']],
    ['a fixed amount without a currency', { ...FIXED, currency: null }, ['currency']],
    ['a fixed amount with a percentage', { ...FIXED, percentageRate: '5' }, ['percentage_rate']],
    ['a percentage with a currency', { ...PERCENTAGE, currency: 'EUR' }, ['currency']],
    ['a percentage without a rate', { ...PERCENTAGE, percentageRate: null }, ['percentage_rate']],
    ['a recurring coupon without a duration', { ...FIXED, frequency: 'recurring' }, ['frequency_duration']],
    ['a duration without recurring', { ...FIXED, frequencyDuration: 3 }, ['frequency_duration']],
  ] as const)('%s has the expected problems', (_case, terms, problems) => {
    expect(fieldsOf(terms)).toEqual(problems);
  });

  it('coupons limited to metrics come before those limited to plans, then those without a limit', () => {
    expect(rank({ planIds: [], billableMetricCodes: ['a'] })).toBe(0);
    expect(rank({ planIds: ['p'], billableMetricCodes: [] })).toBe(1);
    expect(rank({ planIds: [], billableMetricCodes: [] })).toBe(2);
  });

  it.each([
    ['an open coupon covers an added line', [], [], { planId: null, billableMetricCode: null }, true],
    ['a metric covers its charge', [], ['gb'], { planId: 'p', billableMetricCode: 'gb' }, true],
    [
      'a metric does not cover the fee of the plan',
      [],
      ['gb'],
      { planId: 'p', billableMetricCode: null },
      false,
    ],
    ['a plan covers its charges', ['p'], [], { planId: 'p', billableMetricCode: 'gb' }, true],
    ['a plan does not cover those of another', ['p'], [], { planId: 'q', billableMetricCode: null }, false],
  ] as const)('%s', (_case, planIds, billableMetricCodes, line, expected) => {
    expect(covers({ planIds, billableMetricCodes }, line)).toBe(expected);
  });

  it.each([
    ['10', 1671n, 167n],
    ['10', 5n, 1n], // half up
    ['33.3333', 100n, 33n],
    ['100', 9007199254740991n, 9007199254740991n],
  ])('%s %% of %s is %s', (percentageRate, left, expected) => {
    expect(discountCents(full({ ...PERCENTAGE, percentageRate }), left)).toBe(expected);
  });

  it('a fixed amount given once is exhausted when nothing is left of it', () => {
    const after = spent(full(FIXED), 400n);
    expect(after).toMatchObject({ status: 'active', amountRemainingCents: 600n });
    expect(discountCents({ ...FIXED, ...after }, 5000n)).toBe(600n);
    expect(spent({ ...FIXED, ...after }, 600n)).toMatchObject({
      status: 'exhausted',
      amountRemainingCents: 0n,
    });
  });

  it('a percentage given once is exhausted by one bill, a recurring coupon by its number of bills', () => {
    expect(spent(full(PERCENTAGE), 1n).status).toBe('exhausted');
    const twice: CouponTerms = { ...FIXED, frequency: 'recurring', frequencyDuration: 2 };
    const after = spent(full(twice), 1000n);
    expect(after).toMatchObject({
      status: 'active',
      frequencyDurationRemaining: 1,
      amountRemainingCents: null,
    });
    expect(spent({ ...twice, ...after }, 1000n).status).toBe('exhausted');
    expect(spent(full({ ...FIXED, frequency: 'forever' }), 1000n).status).toBe('active');
  });

  it('giving back what was spent restores the balance, unless the coupon was ended', () => {
    const terms = fc.constantFrom<CouponTerms>(
      FIXED,
      PERCENTAGE,
      { ...FIXED, frequency: 'recurring', frequencyDuration: 2 },
      { ...PERCENTAGE, frequency: 'forever' },
    );
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 1n, max: 1000n }), (of, cents) => {
        const before = full(of);
        const after = spent(before, cents);
        expect(restored(after, cents)).toEqual(fullBalance(of));
        expect(restored({ ...after, status: 'ended' }, cents)).toEqual({ ...after, status: 'ended' });
      }),
    );
  });
});
