import { localDayOf, startOfLocalDay } from '../../platform/calendar';
import type { UnusedFee } from '../credit-notes';
import type { SubscriptionBill, SubscriptionFee } from '../invoices';
import { proratedAmountCents, type PlanVersion } from '../plans';
import { carriedCharges } from './carried-charges';
import {
  advanceFeeDueAt,
  feeDays,
  localDays,
  paysFullFirstPeriod,
  unusedDays,
  type FeeTerms,
} from './periods';
import {
  earlierFeeDaysOf,
  firstDayOf,
  inNextPeriod,
  pricedPeriod,
  shownPeriod,
  type PlanInForce,
  type RunningSubscription,
} from './running-subscription';
import { periodEndOf } from './subscription.rules';

/** A subscription in one of its billing periods, with the plan of that period. */
export interface PlanPeriod {
  subscription: RunningSubscription;
  plan: PlanInForce;
}

/**
 * How a period ends. `completed`: the next period of the plan begins. `upgraded`: another plan takes over, even if
 * only at the regular end of the period. `terminated`: the subscription ends.
 */
export interface PlanPeriodEnd {
  at: Date;
  reason: 'completed' | 'terminated' | 'upgraded';
}

/** A bill: what to put on one invoice. `paysInAdvance` is true if its fee is for the period that begins. */
export interface PlannedBill {
  bill: SubscriptionBill;
  paysInAdvance: boolean;
}

/**
 * Returns an invoice for the prepaid fee only, billed when the subscription starts or its trial ends; null if
 * no fee is due.
 */
export function openingBill(planPeriod: PlanPeriod, at: Date): PlannedBill | null {
  const fee = advanceFee(planPeriod, at);
  if (fee === null) return null;
  const { usagePeriodId: periodId } = planPeriod.subscription;
  const billingPeriod = shownPeriod(planPeriod.subscription);
  const bill = {
    ...about(planPeriod),
    occasion: 'opening',
    periodId,
    billedAt: at,
    billingPeriod,
    fee,
  } as const;
  return { bill: { ...bill, usagePeriodId: null }, paysInAdvance: true };
}

/**
 * Returns what to invoice at the end of a period: its usage, its fee if paid in arrears, and the fee of the
 * next period if paid in advance. This takes one invoice, or two if there are two fees or two currencies.
 *
 * @param next the period that begins; null if the subscription ends
 */
export function billsAtEnd(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanPeriod | null): PlannedBill[] {
  const { usagePeriodId } = ended.subscription;
  const arrears = ended.plan.version.payInAdvance ? null : planFee(ended, end);
  const closing = {
    ...about(ended),
    occasion: 'closing',
    periodId: usagePeriodId,
    usagePeriodId,
    billedAt: end.at,
    billingPeriod: shownPeriod(ended.subscription, end.at),
    fee: arrears,
    ...(end.reason === 'upgraded' && next !== null && skippedIfEmpty(ended, end, next)),
  } as const;
  const opening = next === null ? null : openingBill(next, end.at);
  if (opening === null) return [{ bill: closing, paysInAdvance: false }];
  const { fee, billingPeriod, currency } = opening.bill;
  if (arrears !== null || currency !== closing.currency) {
    return [{ bill: closing, paysInAdvance: false }, opening];
  }
  return [{ bill: { ...closing, billingPeriod, fee }, paysInAdvance: true }];
}

/** A plan change that has nothing to bill creates no invoice, unless a draft may still get usage of the old plan. */
function skippedIfEmpty(
  ended: PlanPeriod,
  end: PlanPeriodEnd,
  next: PlanPeriod,
): Pick<SubscriptionBill, 'skippedIfEmpty'> {
  const carried = carriedAt(ended, end, next.plan.version);
  const mayGetUsage =
    end.at > ended.subscription.usageFrom && ended.plan.version.charges.length > carried.length;
  return { skippedIfEmpty: mayGetUsage ? 'when_final' : 'always' };
}

/**
 * Returns the IDs of the charges that the bill of this plan change leaves out. At the end of the period, its bill contains
 * the level.
 */
export function carriedAt(ended: PlanPeriod, end: PlanPeriodEnd, next: PlanVersion): string[] {
  return end.at < periodEndOf(ended.subscription) ? carriedCharges(ended.plan.version, next) : [];
}

/**
 * Returns the first invoice of a subscription: the one for the prepaid fee, if such a fee is due, or else the
 * one at the end of the first period.
 *
 * @param usagePeriodId ID for the usage period after the first period
 */
