import type { CouponTerms } from './life';
import { Decimal, total, wholeCents } from './numbers';
import type { Line } from './invoices';

/** A coupon that was given to the customer. */
export interface Given {
  terms: CouponTerms;
  /** Place in the order of applications. */
  order: number;
  /** What is left of a fixed amount that is given once. */
  centsLeft: number;
  /** On how many bills it may still act. */
  billsLeft: number;
}

export function newGiven(terms: CouponTerms, order: number): Given {
  const once = terms.frequency === 'once';
  const billsLeft =
    terms.frequency === 'recurring' ? terms.times : once && terms.percent !== null ? 1 : Infinity;
  const centsLeft = once && terms.percent === null ? (terms.cents ?? 0) : Infinity;
  return { terms, order, centsLeft, billsLeft };
}

/** What coupons take off a bill. */
export interface Discounts {
  /** Per line. */
  perLine: number[];
  /** Per coupon that acts, in the order in which they act. */
  perCoupon: { given: Given; cents: number }[];
}

const RANK = { metric: 0, plan: 1, none: 2 };

/**
 * docs/billing-rules.md#coupons
 *
 * @param credited what credit notes return of each line: no discount reaches that
 */
export function discountsOf(
  lines: readonly Line[],
  coupons: readonly Given[],
  credited: readonly number[],
): Discounts {
  const left = lines.map((it) => it.cents);
  const perCoupon: Discounts['perCoupon'] = [];
  const sorted = [...coupons].sort((a, b) => RANK[a.terms.limit] - RANK[b.terms.limit] || a.order - b.order);
  for (const given of sorted) {
    if (given.billsLeft <= 0 || given.centsLeft <= 0) continue;
    const shares = lines.map((line, index) => (concerns(given.terms, line) ? (left[index] ?? 0) : 0));
    const whole = Math.min(wanted(given, total(shares)), total(shares));
    if (whole === 0) continue;
    const parts = spread(whole, shares).map((part, index) =>
      Math.min(part, Math.max(0, (left[index] ?? 0) - (credited[index] ?? 0))),
    );
    if (total(parts) === 0) continue;
    for (const [index, part] of parts.entries()) left[index] = (left[index] ?? 0) - part;
    perCoupon.push({ given, cents: total(parts) });
  }
  return { perLine: lines.map((line, index) => line.cents - (left[index] ?? 0)), perCoupon };
}

/** Counts a use: at the finalization of an invoice. */
export function spend({ perCoupon }: Discounts): void {
  for (const { given, cents } of perCoupon) {
    given.centsLeft -= cents;
    given.billsLeft -= 1;
  }
}

function concerns({ limit, plan, metric }: CouponTerms, line: Line): boolean {
  if (limit === 'plan') return line.plan === plan;
  if (limit === 'metric') return line.metric === metric;
  return true;
}

function wanted({ terms, centsLeft }: Given, base: number): number {
  if (terms.percent !== null) return wholeCents(new Decimal(base).times(terms.percent).div(100));
  return Math.min(terms.cents ?? 0, centsLeft);
}

/** Whole cents in proportion to the shares, by largest remainder, ties to the first. */
export function spread(cents: number, shares: readonly number[]): number[] {
  const sum = total(shares);
  const exact = shares.map((it) => new Decimal(it).times(cents).div(sum));
  const parts = exact.map((it) => it.floor().toNumber());
  const order = exact
    .map((it, index) => ({ index, remainder: it.minus(it.floor()) }))
    .sort((a, b) => b.remainder.cmp(a.remainder) || a.index - b.index);
  let rest = cents - total(parts);
  for (const { index } of order) {
    if (rest === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    rest--;
  }
  return parts;
}
