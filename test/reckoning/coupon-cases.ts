import { Coupons, type Discounts } from './coupons';
import type { PlanInForce } from './invoices';
import type { CouponOverride, CouponTerms, Life, PlanTerms, Step } from './life';
import { reckon, type Reckoned } from './reckoning';

export const NOW = Date.UTC(2028, 0, 1);

export const PLAN: PlanTerms = {
  interval: 'monthly',
  cents: 3100,
  inAdvance: false,
  trialDays: 0,
  taxes: [],
  charges: [],
};

export const CUSTOMER: Life['customer'] = {
  zone: 'UTC',
  currency: 'EUR',
  graceDays: 0,
  termDays: 30,
  taxes: [],
};

export const fixed = (cents: number, terms: Partial<CouponTerms> = {}): CouponTerms => ({
  worth: { type: 'fixed_amount', cents, currency: 'EUR' },
  frequency: 'once',
  bills: null,
  expiresAt: null,
  reusable: true,
  plans: [],
  metrics: [],
  ...terms,
});

export const percentage = (rate: string, terms: Partial<CouponTerms> = {}): CouponTerms => ({
  ...fixed(0, terms),
  worth: { type: 'percentage', rate },
});

/** A customer with each of these coupons, the first one first. */
export function having(...coupons: CouponTerms[]): Coupons {
  const made = new Coupons({ coupons, customer: CUSTOMER });
  for (const index of coupons.keys()) made.apply(index, {}, NOW);
  return made;
}

export const of = (plan: number): PlanInForce => ({ plan, terms: PLAN });
export const fee = (cents: number, plan = 0) => ({
  type: 'subscription' as const,
  of: of(plan),
  metric: null,
  cents,
});
export const charge = (metric: string, cents: number) => ({
  type: 'charge' as const,
  of: of(0),
  metric,
  cents,
});

/** Amounts of the coupons, and what they take off each line. */
export const shown = ({ uses, perLine }: Discounts): object => ({
  cents: uses.map((it) => it.cents),
  perLine,
});

export const day = (month: number, date: number): number => Date.UTC(2028, month - 1, date);

export function lifeOf(steps: Step[], coupons: CouponTerms[], terms: Partial<Life> = {}): Reckoned {
  const subscribe: Step = {
    at: NOW,
    do: 'subscribe',
    plan: 0,
    anniversary: false,
    startsAt: null,
    endsAt: null,
  };
  const life: Life = {
    organization: 0,
    customer: CUSTOMER,
    plans: [PLAN],
    coupons,
    steps: [subscribe, ...steps],
    until: day(4, 1),
    ...terms,
  };
  return reckon(life, life.until);
}

export const give = (at: number, coupon = 0, override: CouponOverride = {}): Step => ({
  at,
  do: 'coupon',
  coupon,
  override,
});

export const nets = ({ invoices }: Reckoned): number[][] =>
  invoices.map((it) => it.fees.map((one) => one.net));
export const statuses = ({ applications }: Reckoned): string[] => applications.map((it) => it.status);
