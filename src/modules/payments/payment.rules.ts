import type { Outcome, ProviderNotification } from './providers/payment-provider';

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
  /** Apply the payment, then reverse it, because the notification of the reversal arrived first. */
  | 'apply_and_reverse'
  /** Hold the notification until the payment succeeds. */
  | 'hold'
  | 'ignore';

type Row = Record<Exclude<Outcome, 'ignored'>, Move>;

const OPEN: Row = {
  processing: 'process',
  succeeded: 'apply',
  failed: 'fail',
  canceled: 'cancel',
  refunded: 'hold',
  reversed: 'ignore',
};
const CLOSED: Row = {
  processing: 'ignore',
  succeeded: 'ignore',
  failed: 'ignore',
  canceled: 'ignore',
  refunded: 'ignore',
  reversed: 'ignore',
};

/** The transition table of docs/payments.md. */
export const MOVES: Readonly<Record<PaymentState, Row>> = {
  pending: OPEN,
  processing: { ...OPEN, processing: 'ignore' },
  failed: { ...CLOSED, succeeded: 'apply', canceled: 'cancel' },
  canceled: { ...CLOSED, succeeded: 'apply_for_review' },
  succeeded: { ...CLOSED, refunded: 'refund', reversed: 'reverse' },
  refunded: CLOSED,
  reversed: CLOSED,
};

/** The fields of a payment that the rules need. */
export interface MovingPayment {
  status: PaymentStatus;
  isReversed: boolean;
  /**
   * When the payment succeeded, by the provider's clock; null if it did not, or if the provider gave no
   * time. The same holds for `providerFailedAt`.
   */
  providerSucceededAt: Date | null;
  providerFailedAt: Date | null;
}

export function stateOf(payment: Pick<MovingPayment, 'status' | 'isReversed'>): PaymentState {
  return payment.isReversed ? 'reversed' : payment.status;
}

/** The fields of a notification that the rules need. */
export type NotificationFacts = Pick<ProviderNotification, 'outcome' | 'occurredAt' | 'mayFailLate'> & {
  refundHasFailed: boolean;
};

/**
 * Returns the effect of a notification, independent of the order of arrival. A bank debit may fail after it
 * was confirmed (late failure of GoCardless); the provider's timestamps decide which of the two came last.
 */
export function moveOf(payment: MovingPayment, facts: NotificationFacts): Move {
  if (facts.outcome === 'ignored') return 'ignore';
  const state = stateOf(payment);
  if (state === 'succeeded' && facts.outcome === 'failed' && facts.mayFailLate) {
    return isBefore(facts.occurredAt, payment.providerSucceededAt) ? 'ignore' : 'reverse';
  }
  if (state === 'failed' && facts.outcome === 'succeeded' && hasLateFailure(payment, facts)) {
    return 'apply_and_reverse';
  }
  // A failed refund reverts the refund reported earlier.
  if (state === 'refunded' && facts.outcome === 'refunded' && facts.refundHasFailed) return 'refund';
  return MOVES[state][facts.outcome];
}

/** Returns whether the recorded failure is a late failure, at or after the time of this success. */
function hasLateFailure({ providerFailedAt }: MovingPayment, facts: NotificationFacts): boolean {
  if (providerFailedAt === null || facts.occurredAt === null) return false;
  return facts.mayFailLate && facts.occurredAt.getTime() <= providerFailedAt.getTime();
}

function isBefore(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a.getTime() < b.getTime();
}

export interface RecordedRefund {
  amountCents: bigint;
  status: 'succeeded' | 'failed';
}

/**
 * Returns the refunded amount of a payment. Providers report refunds one by one, as a running total of the
 * charge, or both. Both include the same money, so the larger amount counts.
 */
export function refundedCents(
  amountCents: bigint,
  refunds: readonly RecordedRefund[],
  cumulativeCents: bigint,
): bigint {
  const sumOf = (status: RecordedRefund['status']): bigint =>
    refunds.reduce((sum, it) => (it.status === status ? sum + it.amountCents : sum), 0n);
  const singly = sumOf('succeeded');
  const together = cumulativeCents - sumOf('failed');
  return min(amountCents, singly > together ? singly : together);
}

/** Returns the part of the received amount that is applied: at most the amount due. */
export function appliedCents(receivedCents: bigint, dueCents: bigint): bigint {
  return min(receivedCents, dueCents);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
