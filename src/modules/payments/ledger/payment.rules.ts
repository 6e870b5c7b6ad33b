import type { Outcome, PaymentUpdate } from '../provider-kit/payment-provider';

export const PAYMENT_STATUSES = [
  'pending',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What became of money beyond what was due (docs/payments.md#surplus). */
export const SURPLUS_REFUND_STATUSES = ['none', 'pending', 'succeeded', 'failed'] as const;
export type SurplusRefundStatus = (typeof SURPLUS_REFUND_STATUSES)[number];

/** The status of a payment, or `reversed` for a failed one whose money arrived and went back. */
export type PaymentState = PaymentStatus | 'reversed';

/** What a notification does to a payment. */
export type Transition =
  | 'process'
  /** The money arrived; it is applied to the target. */
  | 'succeed'
  /** The same, although the payment was canceled: a person reviews it. */
  | 'succeed_for_review'
  | 'fail'
  | 'cancel'
  | 'refund'
  /** The money went back: the amount it paid is due again. */
  | 'reverse'
  /** Money that a dispute took is back: as much as is due is applied again. */
  | 'reinstate'
  /** Success and reversal together, because the notification of the reversal arrived first. */
  | 'succeed_and_reverse'
  /** Only the dispute is recorded. */
  | 'note'
  /** Keep the notification until the payment succeeds. */
  | 'hold'
  | 'ignore';

type Row = Record<Exclude<Outcome, 'ignored'>, Transition>;

const OPEN: Row = {
  processing: 'process',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
  refunded: 'hold',
  reversed: 'hold',
  disputed: 'note',
  reinstated: 'note',
};
const CLOSED: Row = {
  processing: 'ignore',
  succeeded: 'ignore',
  failed: 'ignore',
  canceled: 'ignore',
  refunded: 'ignore',
  reversed: 'ignore',
  disputed: 'note',
  reinstated: 'note',
};

/** docs/payments.md#state-table */
export const TRANSITIONS: Readonly<Record<PaymentState, Row>> = {
  pending: OPEN,
  processing: { ...OPEN, processing: 'ignore' },
  failed: { ...CLOSED, succeeded: 'succeed', canceled: 'cancel', refunded: 'hold', reversed: 'hold' },
  canceled: { ...CLOSED, succeeded: 'succeed_for_review', refunded: 'hold', reversed: 'hold' },
  succeeded: { ...CLOSED, refunded: 'refund', reversed: 'reverse' },
  refunded: CLOSED,
  reversed: { ...CLOSED, reinstated: 'reinstate' },
};

/** The fields of a payment that decide a transition. */
export interface TransitioningPayment {
  status: PaymentStatus;
  isReversed: boolean;
  /** When it succeeded and failed by the provider's clock; null when it did not, or the provider gave no time. */
  providerSucceededAt: Date | null;
  providerFailedAt: Date | null;
}

export function stateOf(payment: Pick<TransitioningPayment, 'status' | 'isReversed'>): PaymentState {
  return payment.isReversed ? 'reversed' : payment.status;
}

/** The fields of a notification that decide a transition. */
export type ReportedOutcome = Pick<PaymentUpdate, 'outcome' | 'occurredAt' | 'mayFailLate'> & {
  refundHasFailed: boolean;
};

/**
 * Returns what a notification does, in any order of arrival. A bank debit may fail after it was confirmed
 * (late failure at GoCardless); the provider's clock says which of the two came last, not the order of arrival.
 */
export function transitionFor(payment: TransitioningPayment, reported: ReportedOutcome): Transition {
  if (reported.outcome === 'ignored') return 'ignore';
  const state = stateOf(payment);
  if (state === 'succeeded' && reported.outcome === 'failed' && reported.mayFailLate) {
    return isBefore(reported.occurredAt, payment.providerSucceededAt) ? 'ignore' : 'reverse';
  }
  if (state === 'failed' && reported.outcome === 'succeeded' && hasLateFailure(payment, reported)) {
    return 'succeed_and_reverse';
  }
  // A failed refund takes back what an earlier notification of the same refund did.
  if (state === 'refunded' && reported.outcome === 'refunded' && reported.refundHasFailed) return 'refund';
  return TRANSITIONS[state][reported.outcome];
}

/** Whether the recorded failure happened at or after this success, at a provider where that is possible. */
function hasLateFailure({ providerFailedAt }: TransitioningPayment, reported: ReportedOutcome): boolean {
  if (providerFailedAt === null || reported.occurredAt === null) return false;
  return reported.mayFailLate && reported.occurredAt.getTime() <= providerFailedAt.getTime();
}

function isBefore(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a.getTime() < b.getTime();
}

/** A stored refund. */
export interface RecordedRefund {
  /** Null: it was made by hand, outside the provider. */
  providerRefundId: string | null;
  amountCents: bigint;
  status: 'succeeded' | 'failed';
}

/**
 * Returns the refunded amount of a payment. Providers report refunds one by one, as a running total, or both; the same
 * money appears in both, so the larger figure counts. Refunds by hand are other money: they are added (docs/payments.md#refunds).
 */
export function refundedCents(
  amountCents: bigint,
  refunds: readonly RecordedRefund[],
  cumulativeCents: bigint,
): bigint {
  const sumOf = (test: (refund: RecordedRefund) => boolean): bigint =>
    refunds.filter(test).reduce((sum, it) => sum + it.amountCents, 0n);
  const byHand = sumOf((it) => it.providerRefundId === null);
  const single = sumOf((it) => it.providerRefundId !== null && it.status === 'succeeded');
  const total = cumulativeCents - sumOf((it) => it.status === 'failed');
  return min(amountCents, byHand + (single > total ? single : total));
}

/** Returns how much of the received money is applied to the amount due. */
export function appliedCents(receivedCents: bigint, dueCents: bigint): bigint {
  return min(receivedCents, dueCents);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
