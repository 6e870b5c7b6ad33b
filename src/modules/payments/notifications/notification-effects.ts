import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { PaymentEntity } from '../payment.entity';
import { PaymentLedger } from '../payment-ledger';
import { PaymentRefunds } from '../payment-refunds';
import { appliedCents, moveOf, timesAfter, type Move } from '../payment.rules';
import { PaymentsRepository } from '../payments.repository';
import type { ProviderNotification } from '../providers/payment-provider';
import {
  conflictOf,
  done,
  forReview,
  heldResult,
  ignored,
  ignoredMove,
  type NotificationResult,
  type Result,
} from './notification-results';

/** A parsed notification from a verified sender. */
export interface VerifiedNotification {
  organizationId: string;
  provider: string;
  /** Identifies a refund that has no ID of its own. */
  eventId: string;
  content: ProviderNotification;
}

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
    const found = await this.payments.findNamedForUpdate(tx, organizationId, provider, content);
    if (found === null) {
      return { ...ignored('No payment of this provider matches the notification.'), paymentId: null };
    }
    const { payment: named, otherId } = found;
    if (otherId !== null) {
      const reason = `The notification names two payments: ${named.id} and ${otherId}.`;
      return { ...forReview(reason), paymentId: named.id };
    }
    const moving = { ...named, isReversed: named.reversedAt !== null };
    const move = moveOf(moving, content);
    const conflict = conflictOf(named, content, move);
    if (conflict !== null) return { ...conflict, paymentId: named.id };
    const timed = { ...named, ...timesAfter(moving, content) };
    const result = await this.make(tx, move, timed, notification);
    if (result.status === 'ignored') await this.payments.updateTimes(tx, named, timed);
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
    if (move === 'hold') return heldResult(named, content);
    const payment = withProviderIds(named, content);
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
      case 'reinstate':
        return this.reinstate(tx, payment, content);
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

  /** Providers report one return of money several times, so an amount counts in total, not in addition. */
  private async reinstate(
    tx: Transaction,
    before: PaymentEntity,
    content: ProviderNotification,
  ): Promise<Result> {
    const { amountCents, reversedAmountCents: missing } = before;
    const presentCents = appliedCents(content.amountCents ?? amountCents, amountCents);
    const returnedCents = presentCents - (amountCents - missing);
    if (returnedCents <= 0n) return ignoredMove(before, content);
    const { payment, dueCents, obstacle } = await this.ledger.reinstate(tx, before, returnedCents);
    const addedCents = payment.appliedAmountCents - before.appliedAmountCents;
    const doubts = [
      obstacle,
      returnedCents > addedCents ? `${returnedCents} came back, but only ${addedCents} was applied.` : null,
      presentCents < amountCents ? `${presentCents} of the ${amountCents} is here again.` : null,
    ].filter((it) => it !== null);
    return {
      ...done(`The money came back and covers ${addedCents} of the ${dueCents} due.`),
      needsReview: doubts.length > 0,
      reason: doubts.length > 0 ? doubts.join(' ') : null,
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
    const outcome = await this.refunds.apply(tx, payment, refund, content.occurredAt);
    if (!outcome.changed) return { ...ignored(outcome.reason), needsReview: outcome.needsReview };
    const { refundedAmountCents, amountCents } = outcome.payment;
    if (refund.hasFailed && refundedAmountCents === payment.refundedAmountCents) {
      return done('The refund has failed.');
    }
    return done(`${refundedAmountCents} of ${amountCents} has been refunded.`);
  }
}

/**
 * Copies the provider's payment and checkout IDs onto the payment. Each retry of a checkout has a new payment ID, so
 * the newest replaces the stored one. The first checkout ID is kept.
 */
function withProviderIds(payment: PaymentEntity, content: ProviderNotification): PaymentEntity {
  return {
    ...payment,
    providerPaymentId: content.providerPaymentId ?? payment.providerPaymentId,
    providerCheckoutId: payment.providerCheckoutId ?? content.checkoutId,
  };
}
