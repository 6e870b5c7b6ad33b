import {
  NOW,
  PLAN,
  CUSTOMER,
  fixed,
  percentage,
  having,
  fee,
  charge,
  shown,
  day,
  lifeOf,
  give,
  nets,
  statuses,
} from './coupon-cases';
import { Coupons } from './coupons';
import { spread } from './discounts';
import type { CouponTerms, Life, Step } from './life';
import { type Reckoned } from './reckoning';

describe('the spread of a discount', () => {
  it.each([
    { cents: 100, left: [100, 100, 100], parts: [34, 33, 33] },
    { cents: 200, left: [100, 100, 100], parts: [67, 67, 66] },
    { cents: 1, left: [1, 1], parts: [1, 0] },
    { cents: 10, left: [1, 2, 97], parts: [0, 0, 10] },
    { cents: 50, left: [33, 0, 67], parts: [17, 0, 33] },
    { cents: 7, left: [2, 0, 5], parts: [2, 0, 5] },
    { cents: 0, left: [2, 5], parts: [0, 0] },
    { cents: 0, left: [0, 0], parts: [0, 0] },
    { cents: 9007199254740991, left: [9007199254740990, 1], parts: [9007199254740990, 1] },
  ])('gives $parts of $cents to lines of $left', ({ cents, left, parts }) => {
    expect(spread(cents, left)).toEqual(parts);
  });
});

describe('coupons on a bill', () => {
  it('are rounded once, half up, and then spread', () => {
    expect(shown(having(percentage('50')).discountsOn([fee(5), charge('a', 5), charge('b', 5)]))).toEqual({
      cents: [8],
      perLine: [3, 3, 2],
    });
  });

  it('go by group, then by age, each on what the earlier ones left', () => {
    const coupons = having(
      percentage('10'),
      fixed(1000, { plans: [0] }),
      percentage('50', { metrics: ['a'] }),
      fixed(100),
    );

    expect(shown(coupons.discountsOn([fee(1000), charge('a', 2000)]))).toEqual({
      cents: [1000, 1000, 100, 100],
      perLine: [600, 1600],
    });
  });

  it('lower only the lines to which they are limited', () => {
    const coupons = having(fixed(5000, { plans: [1] }), fixed(5000, { metrics: ['b', 'c'] }));

    expect(coupons.discountsOn([fee(300), fee(400, 1), charge('a', 20), charge('b', 10)]).perLine).toEqual([
      0, 400, 0, 10,
    ]);
  });

  it('never lower a bill below zero', () => {
    expect(shown(having(percentage('100'), fixed(1)).discountsOn([fee(7)]))).toEqual({
      cents: [7],
      perLine: [7],
    });
  });
});

describe('applying a coupon', () => {
  it.each([
    { why: 'it has expired', terms: fixed(1, { expiresAt: NOW }), override: {} },
    {
      why: 'its currency is another one',
      terms: fixed(1, { worth: { type: 'fixed_amount', cents: 1, currency: 'USD' } }),
      override: {},
    },
    { why: 'a fixed amount gets a rate', terms: fixed(1), override: { rate: '5' } },
    { why: 'a percentage gets an amount', terms: percentage('5'), override: { cents: 5 } },
    { why: 'bills are counted once', terms: fixed(1), override: { bills: 3 } },
    {
      why: 'recurring does not say how often',
      terms: fixed(1),
      override: { frequency: 'recurring' as const },
    },
  ])('is refused if $why', ({ terms, override }) => {
    const coupons = new Coupons({ coupons: [terms], customer: CUSTOMER });

    expect(coupons.apply(0, override, NOW)).toBe(false);
  });

  it('is refused a second time unless the coupon is reusable, even if the first application has ended', () => {
    const coupons = having(fixed(5, { reusable: false }), fixed(5));
    coupons.end(0);

    expect(coupons.apply(0, {}, NOW)).toBe(false);
    expect(coupons.apply(1, {}, NOW)).toBe(true);
  });

  it('takes the terms for the customer', () => {
    const coupons = new Coupons({ coupons: [fixed(5)], customer: CUSTOMER });

    expect(coupons.apply(0, { cents: 7, frequency: 'recurring', bills: 2 }, NOW)).toBe(true);
    expect(coupons.applications).toMatchObject([
      { terms: { worth: { cents: 7 } }, centsLeft: Infinity, billsLeft: 2 },
    ]);
  });

  it('survives the expiration of the coupon, but not its deletion', () => {
    const coupon = fixed(1000, { frequency: 'forever', expiresAt: day(1, 15) });

    expect(nets(lifeOf([give(day(1, 2))], [coupon]))).toEqual([[2100], [2100], [2100]]);
    expect(
      nets(lifeOf([give(day(1, 2)), { at: day(2, 2), do: 'delete coupon', coupon: 0 }], [coupon])),
    ).toEqual([[2100], [3100], [3100]]);
  });
});

