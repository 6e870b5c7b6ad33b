import Decimal from 'decimal.js';
import type { FieldError } from '../../platform/errors/app-error';

export const COUPON_TYPES = ['fixed_amount', 'percentage'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

export const COUPON_FREQUENCIES = ['once', 'recurring', 'forever'] as const;
export type CouponFrequency = (typeof COUPON_FREQUENCIES)[number];

export const APPLIED_COUPON_STATUSES = ['active', 'exhausted', 'ended'] as const;
export type AppliedCouponStatus = (typeof APPLIED_COUPON_STATUSES)[number];

/** What a coupon is worth, and on how many bills (docs/billing-rules.md#discounts-and-coupons). */
export interface CouponTerms {
  couponType: CouponType;
  /** Of a fixed amount, in the minor unit of `currency`; else null. */
  amountCents: bigint | null;
  currency: string | null;
  /** Percent, as a decimal string; null for a fixed amount. */
  percentageRate: string | null;
  frequency: CouponFrequency;
  /** Number of bills of a recurring coupon; else null. */
  frequencyDuration: number | null;
}

/** What is left of an applied coupon. */
export interface CouponBalance {
  status: AppliedCouponStatus;
  /** Of a fixed amount that is given once; else null. */
  amountRemainingCents: bigint | null;
  /** Bills left of a recurring coupon; else null. */
  frequencyDurationRemaining: number | null;
}

/** The bills to which a coupon is limited: at most one of the lists has entries. */
export interface CouponLimits {
  planIds: readonly string[];
  billableMetricCodes: readonly string[];
}

/** The fields of a line by which coupons are limited. */
interface LimitedLine {
  planId: string | null;
  billableMetricCode: string | null;
}

const Exact = Decimal.clone({ precision: 60 });

/** Returns what is wrong with terms, by the field of the request that says so. */
export function termProblems(terms: CouponTerms): FieldError[] {
  const { couponType, amountCents, currency, percentageRate, frequency, frequencyDuration } = terms;
  const isFixed = couponType === 'fixed_amount';
  const isRecurring = frequency === 'recurring';
  return [
    ...oneOf('amount_cents', amountCents, isFixed, 'a coupon of the type fixed_amount'),
    ...oneOf('currency', currency, isFixed, 'a coupon of the type fixed_amount'),
    ...oneOf('percentage_rate', percentageRate, !isFixed, 'a coupon of the type percentage'),
    ...oneOf('frequency_duration', frequencyDuration, isRecurring, 'a coupon with the frequency recurring'),
  ];
}

/** What is left of a coupon that has just been applied. */
export function fullBalance(terms: CouponTerms): CouponBalance {
  const { amountCents, frequency, frequencyDuration } = terms;
  return {
    status: 'active',
    amountRemainingCents: frequency === 'once' ? amountCents : null,
    frequencyDurationRemaining: frequencyDuration,
  };
}

/** Returns which coupons come first on a bill: those limited to metrics, then those limited to plans, then open ones. */
export function rank({ planIds, billableMetricCodes }: CouponLimits): number {
  if (billableMetricCodes.length > 0) return 0;
  return planIds.length > 0 ? 1 : 2;
}

export function covers({ planIds, billableMetricCodes }: CouponLimits, line: LimitedLine): boolean {
  const { planId, billableMetricCode } = line;
  if (billableMetricCodes.length > 0) {
    return billableMetricCode !== null && billableMetricCodes.includes(billableMetricCode);
  }
  return planIds.length === 0 || (planId !== null && planIds.includes(planId));
}

/**
 * Returns what a coupon takes of a bill: a percentage of what is left of its lines, rounded once, half up, to a whole
 * cent; or its fixed amount. The caller cuts a fixed amount to what is left of the lines.
 */
export function discountCents(coupon: CouponTerms & CouponBalance, leftCents: bigint): bigint {
  if (coupon.percentageRate === null) return coupon.amountRemainingCents ?? coupon.amountCents ?? 0n;
  const exact = new Exact(leftCents.toString()).mul(coupon.percentageRate).div(100);
  return BigInt(exact.toFixed(0, Decimal.ROUND_HALF_UP));
}

/** Returns what is left after a bill was lowered by `amountCents`, which is above 0. An ended coupon stays ended. */
export function spent(coupon: CouponTerms & CouponBalance, amountCents: bigint): CouponBalance {
  const { status, amountRemainingCents, frequencyDurationRemaining: bills, frequency } = coupon;
  const left = amountRemainingCents === null ? null : amountRemainingCents - amountCents;
  const billsLeft = bills === null ? null : bills - 1;
  const isUsedUp = frequency === 'once' ? left === null || left === 0n : billsLeft === 0;
  return {
    status: status === 'active' && isUsedUp ? 'exhausted' : status,
    amountRemainingCents: left,
    frequencyDurationRemaining: billsLeft,
  };
}

/** Returns what is left after a voided invoice gave its discount back. An ended coupon gets nothing back. */
export function givenBack(coupon: CouponBalance, amountCents: bigint): CouponBalance {
  if (coupon.status === 'ended') return coupon;
  const { amountRemainingCents, frequencyDurationRemaining: bills } = coupon;
  return {
    status: 'active',
    amountRemainingCents: amountRemainingCents === null ? null : amountRemainingCents + amountCents,
    frequencyDurationRemaining: bills === null ? null : bills + 1,
  };
}

function oneOf(field: string, value: unknown, isNeeded: boolean, whom: string): FieldError[] {
  if (isNeeded === (value !== null)) return [];
  if (isNeeded) return [{ field, code: 'required', message: `${field} is required for ${whom}.` }];
  return [{ field, code: 'invalid_value', message: `${field} is only for ${whom}.` }];
}