export function firstBill(first: PlanPeriod, at: Date, usagePeriodId: string): SubscriptionBill {
  const { subscription, plan } = first;
  const { trialEndsAt, trialEndedAt, periodTo, timezone } = subscription;
  const inTrial = trialEndsAt !== null && trialEndedAt === null;
  const opening = openingBill(first, inTrial ? trialEndsAt : at);
  if (opening !== null) return opening.bill;
  const beginning = { at: periodTo, timezone, usagePeriodId };
  const next = { subscription: inNextPeriod(subscription, plan.version, beginning), plan };
  const [closing] = billsAtEnd(first, { at: periodTo, reason: 'completed' }, next);
  if (closing === undefined) throw new Error('The end of a period must have a bill');
  return closing.bill;
}

/** Returns the credit for the unused part of the prepaid fee, before taxes; 0 if there is no prepaid fee. */
export function unusedFeeCents({ subscription, plan }: PlanPeriod, end: PlanPeriodEnd): bigint {
  if (subscription.advanceFeeId === null) return 0n;
  const { unusedDays: unused, periodDays } = unusedDays(termsOf({ subscription, plan }, end));
  return proratedAmountCents(plan.version.amountCents, unused, periodDays);
}

/** Returns the unused part of the prepaid fee; null if there is none. */
export function unusedFee(ended: PlanPeriod, end: PlanPeriodEnd): UnusedFee | null {
  const { organizationId, advanceFeeId: feeId } = ended.subscription;
  const amountCents = unusedFeeCents(ended, end);
  return feeId === null || amountCents === 0n ? null : { organizationId, feeId, amountCents, at: end.at };
}

/**
 * Returns the fee for the billed days of a period; null if no day is billed.
 *
 * @param end null if the period has not ended
 */
export function planFee(planPeriod: PlanPeriod, end: PlanPeriodEnd | null): SubscriptionFee | null {
  const terms = termsOf(planPeriod, end);
  const { billedDays } = feeDays(terms);
  if (billedDays === 0) return null;
  const whole = pricedPeriod(planPeriod.subscription);
  const periodDays = localDays(whole.from, whole.to, terms.timezone);
  const { version, name } = planPeriod.plan;
  const { from, to } = shownPeriod(planPeriod.subscription, end?.at);
  return {
    planId: version.planId,
    planVersionId: version.id,
    planName: name,
    unitAmountCents: version.amountCents,
    amountCents: proratedAmountCents(version.amountCents, billedDays, periodDays),
    from: afterTrial(from, terms),
    to,
    billedDays,
    periodDays,
  };
}

/** Returns the prepaid fee if it is due by `at`; null during a trial, or if the plan is paid in arrears. */
function advanceFee(planPeriod: PlanPeriod, at: Date): SubscriptionFee | null {
  if (!planPeriod.plan.version.payInAdvance) return null;
  const dueAt = advanceFeeDueAt(termsOf(planPeriod, null));
  return dueAt === null || dueAt > at ? null : planFee(planPeriod, null);
}

function termsOf({ subscription, plan }: PlanPeriod, end: PlanPeriodEnd | null): FeeTerms {
  const { periodFrom, periodTo, startedAt, planStartedAt, usageFrom, billingTime, timezone } = subscription;
  const { payInAdvance } = plan.version;
  const trialEndsAt = subscription.trialEndedAt ?? subscription.trialEndsAt;
  const early = end === null || end.reason === 'completed' ? null : { at: end.at, reason: end.reason };
  const followsPlanChange = planStartedAt.getTime() !== startedAt.getTime();
  return {
    period: { from: periodFrom, to: periodTo },
    begunAt: usageFrom,
    firstDay: firstDayOf(subscription),
    earlierDays: earlierFeeDaysOf(subscription),
    trialEndsAt,
    endedAt: early?.at ?? null,
    endReason: early?.reason ?? null,
    timezone,
    fullFirstPeriod: paysFullFirstPeriod({ billingTime, payInAdvance, followsPlanChange }),
  };
}

function afterTrial(from: Date, { trialEndsAt, timezone }: FeeTerms): Date {
  if (trialEndsAt === null) return from;
  const firstDay = startOfLocalDay(localDayOf(trialEndsAt, timezone), timezone);
  return firstDay > from ? firstDay : from;
}

function about({
  subscription,
  plan,
}: PlanPeriod): Pick<SubscriptionBill, 'organizationId' | 'customerId' | 'subscription' | 'currency'> {
  const { organizationId, customerId, id, externalId, name } = subscription;
  return {
    organizationId,
    customerId,
    subscription: { id, externalId, name },
    currency: plan.version.currency,
  };
}