describe('coupons of a life', () => {
  it.each([
    { terms: fixed(5000), left: [[0], [1200], [3100]], status: 'exhausted' },
    {
      terms: fixed(1000, { frequency: 'recurring', bills: 2 }),
      left: [[2100], [2100], [3100]],
      status: 'exhausted',
    },
    { terms: fixed(5000, { frequency: 'forever' }), left: [[0], [0], [0]], status: 'active' },
    { terms: percentage('33.333'), left: [[2067], [3100], [3100]], status: 'exhausted' },
    {
      terms: percentage('50', { frequency: 'recurring', bills: 4 }),
      left: [[1550], [1550], [1550]],
      status: 'active',
    },
  ])('leave $left of 31.00 a month: $terms.worth $terms.frequency', ({ terms, left, status }) => {
    const life = lifeOf([give(NOW)], [terms]);

    expect(nets(life)).toEqual(left);
    expect(statuses(life)).toEqual([status]);
  });

  it('do not count a bill that they do not reduce', () => {
    const terms = fixed(1000, { metrics: ['requests'], frequency: 'recurring', bills: 1 });

    expect(lifeOf([give(NOW)], [terms]).applications).toMatchObject([{ status: 'active', billsLeft: 1 }]);
  });

  it('are taxed by what they leave', () => {
    const { invoices } = lifeOf([give(NOW)], [fixed(1001)], {
      customer: { ...CUSTOMER, taxes: ['vat', 'reduced'] },
    });

    // 27.7 % of 20.99 are 5.81423: 4.198 and 1.61623.
    expect(invoices[0]).toMatchObject({ taxes: 581, total: 2680, creditNotes: 0 });
    expect(Object.fromEntries(invoices[0]?.fees[0]?.perTax ?? [])).toEqual({ reduced: 161, vat: 420 });
  });

  it('lower the oldest subscription first at one instant', () => {
    const other: Step = {
      at: NOW,
      do: 'subscribe',
      plan: 0,
      anniversary: false,
      startsAt: day(1, 1) - 40 * 86_400_000,
      endsAt: null,
    };

    expect(nets(lifeOf([other, give(NOW)], [fixed(3100)], { until: day(2, 1) }))).toEqual([[3100], [0]]);
  });

  it('show on a draft what would be spent, and spend at finalization', () => {
    const terms = { customer: { ...CUSTOMER, graceDays: 5 } };
    const upTo = (until: number) => lifeOf([give(day(2, 3))], [fixed(1000)], { ...terms, until });

    expect(nets(upTo(day(2, 4)))).toEqual([[2100]]);
    expect(upTo(day(2, 4)).applications).toMatchObject([{ status: 'active', centsLeft: 1000 }]);
    expect(upTo(day(2, 7)).applications).toMatchObject([{ status: 'exhausted', centsLeft: 0 }]);
    const ended: Step = { at: day(2, 5), do: 'end coupon', of: 0 };
    expect(nets(lifeOf([give(day(2, 3)), ended], [fixed(1000)], { ...terms, until: day(2, 7) }))).toEqual([
      [3100],
    ]);
  });

  it('are restored by a void, unless they have ended', () => {
    const voided: Step = { at: day(2, 3), do: 'void' };
    const ended: Step = { at: day(2, 2), do: 'end coupon', of: 0 };
    const coupon = fixed(4000);

    const kept = lifeOf([give(NOW, 0, { cents: 2000 }), voided], [coupon]);
    expect(nets(kept)).toEqual([[1100], [1100], [3100]]);
    expect(kept.invoices.map((it) => it.status)).toEqual(['voided', 'finalized', 'finalized']);

    const forever = fixed(2000, { frequency: 'forever' });
    const lost = lifeOf([give(NOW), ended, voided], [forever]);
    expect(nets(lost)).toEqual([[1100], [3100], [3100]]);
    expect(statuses(lost)).toEqual(['ended']);
  });

  it('also lower the bill that a termination makes, and get nothing back for it', () => {
    const terminate: Step = { at: day(1, 10) + 1, do: 'terminate', of: 0, skip: false, unused: null };
    const life = lifeOf([give(NOW), terminate], [percentage('50')]);

    expect(nets(life)).toEqual([[500]]);
    expect(statuses(life)).toEqual(['exhausted']);
  });
});

