import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { PaymentEntity } from '../payment.entity';
import { PaymentLedger } from '../payment-ledger';
import { PaymentRefunds } from '../payment-refunds';
import { moveOf, type Move } from '../payment.rules';
import { PaymentsRepository } from '../payments.repository';
import type { ProviderNotification } from '../providers/payment-provider';
import type { NotificationStatus } from './notification.entity';

/** The stored result of a notification. */
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
  told: ProviderNotification;
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
    const { organizationId, provider, told } = notification;
    if (told.outcome === 'ignored') return { ...ignored(told.ignoredReason ?? ''), paymentId: null };
    const named = await this.payments.findNamedForUpdate(tx, organizationId, provider, told);
    if (named === null) {
      return { ...ignored('No payment of this provider matches the notification.'), paymentId: null };
    }
    const move = moveOf(
      { ...named, isReversed: named.reversedAt !== null },
      { ...told, refundHasFailed: told.refund?.hasFailed === true },
    );
    const conflict = conflictOf(named, told, move);
    const result = conflict ?? (await this.make(tx, move, named, notification));
    return { ...result, paymentId: named.id };
  }

  private async make(
    tx: Transaction,
    move: Move,
    named: PaymentEntity,
    notification: VerifiedNotification,
  ): Promise<Result> {
    const { told } = notification;
    if (move === 'ignore') return ignoredMove(named, told);
    if (move === 'hold') return { ...ignored('The payment has not succeeded yet.'), status: 'held' };
    const payment = await this.withProviderIds(tx, named, told);
    switch (move) {
      case 'process':
        await this.ledger.process(tx, payment);
        return done('The payment is processing.');
      case 'fail':
        await this.ledger.fail(tx, payment, told.failureReason, told.occurredAt);
        return done('The payment has failed.');
      case 'cancel':
        await this.ledger.cancel(tx, payment, told.failureReason);
        return done('The payment is canceled.');
      case 'settle':
      case 'settle_for_review':
      case 'settle_and_reverse':
        return this.settle(tx, move, payment, told);
      case 'reverse':
        await this.ledger.reverse(tx, payment, told.failureReason);
        return done('The payment was reversed; the amount it paid is due again.');
      case 'refund':
        return this.refund(tx, payment, notification);
    }
  }

  private async settle(
    tx: Transaction,
    move: Move,
    before: PaymentEntity,
    told: ProviderNotification,
  ): Promise<Result> {
    const received = { amountCents: told.amountCents ?? before.amountCents, at: told.occurredAt };
    const { payment, dueCents, obstacle } = await this.ledger.succeed(tx, before, received);
    const { amountCents, settledAmountCents: settled } = payment;
    const doubts = [
      obstacle,
      amountCents > settled ? `${amountCents} was received, but only ${settled} was applied.` : null,
      amountCents < before.amountCents
        ? `${amountCents} of the expected ${before.amountCents} was received.`
        : null,
      move === 'settle_for_review' ? 'The payment succeeded after it had been canceled.' : null,
    ].filter((it) => it !== null);
    const result = {
      ...done(`The payment has succeeded and covers ${settled} of the ${dueCents} due.`),
      needsReview: doubts.length > 0,
      reason: doubts.length > 0 ? doubts.join(' ') : null,
    };
    if (move !== 'settle_and_reverse') return result;
    await this.ledger.reverse(tx, payment, before.failureReason);
    return {
      ...result,
      effect: 'The payment had succeeded before it failed; the amount it paid is due again.',
    };
  }

  private async refund(
    tx: Transaction,
    payment: PaymentEntity,
    { told, eventId }: VerifiedNotification,
  ): Promise<Result> {
    if (told.refund === null) return forReview('The notification contains no refund.');
    const { id, cumulativeCents } = told.refund;
    const refund = { ...told.refund, id: id ?? (cumulativeCents === null ? eventId : null) };
    const outcome = await this.refunds.apply(tx, payment, refund);
    if (!outcome.changed) return { ...ignored(outcome.reason), needsReview: outcome.needsReview };
    const { refundedAmountCents, amountCents } = outcome.payment;
    return done(`${refundedAmountCents} of ${amountCents} has been refunded.`);
  }

  /**
   * Sets the IDs at the provider. Each retry of a checkout has a new payment ID; the first checkout ID is
   * kept.
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
  'settle',
  'settle_for_review',
  'settle_and_reverse',
  'refund',
  'hold',
  'reverse',
]);

/** Returns a result for manual review if the notification contradicts the payment; otherwise null. */
function conflictOf(payment: PaymentEntity, told: ProviderNotification, move: Move): Result | null {
  if (!MOVES_WITH_MONEY.has(move)) return null;
  if (told.currency !== null && told.currency !== payment.currency) {
    return forReview(`The notification is in ${told.currency}, but the payment is in ${payment.currency}.`);
  }
  if (payment.status !== 'succeeded' && payment.status !== 'refunded') return null;
  const { providerPaymentId: theirs } = told;
  if (theirs !== null && payment.providerPaymentId !== null && theirs !== payment.providerPaymentId) {
    return forReview(`The notification is about ${theirs}, but the payment is ${payment.providerPaymentId}.`);
  }
  const amountCents = told.amountCents ?? payment.amountCents;
  if (move === 'reverse' && amountCents < payment.amountCents) {
    return forReview(`Only ${amountCents} of ${payment.amountCents} was reversed.`);
  }
  return null;
}

/** A second success under another ID at the provider means unexpected money, so it needs review. */
function ignoredMove(payment: PaymentEntity, told: ProviderNotification): Result {
  const state = payment.reversedAt === null ? payment.status : 'reversed';
  const reason = `The payment is ${state}, so ${told.outcome} has no effect.`;
  const isOther = told.providerPaymentId !== null && told.providerPaymentId !== payment.providerPaymentId;
  const isSecond = told.outcome === 'succeeded' && payment.completedAt !== null && isOther;
  const isLost = told.outcome === 'reversed' || (told.outcome === 'succeeded' && state === 'reversed');
  return { ...ignored(reason), needsReview: isSecond || isLost };
}

const ignored = (reason: string): Result => ({ status: 'ignored', reason, effect: null, needsReview: false });
const forReview = (reason: string): Result => ({ ...ignored(reason), needsReview: true });
const done = (effect: string): Result => ({ status: 'processed', reason: null, effect, needsReview: false });
