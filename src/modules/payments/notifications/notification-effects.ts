import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { PaymentEntity } from '../payment.entity';
import { PaymentLedger } from '../payment-ledger';
import { PaymentRefunds } from '../payment-refunds';
import { moveOf, type Move } from '../payment.rules';
import { PaymentsRepository } from '../payments.repository';
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

/** A parsed notification from a verified sender. */
export interface VerifiedNotification {
  organizationId: string;
  provider: string;
  /** Identifies a refund that has no ID of its own. */
  eventId: string;
  content: ProviderNotification;
}

type Result = Omit<NotificationResult, 'paymentId'>;

/** Applies a notification to its payment, within one organization and provider (docs/payments.md). */
@Injectable()
export class NotificationEffects {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly ledger: PaymentLedger,
    private readonly refunds: PaymentRefunds,
  ) {}

  async apply(tx: Transaction, notification: VerifiedNotification): Promise<NotificationResult> {
    const { organizationId, provider, content } = notification;
    if (content.outcome === 'ignored') return { ...ignored(content.ignoredReason ?? ''), paymentId: null };
    const named = await this.payments.findNamedForUpdate(tx, organizationId, provider, content);
    if (named === null) {
      return { ...ignored('No payment of this provider matches the notification.'), paymentId: null };
    }
    const move = moveOf(
      { ...named, isReversed: named.reversedAt !== null },
      { ...content, refundHasFailed: content.refund?.hasFailed === true },
    );
    const conflict = conflictOf(named, content, move);
    const result = conflict ?? (await this.make(tx, move, named, notification));
    return { ...result, paymentId: named.id };
  }

  private async make(
    tx: Transaction,
    move: Move,
    named: PaymentEntity,
    notification: VerifiedNotification,
  ): Promise<Result> {
    const { content } = notification;
    if (move === 'ignore') return ignoredMove(named, content);
    if (move === 'hold') return { ...ignored('The payment has not succeeded yet.'), status: 'held' };
    const payment = await this.withProviderIds(tx, named, content);
    switch (move) {
      case 'process':
        await this.ledger.process(tx, payment);
        return done('The payment is processing.');
      case 'fail':
        await this.ledger.fail(tx, payment, content.failureReason, content.occurredAt);
        return done('The payment has failed.');
      case 'cancel':
        await this.ledger.cancel(tx, payment, content.failureReason);
        return done('The payment is canceled.');
      case 'apply':
      case 'apply_for_review':
      case 'apply_and_reverse':
        return this.succeed(tx, move, payment, content);
      case 'reverse':
        await this.ledger.reverse(tx, payment, content.failureReason);
        return done('The payment was reversed; the amount it paid is due again.');
      case 'refund':
        return this.refund(tx, payment, notification);
    }
  }

  private async succeed(
    tx: Transaction,
    move: Move,
    before: PaymentEntity,
    content: ProviderNotification,
  ): Promise<Result> {
    const received = { amountCents: content.amountCents ?? before.amountCents, at: content.occurredAt };
    const { payment, dueCents, obstacle } = await this.ledger.succeed(tx, before, received);
    const { amountCents, appliedAmountCents: applied } = payment;
    const doubts = [
      obstacle,
      amountCents > applied ? `${amountCents} was received, but only ${applied} was applied.` : null,
      amountCents < before.amountCents
        ? `${amountCents} of the expected ${before.amountCents} was received.`
        : null,
      move === 'apply_for_review' ? 'The payment succeeded after it had been canceled.' : null,
    ].filter((it) => it !== null);
    const result = {
      ...done(`The payment has succeeded and covers ${applied} of the ${dueCents} due.`),
      needsReview: doubts.length > 0,
      reason: doubts.length > 0 ? doubts.join(' ') : null,
    };
    if (move !== 'apply_and_reverse') return result;
    await this.ledger.reverse(tx, payment, before.failureReason);
    return {
      ...result,
      effect: 'The payment had succeeded before it failed; the amount it paid is due again.',
    };
  }

  private async refund(
    tx: Transaction,
    payment: PaymentEntity,
    { content, eventId }: VerifiedNotification,
  ): Promise<Result> {
    if (content.refund === null) return forReview('The notification contains no refund.');
    const { id, cumulativeCents } = content.refund;
    const refund = { ...content.refund, id: id ?? (cumulativeCents === null ? eventId : null) };
    const outcome = await this.refunds.apply(tx, payment, refund);
    if (!outcome.changed) return { ...ignored(outcome.reason), needsReview: outcome.needsReview };
    const { refundedAmountCents, amountCents } = outcome.payment;
    return done(`${refundedAmountCents} of ${amountCents} has been refunded.`);
  }

  /**
   * Copies the provider's payment and checkout IDs onto the payment. Each retry of a checkout has a new
   * payment ID, so the newest replaces the stored one, unless another payment has it. The first checkout ID
   * is kept.
   */
  private async withProviderIds(
    tx: Transaction,
    payment: PaymentEntity,
    { providerPaymentId, checkoutId }: ProviderNotification,
  ): Promise<PaymentEntity> {
    const { organizationId, provider } = payment;
    const isNew = providerPaymentId !== null && providerPaymentId !== payment.providerPaymentId;
    const isTaken =
      isNew &&
      (await this.payments.isProviderPaymentIdTaken(tx, organizationId, provider, providerPaymentId));
    return {
      ...payment,
      providerPaymentId: isNew && !isTaken ? providerPaymentId : payment.providerPaymentId,
      providerCheckoutId: payment.providerCheckoutId ?? checkoutId,
    };
  }
}

