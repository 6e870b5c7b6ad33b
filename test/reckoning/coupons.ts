import { spread } from './discounts';
import type { Line } from './invoices';
import type { CouponOverride, CouponTerms, Instant, Life } from './life';
import { Decimal, total, wholeCents } from './numbers';

/** A coupon that a customer has, with its own copy of the terms. */
export interface Application {
  /** Index of the coupon. */
  coupon: number;
  status: 'active' | 'exhausted' | 'ended';
  terms: CouponTerms;
  /** Rest of a fixed amount that applies once; infinite for all others. */
  centsLeft: number;
  /** Bills that the coupon may still lower. A fixed amount that applies once may lower any number. */
  billsLeft: number;
}

/** The amount that a coupon takes off a bill. */
export interface CouponUse {
  application: Application;
  cents: number;
}

export interface Discounts {
  uses: CouponUse[];
  /** Per line of the bill. */
  perLine: number[];
}

type LineOfBill = Pick<Line, 'type' | 'of' | 'metric' | 'cents'>;

/** The coupons of a customer. */
export class Coupons {
  /** Oldest first. */
  readonly applications: Application[] = [];
  private readonly deleted = new Set<number>();

  constructor(private readonly life: Pick<Life, 'coupons' | 'customer'>) {}

  /** Applies a coupon with the terms for this customer; false if that must be refused. */
  apply(coupon: number, override: CouponOverride, now: Instant): boolean {
    const offered = this.life.coupons[coupon];
    if (offered === undefined || this.deleted.has(coupon)) return false;
    if (offered.expiresAt !== null && offered.expiresAt <= now) return false;
    if (!offered.reusable && this.applications.some((it) => it.coupon === coupon)) return false;
    const { worth } = offered;
    if (worth.type === 'fixed_amount' && worth.currency !== this.life.customer.currency) return false;
    const terms = overridden(offered, override);
    if (terms === null) return false;
    const { centsLeft, billsLeft } = allowance(terms);
    this.applications.push({ coupon, status: 'active', terms, centsLeft, billsLeft });
    return true;
  }

  /** Ends an active application; false if that must be refused. */
  end(place: number): boolean {
    const application = this.applications[place];
    if (application?.status !== 'active') return false;
    application.status = 'ended';
    return true;
  }

  /** Deletes a coupon, which ends its applications. */
  delete(coupon: number): boolean {
    if (this.life.coupons[coupon] === undefined || this.deleted.has(coupon)) return false;
    this.deleted.add(coupon);
    for (const it of this.applications) if (it.coupon === coupon) it.status = 'ended';
    return true;
  }

  /** Returns what the coupons take off a bill with these lines if it is finalized now. Spends nothing. */
  discountsOn(lines: readonly LineOfBill[]): Discounts {
    const left = lines.map((it) => it.cents);
    const uses: CouponUse[] = [];
    const active = this.applications.filter((it) => it.status === 'active');
    const groups = [0, 1, 2].map((group) => active.filter(({ terms }) => groupOf(terms) === group));
    for (const application of groups.flat()) {
      const concerned = lines.map((it) => isConcerned(application.terms, it));
      const leftOfThese = left.map((it, line) => (concerned[line] === true ? it : 0));
      const cents = worthOn(application, total(leftOfThese));
      if (cents === 0) continue;
      for (const [line, part] of spread(cents, leftOfThese).entries()) left[line] = (left[line] ?? 0) - part;
      uses.push({ application, cents });
    }
    return { uses, perLine: lines.map((it, line) => it.cents - (left[line] ?? 0)) };
  }

  /** Spends what the coupons take off a bill that is finalized. */
  spend(uses: readonly CouponUse[]): void {
    for (const { application, cents } of uses) {
      application.centsLeft -= cents;
      application.billsLeft--;
      if (application.centsLeft === 0 || application.billsLeft === 0) application.status = 'exhausted';
    }
  }

  /** Restores what a voided bill has spent, except to applications that have ended. */
  restore(uses: readonly CouponUse[]): void {
    for (const { application, cents } of uses) {
      if (application.status === 'ended') continue;
      application.centsLeft += cents;
      application.billsLeft++;
      application.status = 'active';
    }
  }
}

/** Coupons limited to metrics apply first, then those limited to plans, then the others. */
function groupOf({ metrics, plans }: CouponTerms): number {
  if (metrics.length > 0) return 0;
  return plans.length > 0 ? 1 : 2;
}

function isConcerned({ metrics, plans }: CouponTerms, { of, metric }: LineOfBill): boolean {
  if (metrics.length > 0) return metric !== null && metrics.includes(metric);
  return plans.length === 0 || plans.includes(of.plan);
}

/** A percentage is rounded once, half up. */
function worthOn({ terms: { worth }, centsLeft }: Application, base: number): number {
  if (worth.type === 'percentage') return wholeCents(new Decimal(worth.rate).times(base).div(100));
  return Math.min(base, worth.cents, centsLeft);
}

function allowance({ worth, frequency, bills }: CouponTerms): { centsLeft: number; billsLeft: number } {
  const all = { centsLeft: Infinity, billsLeft: Infinity };
  if (frequency === 'recurring') return { ...all, billsLeft: bills ?? Infinity };
  if (frequency === 'forever') return all;
  return worth.type === 'fixed_amount' ? { ...all, centsLeft: worth.cents } : { ...all, billsLeft: 1 };
}

/** Returns the terms for one customer; null if the override does not fit the coupon. */
function overridden(offered: CouponTerms, override: CouponOverride): CouponTerms | null {
  const { worth } = offered;
  if ((worth.type === 'percentage' ? override.cents : override.rate) !== undefined) return null;
  const frequency = override.frequency ?? offered.frequency;
  const bills = override.bills ?? (frequency === 'recurring' ? offered.bills : null);
  if ((frequency === 'recurring') !== (bills !== null)) return null;
  const own =
    worth.type === 'percentage'
      ? { ...worth, rate: override.rate ?? worth.rate }
      : { ...worth, cents: override.cents ?? worth.cents };
  return { ...offered, worth: own, frequency, bills };
}