describe('credit notes of discounted fees', () => {
  const IN_ADVANCE = { plans: [{ ...PLAN, inAdvance: true }], until: day(1, 31) };
  const terminate: Step = { at: day(1, 16) + 1, do: 'terminate', of: 0, skip: true, unused: 'credit' };
  const vat = { customer: { ...CUSTOMER, taxes: ['vat'] } };

  /** A coupon is there before the subscription. */
  const started = (coupon: CouponTerms, steps: Step[], terms: Partial<Life> = {}): Reckoned =>
    lifeOf(
      [
        give(NOW + 1),
        { at: NOW + 2, do: 'subscribe', plan: 0, anniversary: false, startsAt: null, endsAt: null },
        ...steps,
      ],
      [coupon],
      { ...IN_ADVANCE, ...terms },
    );
  const credit = (fee: number, percent: number): Step => ({
    at: day(1, 20),
    do: 'credit',
    fee,
    percent,
    as: 'credit',
  });

  it('credit at most the net amount with the taxes on it', () => {
    const life = started(fixed(2101), [credit(0, 7), credit(0, 100), credit(0, 100)], vat);

    // 9.99 with 2.00 of taxes: 69 with 14 (13.8), then the rest. The third request has nothing to credit.
    expect(life.notes.map(({ item, taxes, credit: cents }) => ({ item, taxes, cents }))).toEqual([
      { item: 69, taxes: 14, cents: 83 },
      { item: 930, taxes: 186, cents: 1116 },
    ]);
    expect(life.acts).toHaveLength(5);
  });

  it('credit the net amount of the unused days', () => {
    const life = started(percentage('33'), [{ ...terminate, of: 1 }]);

    // 15 of 31 days: 1500 of 3100, of which 2077 are left. Half up from 1005.
    expect(life.notes).toMatchObject([{ invoice: { fees: [{ cents: 3100, net: 2077 }] }, item: 1005 }]);
    expect(statuses(life)).toEqual(['exhausted']);
  });

  it('go on a draft by what coupons leave of the fee when it is final', () => {
    const terms = { customer: { ...CUSTOMER, graceDays: 20 } };
    const life = (coupon: CouponTerms, until: number): Reckoned =>
      lifeOf([{ ...terminate, at: day(1, 16) + 1 }, give(day(1, 17))], [coupon], {
        ...IN_ADVANCE,
        ...terms,
        until,
      });

    expect(life(percentage('50'), day(1, 20)).notes).toMatchObject([{ status: 'draft', item: 1500 }]);
    expect(life(percentage('50'), day(1, 22)).notes).toMatchObject([{ status: 'finalized', item: 750 }]);
    expect(life(percentage('100'), day(1, 22)).notes).toMatchObject([{ status: 'voided' }]);
  });

  it('go on a draft by the whole fee if a coupon that covered it was ended', () => {
    const ended: Step = { at: day(1, 17), do: 'end coupon', of: 0 };
    const steps = [give(day(1, 2)), { ...terminate, at: day(1, 16) + 1 }, ended];
    const life = lifeOf(steps, [percentage('100')], {
      ...IN_ADVANCE,
      customer: { ...CUSTOMER, graceDays: 20 },
      until: day(1, 22),
    });

    expect(life.notes).toMatchObject([{ status: 'finalized', item: 1500 }]);
  });
});