const MOVES_WITH_MONEY: ReadonlySet<Move> = new Set<Move>([
  'apply',
  'apply_for_review',
  'apply_and_reverse',
  'refund',
  'hold',
  'reverse',
]);

/** Returns a result for manual review if the notification contradicts the payment; otherwise null. */
function conflictOf(payment: PaymentEntity, content: ProviderNotification, move: Move): Result | null {
  if (!MOVES_WITH_MONEY.has(move)) return null;
  if (content.currency !== null && content.currency !== payment.currency) {
    return forReview(
      `The notification is in ${content.currency}, but the payment is in ${payment.currency}.`,
    );
  }
  if (payment.status !== 'succeeded' && payment.status !== 'refunded') return null;
  const { providerPaymentId: theirs } = content;
  if (theirs !== null && payment.providerPaymentId !== null && theirs !== payment.providerPaymentId) {
    return forReview(`The notification is about ${theirs}, but the payment is ${payment.providerPaymentId}.`);
  }
  const amountCents = content.amountCents ?? payment.amountCents;
  if (move === 'reverse' && amountCents < payment.amountCents) {
    return forReview(`Only ${amountCents} of ${payment.amountCents} was reversed.`);
  }
  return null;
}

/** A second success under another ID at the provider means unexpected money, so it needs review. */
function ignoredMove(payment: PaymentEntity, content: ProviderNotification): Result {
  const state = payment.reversedAt === null ? payment.status : 'reversed';
  const reason = `The payment is ${state}, so ${content.outcome} has no effect.`;
  const isOther =
    content.providerPaymentId !== null && content.providerPaymentId !== payment.providerPaymentId;
  const isSecond = content.outcome === 'succeeded' && payment.completedAt !== null && isOther;
  const isLost = content.outcome === 'reversed' || (content.outcome === 'succeeded' && state === 'reversed');
  return { ...ignored(reason), needsReview: isSecond || isLost };
}

const ignored = (reason: string): Result => ({ status: 'ignored', reason, effect: null, needsReview: false });
const forReview = (reason: string): Result => ({ ...ignored(reason), needsReview: true });
const done = (effect: string): Result => ({ status: 'processed', reason: null, effect, needsReview: false });
