import type { PaymentEntity } from '../payment.entity';
import { isEarlyPart, isOutdated, presentCents, stateOf, takesMoneyBack, type Move } from '../payment.rules';
import type { ProviderNotification } from '../providers/payment-provider';
import type { NotificationStatus } from './notification.entity';

/** The result that is stored with a notification. */
export interface NotificationResult {
  status: NotificationStatus;
  reason: string | null;
  effect: string | null;
  needsReview: boolean;
  paymentId: string | null;
}

export type Result = Omit<NotificationResult, 'paymentId'>;

export const ignored = (reason: string): Result => ({
  status: 'ignored',
  reason,
  effect: null,
  needsReview: false,
});
export const forReview = (reason: string): Result => ({ ...ignored(reason), needsReview: true });
export const done = (effect: string): Result => ({
  status: 'processed',
  reason: null,
  effect,
  needsReview: false,
});

const MOVES_WITH_MONEY: ReadonlySet<Move> = new Set<Move>([
  'apply',
  'apply_for_review',
  'apply_and_reverse',
  'refund',
  'hold',
  'reverse',
  'reinstate',
]);

/** Returns a result for manual review if the notification contradicts the payment; otherwise null. */
export function conflictOf(payment: PaymentEntity, content: ProviderNotification, move: Move): Result | null {
  if (!MOVES_WITH_MONEY.has(move)) return null;
  if (content.currency !== null && content.currency !== payment.currency) {
    return forReview(
      `The notification is in ${content.currency}, but the payment is in ${payment.currency}.`,
    );
  }
  const unknown = unknownMoneyOf(content);
  if (unknown !== null) return forReview(unknown);
  const state = stateOf({ ...payment, isReversed: payment.reversedAt !== null });
  if (state !== 'succeeded' && state !== 'refunded' && state !== 'reversed') return null;
  const { providerPaymentId: theirs } = content;
  if (theirs !== null && payment.providerPaymentId !== null && theirs !== payment.providerPaymentId) {
    return forReview(`The notification is about ${theirs}, but the payment is ${payment.providerPaymentId}.`);
  }
  return amountConflictOf(payment, content, move);
}

/** Returns why the amount of a success is not known; null if it is known, or if the provider sends no amounts. */
function unknownMoneyOf(content: ProviderNotification): string | null {
  const { outcome, amountCents, currency, usesRecordedAmount } = content;
  if (outcome !== 'succeeded' || usesRecordedAmount || (amountCents !== null && currency !== null))
    return null;
  const missing = [amountCents === null ? 'amount' : null, currency === null ? 'currency' : null];
  return `The notification has no ${missing.filter((it) => it !== null).join(' and no ')}.`;
}

function amountConflictOf(payment: PaymentEntity, content: ProviderNotification, move: Move): Result | null {
  const { amountCents } = content;
  const present = presentCents(payment);
  if (move === 'reverse' && amountCents !== null && amountCents < present) {
    return forReview(`Only ${amountCents} of ${present} was reversed.`);
  }
  if (move === 'reinstate' && amountCents === 0n) return forReview('None of the reversed amount came back.');
  return null;
}

/** A notification that waits until its payment succeeds, or until the money of a reversed payment comes back. */
export function heldResult({ reversedAt }: PaymentEntity, { outcome }: ProviderNotification): Result {
  const reason = reversedAt === null ? 'The payment has not succeeded yet.' : 'The payment is reversed.';
  // Money cannot come back before it arrived, so the notification of the success may be lost.
  const needsReview = outcome === 'reinstated';
  return { ...ignored(reason), status: 'held', needsReview };
}

/** A notification without an effect. It needs review if money may have moved that the payment does not show. */
export function ignoredMove(payment: PaymentEntity, content: ProviderNotification): Result {
  const state = stateOf({ ...payment, isReversed: payment.reversedAt !== null });
  const reason = `The payment is ${state}, so ${content.outcome} has no effect.`;
  return { ...ignored(reason), needsReview: showsOtherMoney(payment, content) };
}

function showsOtherMoney(payment: PaymentEntity, content: ProviderNotification): boolean {
  const isReversed = payment.reversedAt !== null;
  // Of a payment that is reversed already, nothing more can be taken: a dispute that is lost took the money before.
  if (payment.status === 'refunded' && takesMoneyBack(content)) return !isOutdated(payment, content);
  if (content.outcome === 'reinstated') return isEarlyPart({ ...payment, isReversed }, content);
  // The reversal is known if the payment is reversed, or if money was taken or came back before.
  if (content.outcome === 'reversal_settled') {
    return !isReversed && payment.providerFailedAt === null && payment.providerReinstatedAt === null;
  }
  if (content.outcome !== 'succeeded') return false;
  const { providerPaymentId, occurredAt: at } = content;
  const { providerFailedAt: reversedAt } = payment;
  // A second success under another ID at the provider is unexpected money.
  const isOther = providerPaymentId !== null && providerPaymentId !== payment.providerPaymentId;
  if (isOther && payment.completedAt !== null) return true;
  return isReversed && (at === null || reversedAt === null || at.getTime() > reversedAt.getTime());
}
