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

/** Where a payment stands: its status, and `reversed` for a failed one whose money came and went again. */
export type PaymentState = PaymentStatus | 'reversed';

/** What a notification does to a payment. */
export type Move =
  | 'process'
  /** The money is here: it settles what it is for. */
  | 'settle'
  /** The same, although nobody expected it any more: for review. */
  | 'settle_for_review'
  | 'fail'
  | 'cancel'
  | 'refund'
  /** The money went back after all: what it settled is due again. */
  | 'reverse'
  /** Success and reversal in one: the notification of the reversal came first. */
  | 'settle_and_reverse'
  /** Kept until the payment succeeds. */
  | 'hold'
  | 'ignore';

type Row = Record<Exclude<Outcome, 'ignored'>, Move>;

const OPEN: Row = {
  processing: 'process',
  succeeded: 'settle',
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

/** The table of providers.md, section 8. */
export const MOVES: Readonly<Record<PaymentState, Row>> = {
  pending: OPEN,
  processing: { ...OPEN, processing: 'ignore' },
  failed: { ...CLOSED, succeeded: 'settle', canceled: 'cancel' },
  canceled: { ...CLOSED, succeeded: 'settle_for_review' },
  succeeded: { ...CLOSED, refunded: 'refund', reversed: 'reverse' },
  refunded: CLOSED,
  reversed: CLOSED,
};

/** What the rules need to know of a payment. */
export interface MovingPayment {
  status: PaymentStatus;
  isReversed: boolean;
  /** When the provider says that it succeeded and failed; null: it never did, or we were not told when. */
  providerSucceededAt: Date | null;
  providerFailedAt: Date | null;
}

export function stateOf(payment: Pick<MovingPayment, 'status' | 'isReversed'>): PaymentState {
  return payment.isReversed ? 'reversed' : payment.status;
}

/** What is told of a payment, as far as the rules need it. */
export type Told = Pick<ProviderNotification, 'outcome' | 'occurredAt' | 'mayFailLate'> & {
  refundHasFailed: boolean;
};

/**
 * What a notification does, in whatever order notifications arrive. A bank debit may fail after it was confirmed
 * (GoCardless' late failure); which of the two came last is told by the provider's clock, not by arrival.
 */
export function moveOf(payment: MovingPayment, told: Told): Move {
  if (told.outcome === 'ignored') return 'ignore';
  const state = stateOf(payment);
  if (state === 'succeeded' && told.outcome === 'failed' && told.mayFailLate) {
    return isBefore(told.occurredAt, payment.providerSucceededAt) ? 'ignore' : 'reverse';
  }
  if (state === 'failed' && told.outcome === 'succeeded' && hasLateFailure(payment, told)) {
    return 'settle_and_reverse';
  }
  // A refund that comes to nothing takes back what an earlier notification of it did.
  if (state === 'refunded' && told.outcome === 'refunded' && told.refundHasFailed) return 'refund';
  return MOVES[state][told.outcome];
}

/** The failure on record happened at or after this success, where the provider's failures may do so. */
function hasLateFailure({ providerFailedAt }: MovingPayment, told: Told): boolean {
  if (providerFailedAt === null || told.occurredAt === null) return false;
  return told.mayFailLate && told.occurredAt.getTime() <= providerFailedAt.getTime();
}

function isBefore(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a.getTime() < b.getTime();
}

/** One refund as it is on record. */
export interface RecordedRefund {
  amountCents: bigint;
  status: 'succeeded' | 'failed';
}

/**
 * What has been refunded of a payment. Providers tell it in two ways, refund by refund and as a running total of
 * the charge; the same money appears in both, so the larger one counts.
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

/** How much of what came settles what is due. */
export function settledCents(receivedCents: bigint, dueCents: bigint): bigint {
  return min(receivedCents, dueCents);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
