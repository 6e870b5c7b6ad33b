import type { Outcome, ProviderNotification } from './providers/payment-provider';
import { isLeftOut, type RecordedRefund, type RefundTotal } from './refund-total.rules';

export const PAYMENT_STATUSES = [
  'pending',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The status of a payment, or `reversed` for a payment that failed after it had succeeded. */
export type PaymentState = PaymentStatus | 'reversed';

/** The effect of a notification on a payment. */
export type Move =
  | 'process'
  /** The payment succeeded: apply it to the target. */
  | 'apply'
  /** Like `apply`, but unexpected, so the payment needs review. */
  | 'apply_for_review'
  | 'fail'
  | 'cancel'
  | 'refund'
  /** The payment was reversed: the amount it paid is due again. */
  | 'reverse'
  /** Money of a reversed payment came back: apply it to the target again. */
  | 'reinstate'
  /** Apply the payment, then reverse it, because the notification of the reversal arrived first. */
  | 'apply_and_reverse'
  /** Hold the notification until the payment succeeds. */
  | 'hold'
  | 'ignore';

type Row = Record<Exclude<Outcome, 'ignored'>, Move>;

const LATER = {
  refunded: 'hold',
  reversed: 'hold',
  reinstated: 'hold',
  reversal_settled: 'hold',
} as const;
const OPEN: Row = {
  processing: 'process',
  succeeded: 'apply',
  failed: 'fail',
  canceled: 'cancel',
  ...LATER,
};
const CLOSED: Row = {
  processing: 'ignore',
  succeeded: 'ignore',
  failed: 'ignore',
  canceled: 'ignore',
  refunded: 'ignore',
  reversed: 'ignore',
  reinstated: 'ignore',
  reversal_settled: 'ignore',
};

/** The transition table of docs/payments.md. */
export const MOVES: Readonly<Record<PaymentState, Row>> = {
  pending: OPEN,
  processing: { ...OPEN, processing: 'ignore' },
  failed: { ...CLOSED, ...LATER, succeeded: 'apply', canceled: 'cancel' },
  canceled: { ...CLOSED, ...LATER, succeeded: 'apply_for_review' },
  succeeded: { ...CLOSED, refunded: 'refund', reversed: 'reverse' },
  // Another refund may have failed, or fail later.
  refunded: { ...CLOSED, refunded: 'refund' },
  reversed: { ...CLOSED, refunded: 'hold', reinstated: 'reinstate' },
};

/** Times by the provider's clock; null if the payment has no such event, or if the provider gave no time. */
export interface ProviderTimes {
  /** The latest success. */
  providerSucceededAt: Date | null;
  /** The latest failure or reversal. */
  providerFailedAt: Date | null;
  /** When money last came back; null again after a later reversal. */
  providerReinstatedAt: Date | null;
}

/** The fields of a payment that the rules need. */
export interface MovingPayment extends ProviderTimes {
  status: PaymentStatus;
  isReversed: boolean;
  amountCents: bigint;
  /** The part of the amount that was taken back and has not returned. */
  reversedAmountCents: bigint;
}

export function stateOf(payment: Pick<MovingPayment, 'status' | 'isReversed'>): PaymentState {
  return payment.isReversed ? 'reversed' : payment.status;
}

/** The fields of a notification that the rules need. */
export type NotificationFacts = Pick<
  ProviderNotification,
  'outcome' | 'occurredAt' | 'mayFailLate' | 'amountCents'
>;

/**
 * Returns the effect of a notification, independent of the order of arrival. The provider's timestamps decide whether
 * money was last taken back or came back, and whether a bank debit that may fail late was last confirmed or failed.
 */
export function moveOf(payment: MovingPayment, facts: NotificationFacts): Move {
  if (facts.outcome === 'ignored') return 'ignore';
  const state = stateOf(payment);
  if (bringsMoneyBack(payment, facts)) return 'reinstate';
  if (state === 'reversed' && facts.outcome === 'reinstated') return 'ignore';
  if (state === 'succeeded' && takesMoneyBack(facts))
    return isOutdated(payment, facts) ? 'ignore' : 'reverse';
  if (state === 'failed' && facts.outcome === 'succeeded' && hasLateFailure(payment, facts)) {
    return 'apply_and_reverse';
  }
  return MOVES[state][facts.outcome];
}

/**
 * Returns the provider's times after a notification. They also move if the notification has no other effect, so that
 * later notifications are judged by the latest event, not by the last arrival.
 */
export function timesAfter(payment: MovingPayment, facts: NotificationFacts): ProviderTimes {
  const { providerSucceededAt, providerFailedAt, providerReinstatedAt } = payment;
  const { outcome, occurredAt: at } = facts;
  const times = { providerSucceededAt, providerFailedAt, providerReinstatedAt };
  const state = stateOf(payment);
  const hasArrived = state === 'succeeded' || state === 'refunded' || state === 'reversed';
  if (takesMoneyBack(facts) && (hasArrived || state === 'failed')) {
    times.providerFailedAt = later(providerFailedAt, at);
  } else if (hasArrived && outcome === 'succeeded' && facts.mayFailLate) {
    times.providerSucceededAt = later(providerSucceededAt, at);
  } else if (
    hasArrived &&
    outcome === 'reinstated' &&
    !isEarlyPart(payment, facts) &&
    !(payment.isReversed && isBefore(at, providerFailedAt))
  ) {
    times.providerReinstatedAt = later(providerReinstatedAt, at);
  }
  return times;
}

/** Returns whether money that had been taken back is here again: after a reversal of the whole or of a part. */
function bringsMoneyBack(payment: MovingPayment, facts: NotificationFacts): boolean {
  const { occurredAt: at, outcome } = facts;
  const { providerFailedAt: takenAt, providerReinstatedAt: returnedAt } = payment;
  const state = stateOf(payment);
  // In one second with the reversal: money can only come back after it was taken, but a debit may also fail late. A
  // return before the last one is part of it, or of an earlier reversal.
  if (outcome === 'reinstated') {
    return isMissing(payment) && !isBefore(at, takenAt) && !isBefore(at, returnedAt);
  }
  return state === 'reversed' && outcome === 'succeeded' && facts.mayFailLate && isBefore(takenAt, at);
}

/**
 * Returns whether a part of the money came back although none is missing, so that the reversal before it has not arrived
 * yet. The time of a return of the whole amount suffices to ignore that reversal; after a part, the rest stays missing.
 */
export function isEarlyPart(payment: MovingPayment, facts: NotificationFacts): boolean {
  const { outcome, occurredAt: at, amountCents } = facts;
  if (outcome !== 'reinstated' || amountCents === null || at === null) return false;
  const { providerReinstatedAt: returnedAt } = payment;
  const isNews = returnedAt === null || isBefore(returnedAt, at);
  return isNews && !isMissing(payment) && amountCents < payment.amountCents;
}

function isMissing(payment: MovingPayment): boolean {
  const state = stateOf(payment);
  if (state === 'reversed') return true;
  return (state === 'succeeded' || state === 'refunded') && payment.reversedAmountCents > 0n;
}

/** Returns whether money that arrived was taken back: by a dispute, or because a bank debit failed late. */
export function takesMoneyBack({
  outcome,
  mayFailLate,
}: Pick<NotificationFacts, 'outcome' | 'mayFailLate'>): boolean {
  return outcome === 'reversed' || (outcome === 'failed' && mayFailLate);
}

/** Returns whether the money came back, or the debit was confirmed again, after the time of this reversal. */
export function isOutdated(payment: ProviderTimes, facts: NotificationFacts): boolean {
  const { occurredAt: at, mayFailLate } = facts;
  if (at === null) return false;
  const { providerReinstatedAt: returnedAt, providerSucceededAt: succeededAt } = payment;
  return (returnedAt !== null && !isBefore(returnedAt, at)) || (mayFailLate && isBefore(at, succeededAt));
}

/** Returns whether the recorded failure is a late failure, at or after the time of this success. */
function hasLateFailure({ providerFailedAt }: MovingPayment, facts: NotificationFacts): boolean {
  if (providerFailedAt === null || facts.occurredAt === null) return false;
  return facts.mayFailLate && !isBefore(providerFailedAt, facts.occurredAt);
}

function isBefore(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a.getTime() < b.getTime();
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a.getTime() < b.getTime() ? b : a;
}

/**
 * Returns the refunded amount of a payment, in minor units (docs/payments.md#refunds). Providers report refunds one by
 * one, as a running total of the charge, or both. Both include the same money, so the larger amount counts. Neither
 * includes what was recorded by hand.
 *
 * @param total the last total that the provider reported. It contains the refunds that failed after it.
 */
export function refundedCents(
  amountCents: bigint,
  refunds: readonly RecordedRefund[],
  total: RefundTotal,
): bigint {
  const singly = sumOf(refunds, (it) => !isByHand(it) && it.status === 'succeeded');
  const together = togetherCents(refunds, total);
  return min(amountCents, byHandCents(refunds) + (singly > together ? singly : together));
}

/** Returns what was refunded outside the provider, in minor units. */
export function byHandCents(refunds: readonly RecordedRefund[]): bigint {
  return sumOf(refunds, isByHand);
}

/** Returns what a running total says was refunded, in minor units: without the refunds in it that failed later. */
export function togetherCents(refunds: readonly RecordedRefund[], total: RefundTotal): bigint {
  return total.cents - sumOf(refunds, (it) => it.status === 'failed' && !isLeftOut(it, total));
}

function isByHand({ providerRefundId }: RecordedRefund): boolean {
  return providerRefundId === null;
}

function sumOf(refunds: readonly RecordedRefund[], some: (refund: RecordedRefund) => boolean): bigint {
  return refunds.reduce((sum, it) => (some(it) ? sum + it.amountCents : sum), 0n);
}

/** Returns the money of a payment that is here: without what was reversed and has not come back. */
export function presentCents(payment: { amountCents: bigint; reversedAmountCents: bigint }): bigint {
  return payment.amountCents - payment.reversedAmountCents;
}

/** Returns the part of the received amount that is applied: at most the amount due. */
export function appliedCents(receivedCents: bigint, dueCents: bigint): bigint {
  return min(receivedCents, dueCents);
}

/**
 * Returns how much of the money that came back may pay again: not the surplus that was refunded
 * (docs/payments.md#reversals).
 */
export function reappliedCents(
  payment: { amountCents: bigint; reversedAmountCents: bigint; appliedAmountCents: bigint },
  returnedCents: bigint,
  refundedSurplusCents: bigint,
): bigint {
  const free = presentCents(payment) + returnedCents - payment.appliedAmountCents - refundedSurplusCents;
  return min(returnedCents, free > 0n ? free : 0n);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
