import Decimal from 'decimal.js';
import type { FieldError } from '../../platform/errors/app-error';

export const COUPON_TYPES = ['fixed_amount', 'percentage'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

export const COUPON_FREQUENCIES = ['once', 'recurring', 'forever'] as const;
export type CouponFrequency = (typeof COUPON_FREQUENCIES)[number];

export const APPLIED_COUPON_STATUSES = ['active', 'exhausted', 'ended'] as const;
export type AppliedCouponStatus = (typeof APPLIED_COUPON_STATUSES)[number];

/** How much a coupon deducts, and on how many bills (docs/billing-rules.md#coupons). */
export interface CouponTerms {
  couponType: CouponType;
  /** In the minor unit of `currency`; null for a percentage. */
  amountCents: bigint | null;
  currency: string | null;
  /** Percent, as a decimal string; null for a fixed amount. */
  percentageRate: string | null;
  frequency: CouponFrequency;
  /** Number of bills of a recurring coupon; otherwise null. */
  frequencyDuration: number | null;
}

/** The amount and the uses that are left of an applied coupon. */
export interface CouponBalance {
  status: AppliedCouponStatus;
  /** In cents. Null unless the coupon has a fixed amount and the frequency `once`. */
  amountRemainingCents: bigint | null;
  /** Bills left of a recurring coupon; otherwise null. */
  frequencyDurationRemaining: number | null;
}

/** The fees to which a coupon is limited. At most one of the lists has entries; without entries, there is no limit. */
export interface CouponLimits {
  planIds: readonly string[];
  billableMetricCodes: readonly string[];
}

/** The fields of a line that limits refer to. */
interface LimitedLine {
  planId: string | null;
  billableMetricCode: string | null;
}

const Exact = Decimal.clone({ precision: 60 });

/** Returns the errors in terms by field of the request. */
export function termProblems(terms: CouponTerms): FieldError[] {
  const { couponType, amountCents, currency, percentageRate, frequency, frequencyDuration } = terms;
  const isFixed = couponType === 'fixed_amount';
  return [
    ...presenceProblems('amount_cents', amountCents, isFixed, 'coupon_type fixed_amount'),
    ...presenceProblems('currency', currency, isFixed, 'coupon_type fixed_amount'),
    ...presenceProblems('percentage_rate', percentageRate, !isFixed, 'coupon_type percentage'),
    ...presenceProblems(
      'frequency_duration',
      frequencyDuration,
      frequency === 'recurring',
      'frequency recurring',
    ),
  ];
}

/** Returns the balance of a coupon that has just been applied. */
export function fullBalance({ amountCents, frequency, frequencyDuration }: CouponTerms): CouponBalance {
  return {
    status: 'active',
    amountRemainingCents: frequency === 'once' ? amountCents : null,
    frequencyDurationRemaining: frequencyDuration,
  };
}

/** Returns the place of a coupon among those of a bill: limited to metrics first, then to plans, then not limited. */
export function rank({ planIds, billableMetricCodes }: CouponLimits): number {
  if (billableMetricCodes.length > 0) return 0;
  return planIds.length > 0 ? 1 : 2;
}

/** Returns whether a coupon can lower the line. */
export function covers({ planIds, billableMetricCodes }: CouponLimits, line: LimitedLine): boolean {
  const { planId, billableMetricCode } = line;
  if (billableMetricCodes.length > 0) {
    return billableMetricCode !== null && billableMetricCodes.includes(billableMetricCode);
  }
  return planIds.length === 0 || (planId !== null && planIds.includes(planId));
}

/**
 * Returns how much a coupon deducts from a bill, in cents: a percentage of what is left of its lines, rounded once,
 * half up, or a fixed amount, which may exceed what is left (docs/billing-rules.md#coupons).
 */
export function discountCents(coupon: CouponTerms & CouponBalance, leftCents: bigint): bigint {
  if (coupon.percentageRate === null) return coupon.amountRemainingCents ?? coupon.amountCents ?? 0n;
  const exact = new Exact(leftCents.toString()).mul(coupon.percentageRate).div(100);
  return BigInt(exact.toFixed(0, Decimal.ROUND_HALF_UP));
}

/**
 * Returns the balance after a bill that the coupon lowered. An ended coupon stays ended.
 *
 * @param amountCents greater than 0
 */
export function spent(coupon: CouponTerms & CouponBalance, amountCents: bigint): CouponBalance {
  const { status, amountRemainingCents, frequencyDurationRemaining, frequency } = coupon;
  const amountLeft = amountRemainingCents === null ? null : amountRemainingCents - amountCents;
  const billsLeft = frequencyDurationRemaining === null ? null : frequencyDurationRemaining - 1;
  const isUsedUp = frequency === 'once' ? amountLeft === null || amountLeft === 0n : billsLeft === 0;
  return {
    status: status === 'active' && isUsedUp ? 'exhausted' : status,
    amountRemainingCents: amountLeft,
    frequencyDurationRemaining: billsLeft,
  };
}

/** Returns the balance after the invoice that `spent` an amount is voided. An ended coupon gets nothing back. */
export function restored(coupon: CouponBalance, amountCents: bigint): CouponBalance {
  if (coupon.status === 'ended') return coupon;
  const { amountRemainingCents, frequencyDurationRemaining } = coupon;
  return {
    status: 'active',
    amountRemainingCents: amountRemainingCents === null ? null : amountRemainingCents + amountCents,
    frequencyDurationRemaining: frequencyDurationRemaining === null ? null : frequencyDurationRemaining + 1,
  };
}

function presenceProblems(field: string, value: unknown, isNeeded: boolean, when: string): FieldError[] {
  if (isNeeded === (value !== null)) return [];
  if (isNeeded) return [{ field, code: 'required', message: `${field} is required with ${when}.` }];
  const message = `${field} is only for coupons with ${when}; omit it or send null.`;
  return [{ field, code: 'invalid_value', message }];
}
