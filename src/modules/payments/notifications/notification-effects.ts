import { Injectable } from '@nestjs/common';
import { Extensions } from '../../../platform/extensions';
import type { Transaction } from '../../../platform/database/transactions';
import type { PaymentEntity } from '../ledger/payment.entity';
import { DisputeRecords, type RecordedDispute } from '../disputes/dispute-records';
import { PaymentLedger } from '../ledger/payment-ledger';
import { PaymentRefunds } from '../ledger/payment-refunds';
import { stateOf, transitionFor, type Transition } from '../ledger/payment.rules';
import { PaymentsRepository } from '../ledger/payments.repository';
import type { PaymentUpdate } from '../provider-kit/payment-provider';
import type { NotificationResult } from './notification-parser';
import { PartialReversals } from './partial-reversals';
import { PAYMENT_EXPECTATIONS } from './payment-expectations';

/** A parsed notification of a verified sender. */
export interface VerifiedNotification {
  organizationId: string;
  provider: string;
  /** Replaces the id of a refund that has none. */
  eventId: string;
  update: PaymentUpdate;
}

type Result = Omit<NotificationResult, 'paymentId'>;

/** Applies a notification to its payment, within one organization and provider (docs/payments.md#state-table). */
@Injectable()
export class NotificationEffects {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly ledger: PaymentLedger,
    private readonly refunds: PaymentRefunds,
    private readonly disputes: DisputeRecords,
    private readonly partial: PartialReversals,
    private readonly extensions: Extensions,
  ) {}

  async apply(tx: Transaction, notification: VerifiedNotification): Promise<NotificationResult> {
    const { update } = notification;
    if (update.outcome === 'ignored') return { ...ignored(update.ignoredReason ?? ''), paymentId: null };
    const result = await this.applyToPayment(tx, notification);
    const isExpected = await this.isExpected(tx, notification);
    if (result.paymentId !== null || !isExpected) return result;
    return {
      ...ignored('The payment is being collected; its state is read from the provider.'),
      paymentId: null,
    };
  }

  /** After everything else is locked: collections come last in the lock order. */
  private async isExpected(
    tx: Transaction,
    { organizationId, provider, update }: VerifiedNotification,
  ): Promise<boolean> {
    const { paymentId, providerPaymentId, checkoutId } = update;
    const news = { organizationId, provider, paymentId, providerPaymentId, checkoutId };
    let isExpected = false;
    for (const expectation of this.extensions.of(PAYMENT_EXPECTATIONS)) {
      const heard = await this.extensions.call(PAYMENT_EXPECTATIONS, expectation, (it) => it.hear(tx, news));
      isExpected ||= heard;
    }
    return isExpected;
  }

  private async applyToPayment(
    tx: Transaction,
    notification: VerifiedNotification,
  ): Promise<NotificationResult> {
    const { organizationId, provider, update } = notification;
    const payment = await this.payments.findReferencedForUpdate(tx, organizationId, provider, update);
    if (payment === null) {
      return { ...ignored('No payment of this provider matches the notification.'), paymentId: null };
    }
    const transition = transitionFor(
      { ...payment, isReversed: payment.reversedAt !== null },
      { ...update, refundHasFailed: update.refund?.hasFailed === true },
    );
    const dispute =
      update.dispute === null
        ? null
        : await this.disputes.record(tx, payment, update.dispute, update.occurredAt);
    const result = dispute?.isOver
      ? ignored(`The dispute is ${dispute.status} already.`)
      : (conflictOf(payment, update, transition) ??
        (dispute !== null && isOverPart(payment, dispute)
          ? await this.partial.apply(tx, payment, update.outcome, dispute)
          : null) ??
        (await this.perform(tx, transition, payment, notification)));
    return { ...withDispute(result, dispute), paymentId: payment.id };
  }

  private async perform(
    tx: Transaction,
    transition: Transition,
    found: PaymentEntity,
    notification: VerifiedNotification,
  ): Promise<Result> {
    const { update } = notification;
    if (transition === 'ignore') return ignoredTransition(found, update);
    if (transition === 'note') return ignored(`The payment stays ${stateOf(toState(found))}.`);
    if (transition === 'hold') return { ...ignored('Waiting for the payment to succeed.'), status: 'held' };
    const payment = await this.withProviderIds(tx, found, update);
    switch (transition) {
      case 'process':
        await this.ledger.process(tx, payment);
        return done('The payment is processing.');
      case 'fail':
        await this.ledger.fail(tx, payment, update.failureReason, update.occurredAt);
        return done('The payment has failed.');
      case 'cancel':
        await this.ledger.cancel(tx, payment, update.failureReason);
        return done('The payment is canceled.');
      case 'succeed':
      case 'succeed_for_review':
      case 'succeed_and_reverse':
        return this.succeed(tx, transition, payment, update);
      case 'reverse':
        await this.ledger.reverse(tx, payment, update.failureReason);
        return done('The payment was reversed; the amount it paid is due again.');
      case 'reinstate':
        return this.reinstate(tx, payment);
      case 'refund':
        return this.refund(tx, payment, notification);
    }
  }

  private async succeed(
    tx: Transaction,
    transition: Transition,
    before: PaymentEntity,
    update: PaymentUpdate,
  ): Promise<Result> {
    const amountCents = update.amountCents ?? before.amountCents;
    const received = { amountCents, at: update.occurredAt, refundsSurplus: false };
    const { payment, dueCents, obstacle } = await this.ledger.succeed(tx, before, received);
    const { settledAmountCents: applied } = payment;
    const doubts = [
      obstacle,
      amountCents > applied ? `Only ${applied} of the ${amountCents} received was due.` : null,
      amountCents < before.amountCents
        ? `${amountCents} was received instead of ${before.amountCents}.`
        : null,
      transition === 'succeed_for_review' ? 'The payment was canceled before.' : null,
    ].filter((it) => it !== null);
    const result = {
      ...done(`The payment has succeeded; it paid ${applied} of ${dueCents} due.`),
      needsReview: doubts.length > 0,
      reason: doubts.length > 0 ? doubts.join(' ') : null,
    };
    if (transition !== 'succeed_and_reverse') return result;
    await this.ledger.reverse(tx, payment, before.failureReason);
    return { ...result, effect: 'The payment succeeded before it failed; the amount it paid is due again.' };
  }

  private async reinstate(tx: Transaction, before: PaymentEntity): Promise<Result> {
    const { payment, dueCents, obstacle } = await this.ledger.reinstate(tx, before);
    await this.refunds.restoreShares(tx, payment);
    const { settledAmountCents: applied, surplusAmountCents: surplus } = payment;
    const isMore = surplus > before.surplusAmountCents;
    const reason = isMore ? (obstacle ?? `Only ${applied} of the money that came back was due.`) : null;
    const effect = `The money is back; the payment paid ${applied} of ${dueCents} due.`;
    return { ...done(effect), reason, needsReview: isMore };
  }

  private async refund(
    tx: Transaction,
    payment: PaymentEntity,
    { update, eventId }: VerifiedNotification,
  ): Promise<Result> {
    if (update.refund === null) return forReview('The notification contains no refund.');
    const { id, cumulativeCents } = update.refund;
    const refund = { ...update.refund, id: id ?? (cumulativeCents === null ? eventId : null) };
    const outcome = await this.refunds.apply(tx, payment, refund);
    if (!outcome.changed) return { ...ignored(outcome.reason), needsReview: outcome.needsReview };
    const { refundedAmountCents, amountCents } = outcome.payment;
    return done(`${refundedAmountCents} of ${amountCents} is refunded.`);
  }

  /** Stores the provider's ids. A repeated checkout has a new payment id each time; the checkout id stays the first. */
  private async withProviderIds(
    tx: Transaction,
    payment: PaymentEntity,
    { providerPaymentId, checkoutId }: PaymentUpdate,
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

const WITH_MONEY: ReadonlySet<Transition> = new Set<Transition>([
  'succeed',
  'succeed_for_review',
  'succeed_and_reverse',
  'refund',
  'hold',
  'reverse',
  'reinstate',
]);

/** Returns why a person has to decide, with no effect; null when nothing contradicts the payment. */
function conflictOf(payment: PaymentEntity, update: PaymentUpdate, transition: Transition): Result | null {
  if (!WITH_MONEY.has(transition)) return null;
  if (update.currency !== null && update.currency !== payment.currency) {
    return forReview(`The currency is ${update.currency}; the payment is in ${payment.currency}.`);
  }
  const hasArrived = payment.status === 'succeeded' || payment.status === 'refunded';
  if (!hasArrived && payment.reversedAt === null) return null;
  const { providerPaymentId: reportedId } = update;
  const isOther = reportedId !== null && reportedId !== payment.providerPaymentId;
  if (isOther && payment.providerPaymentId !== null) {
    return forReview(`The notification is about ${reportedId}; the payment is ${payment.providerPaymentId}.`);
  }
  const amountCents = update.amountCents ?? payment.amountCents;
  const isPart = amountCents < payment.amountCents;
  const isOfDispute = update.dispute !== null && payment.reversedAt === null;
  if (isPart && !isOfDispute && (transition === 'reverse' || transition === 'reinstate')) {
    return forReview(`Only ${amountCents} of ${payment.amountCents} was ${update.outcome}.`);
  }
  return null;
}

/** A second success under another id of the provider is unexpected money, so a person reviews it. */
function ignoredTransition(payment: PaymentEntity, update: PaymentUpdate): Result {
  const state = stateOf(toState(payment));
  const reason = `The payment is ${state}; "${update.outcome}" has no effect.`;
  const isOther = update.providerPaymentId !== null && update.providerPaymentId !== payment.providerPaymentId;
  const isSecond = update.outcome === 'succeeded' && payment.completedAt !== null && isOther;
  const isLost = update.outcome === 'reversed' || (update.outcome === 'succeeded' && state === 'reversed');
  return { ...ignored(reason), needsReview: isSecond || isLost };
}

const isOverPart = ({ amountCents }: PaymentEntity, { dispute }: RecordedDispute): boolean =>
  dispute.amountCents < amountCents;

/** A report of a dispute has had an effect, even where the money stays as it is. */
function withDispute(result: Result, dispute: RecordedDispute | null): Result {
  if (dispute?.isChanged !== true || result.status !== 'ignored') return result;
  const effect = `The dispute is ${dispute.status}.`;
  return { ...result, status: 'processed', effect, reason: result.needsReview ? result.reason : null };
}

const toState = ({ status, reversedAt }: PaymentEntity) => ({ status, isReversed: reversedAt !== null });

const ignored = (reason: string): Result => ({ status: 'ignored', reason, effect: null, needsReview: false });
const forReview = (reason: string): Result => ({ ...ignored(reason), needsReview: true });
const done = (effect: string): Result => ({ status: 'processed', reason: null, effect, needsReview: false });
