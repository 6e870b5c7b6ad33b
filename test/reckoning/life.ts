/** Milliseconds since 1970. */
export type Instant = number;

/** Days since 1 January 1970 of a local calendar. */
export type Day = number;

/** What a life is made of: data that JSON can carry. */
export interface Life {
  /** Index in ORGANIZATIONS. */
  organization: number;
  customer: CustomerTerms;
  /** Steps refer to plans by their index. These are the first versions. */
  plans: PlanTerms[];
  /** Steps refer to coupons by their index. */
  coupons: CouponTerms[];
  /** In the order of their instants. */
  steps: Step[];
  /** When its documents are looked at. */
  until: Instant;
}

export interface CustomerTerms {
  /** Null for that of the organization. */
  zone: string | null;
  currency: string;
  graceDays: number;
  termDays: number;
  /** Codes in TAXES. */
  taxes: string[];
}

export type Interval = 'weekly' | 'monthly' | 'quarterly' | 'yearly';

export interface PlanTerms {
  interval: Interval;
  cents: number;
  inAdvance: boolean;
  trialDays: number;
  taxes: string[];
  charges: ChargeTerms[];
}

export interface ChargeTerms {
  /** Code in METRICS. */
  metric: string;
  price: Price;
  prorated: boolean;
}

export type Price =
  | { model: 'standard'; amount: string }
  | { model: 'graduated' | 'volume'; tiers: Tier[] }
  | { model: 'package'; amount: string; free: number; size: number }
  | {
      model: 'percentage';
      rate: string;
      fixed: string | null;
      freeEvents: number | null;
      freeTotal: string | null;
      least: string | null;
      most: string | null;
    }
  | { model: 'graduated_percentage'; tiers: RateTier[] };

/** A range ends at `to`, inclusive; the last one at null. */
export interface Tier {
  to: number | null;
  unit: string;
  flat: string;
}

export interface RateTier {
  to: number | null;
  rate: string;
  flat: string;
}

export type Frequency = 'once' | 'recurring' | 'forever';

export interface CouponTerms {
  worth: { type: 'fixed_amount'; cents: number; currency: string } | { type: 'percentage'; rate: string };
  frequency: Frequency;
  /** How many bills a recurring coupon lowers; null for others. */
  bills: number | null;
  expiresAt: Instant | null;
  reusable: boolean;
  /** The plans whose fees it lowers, if it is limited to plans. */
  plans: number[];
  /** Codes in METRICS, if it is limited to metrics. */
  metrics: string[];
}

/** Terms for one customer that replace those of the coupon. */
export interface CouponOverride {
  cents?: number;
  rate?: string;
  frequency?: Frequency;
  bills?: number;
}

export interface UsageTerms {
  metric: string;
  value: string;
  remove: boolean;
  at: Instant;
}

export type CreditKind = 'credit' | 'offset' | 'refund';

export type Step = { at: Instant } & (
  | {
      do: 'subscribe';
      plan: number;
      anniversary: boolean;
      /** Null for the instant of the step. */
      startsAt: Instant | null;
      endsAt: Instant | null;
    }
  /** `of` is the place of a subscription in the order of their creation. */
  | { do: 'use'; of: number; events: UsageTerms[] }
  | { do: 'change'; of: number; plan: number }
  | { do: 'cancel'; of: number }
  | { do: 'keep'; of: number }
  | { do: 'terminate'; of: number; skip: boolean; unused: CreditKind | 'skip' | null }
  | { do: 'pay'; percent: number }
  | { do: 'credit'; fee: number; percent: number; as: CreditKind }
  | { do: 'customer'; change: Partial<Pick<CustomerTerms, 'zone' | 'graceDays' | 'termDays'>> }
  /** Makes a new version of the plan. */
  | { do: 'reprice'; plan: number; change: Partial<Pick<PlanTerms, 'cents' | 'charges'>> }
  | { do: 'coupon'; coupon: number; override: CouponOverride }
  /** `of` is the place of an application in the order of their creation. */
  | { do: 'end coupon'; of: number }
  | { do: 'delete coupon'; coupon: number }
  /** Voids the newest final invoice. */
  | { do: 'void' }
  | { do: 'wallet'; credits: string; rate: string; priority: number; expiresAt: Instant | null }
);
