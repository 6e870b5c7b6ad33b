import fc from 'fast-check';
import type { Placed } from './arbitrary-steps';
import { decimal } from './arbitrary-plan';
import { DAWN, DAY_MS } from './grid';
import type { CouponOverride, CouponTerms, Frequency, Instant, PlanTerms, Step } from '../reckoning/life';

const frequency = fc.constantFrom<Frequency>('once', 'once', 'recurring', 'forever');
const bills = fc.integer({ min: 1, max: 3 });
const cents = fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.constantFrom(1, 1000, 100_000));
const rate = fc.oneof(
  decimal(100, 3).map((it) => (it === '0' ? '0.0001' : it)),
  fc.constantFrom('33.3333', '50', '100', '66.6667'),
);

function worthIn(currency: string): fc.Arbitrary<CouponTerms['worth']> {
  return fc.oneof(
    fc.record({
      type: fc.constant('fixed_amount' as const),
      cents,
      currency: fc.constantFrom(currency, currency, currency, currency, currency, 'USD'),
    }),
    fc.record({ type: fc.constant('percentage' as const), rate }),
  );
}

type Limits = Pick<CouponTerms, 'plans' | 'metrics'>;

/** Limited to plans, to metrics that they charge, or not at all. */
function limitsIn(plans: readonly PlanTerms[]): fc.Arbitrary<Limits> {
  const charged = [...new Set(plans.flatMap((it) => it.charges.map(({ metric }) => metric)))];
  const none = fc.constant<Limits>({ plans: [], metrics: [] });
  const byPlan = fc
    .subarray([...plans.keys()], { minLength: 1 })
    .map((it): Limits => ({ plans: it, metrics: [] }));
  const byMetric = fc
    .subarray(charged, { minLength: Math.min(1, charged.length) })
    .map((it): Limits => ({ plans: [], metrics: it }));
  return fc.oneof(none, none, byPlan, byMetric);
}

/** Half of the lives have coupons. */
export function someCoupons(currency: string, plans: readonly PlanTerms[]): fc.Arbitrary<CouponTerms[]> {
  const coupon = fc
    .record({
      worth: worthIn(currency),
      frequency,
      bills,
      expiresAt: fc.option(
        fc.integer({ min: 30, max: 300 }).map((it) => DAWN + it * DAY_MS),
        { freq: 2 },
      ),
      reusable: fc.constantFrom(true, true, false),
      limits: limitsIn(plans),
    })
    .map(({ limits, ...terms }): CouponTerms => ({
      ...terms,
      bills: terms.frequency === 'recurring' ? terms.bills : null,
      ...limits,
    }));
  return fc.oneof(fc.constant<CouponTerms[]>([]), fc.array(coupon, { minLength: 1, maxLength: 3 }));
}

/** Terms of the customer's own, mostly none; some do not fit the coupon. */
const override: fc.Arbitrary<CouponOverride> = fc.oneof(
  { weight: 7, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ cents }) },
  { weight: 1, arbitrary: fc.record({ rate }) },
  { weight: 1, arbitrary: fc.record({ frequency, bills }, { requiredKeys: [] }) },
);

/** Coupons that are given, ended and deleted. */
export function couponsAt(coupons: readonly CouponTerms[]): fc.Arbitrary<Placed[]> {
  if (coupons.length === 0) return fc.constant([]);
  const coupon = fc.nat(coupons.length - 1);
  const give = fc.record({ coupon, override }).map((it) => (at: Instant): Step => ({
    at,
    do: 'coupon',
    ...it,
  }));
  const end = fc.constantFrom(0, 0, 1).map((of) => (at: Instant): Step => ({ at, do: 'end coupon', of }));
  const remove = coupon.map((it) => (at: Instant): Step => ({ at, do: 'delete coupon', coupon: it }));
  const make = fc.oneof(
    { weight: 8, arbitrary: give },
    { weight: 3, arbitrary: end },
    { weight: 1, arbitrary: remove },
  );
  const share = fc.oneof(fc.constant(0), fc.nat(99), fc.nat(99)).map((it) => it / 100);
  const placed = fc.record<Placed>({ share, late: fc.boolean(), make });
  return fc.array(placed, { minLength: 1, maxLength: 5 });
}
