import type { AppliedCoupon, Coupon } from '@billing-service/sdk';
import type { Body } from '../../ui/form/fields';
import { formatMoney } from '../../ui/money';

type Terms = Pick<Coupon, 'coupon_type' | 'amount_cents' | 'currency' | 'percentage_rate'>;

/** Returns the discount for people: `€10.00` or `50 %`. */
export function discountOf(terms: Terms): string {
  if (terms.coupon_type === 'percentage') return `${terms.percentage_rate} %`;
  return formatMoney(terms.amount_cents ?? 0, terms.currency ?? 'USD');
}

/** Returns how often a coupon lowers bills. */
export function frequencyOf(coupon: Coupon): string {
  if (coupon.frequency === 'forever') return 'every bill';
  if (coupon.frequency === 'recurring') return `${coupon.frequency_duration} bills`;
  return coupon.coupon_type === 'percentage' ? 'one bill' : 'until it is used up';
}

/** Returns what is left of an applied coupon. */
export function remainderOf(applied: AppliedCoupon): string {
  const { amount_remaining_cents: cents, frequency_duration_remaining: bills, currency } = applied;
  if (applied.frequency === 'forever') return 'off every bill';
  if (bills !== null) return `${bills} ${bills === 1 ? 'bill' : 'bills'} left`;
  if (cents !== null && currency !== null) return `${formatMoney(cents, currency)} left`;
  return 'off one bill';
}

/** Returns a change of a coupon, with null for the terms that the new type or frequency does not have. */
export function couponChange(body: Body): Body {
  return {
    ...(body.coupon_type === 'percentage' ? { amount_cents: null, currency: null } : {}),
    ...(body.coupon_type === 'fixed_amount' ? { percentage_rate: null } : {}),
    ...('frequency' in body && body.frequency !== 'recurring' ? { frequency_duration: null } : {}),
    ...body,
  };
}
