import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import type { TargetEvents, TargetPayment } from '../targets/payment-target';
import { PaymentTargets } from '../targets/payment-targets';
import { toPaymentResponse } from './payment.dto';
import type { PaymentEntity } from './payment.entity';
import { PaymentFailed, PaymentSucceeded } from './payment.events';
import { appliedCents } from './payment.rules';
import { PaymentsRepository } from './payments.repository';
import { targetOf } from './target-columns';

/** Money that arrived, as the provider reports it. */
export interface ReceivedMoney {
  amountCents: bigint;
  /** By the provider's clock. */
  at: Date | null;
  /** Whether what is not due is refunded through the provider by itself; otherwise a person decides. */
  refundsSurplus: boolean;
}

/** A success, and what was due when it was applied. */
export interface AppliedPayment {
  payment: PaymentEntity;
  dueCents: bigint;
  /** Why the target accepted no money; null when it did, or nothing was due. */
  obstacle: string | null;
}

/**
 * Changes the status of payments, together with their targets and events, in the order of the event catalogue:
 * invoice.*, payment.*, payment_request.*. Callers hold the lock of the payment's row.
 */
@Injectable()
export class PaymentLedger {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly targets: PaymentTargets,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The money arrived: applies what is due to the target. More money than is due is no error, because it arrived.
   *
   * @param eventsBefore returns events to append after those of the target and before payment.succeeded.
   */
  async succeed(
    tx: Transaction,
    before: PaymentEntity,
    received: ReceivedMoney,
    eventsBefore: (after: PaymentEntity) => DomainEvent[] = () => [],
  ): Promise<AppliedPayment> {
    const { payable, dueCents, obstacle, settledCents } = await this.due(tx, before, received.amountCents);
    const surplusAmountCents = received.amountCents - settledCents;
    const payment: PaymentEntity = {
      ...before,
      ...this.completedAs('succeeded'),
      amountCents: received.amountCents,
      settledAmountCents: settledCents,
      surplusAmountCents,
      ...surplusState(surplusAmountCents, received.refundsSurplus && payable.currency === before.currency),
      failureReason: null,
      providerSucceededAt: received.at,
    };
    await this.repository.update(tx, payment);
    const events = await this.applyTo(tx, payment);
    const own = [...eventsBefore(payment), PaymentSucceeded.of(eventAbout(payment))];
    await this.outbox.append(tx, ...events.before, ...own, ...events.after);
    return { payment, dueCents, obstacle };
  }

  /** No money arrived. @param at by the provider's clock. */
  async fail(
    tx: Transaction,
    before: PaymentEntity,
    reason: string | null,
    at: Date | null,
  ): Promise<PaymentEntity> {
    const failed = this.completedAs('failed');
    const payment = { ...before, ...failed, failureReason: reason, providerFailedAt: at };
    await this.repository.update(tx, payment);
    const expected = targetPayment(payment, payment.amountCents);
    const events = await this.targets.fail(tx, targetOf(payment).type, expected);
    await this.appendFailure(tx, payment, events);
    return payment;
  }

  /** The money went back after it had arrived: the amount it paid is due again. */
  async reverse(tx: Transaction, before: PaymentEntity, reason: string | null): Promise<PaymentEntity> {
    const { settledAmountCents: appliedBefore } = before;
    const payment = {
      ...before,
      ...this.completedAs('failed'),
      settledAmountCents: 0n,
      failureReason: reason ?? 'The payment was reversed.',
      reversedAt: this.clock.now(),
    };
    await this.repository.update(tx, payment);
    const { type } = targetOf(payment);
    const applied = targetPayment(payment, appliedBefore);
    const events = appliedBefore > 0n ? await this.targets.reopen(tx, type, applied) : NO_EVENTS;
    await this.appendFailure(tx, payment, events);
    return payment;
  }

  /**
   * Money that had gone back is here again: applies what is due, as on arrival. What is not due any more is for a person to
   * decide, because the payer has disputed it. Emits no payment.succeeded, which is about the first success.
   */
  async reinstate(tx: Transaction, before: PaymentEntity): Promise<AppliedPayment> {
    const { dueCents, obstacle, settledCents } = await this.due(tx, before, before.amountCents);
    const surplusAmountCents = before.amountCents - settledCents;
    const isRefunded = before.refundedAmountCents >= before.amountCents;
    const payment: PaymentEntity = {
      ...before,
      ...this.completedAs(isRefunded ? 'refunded' : 'succeeded'),
      settledAmountCents: settledCents,
      surplusAmountCents,
      needsReview: before.needsReview || surplusAmountCents > before.surplusAmountCents,
      failureReason: null,
      reversedAt: null,
    };
    await this.repository.update(tx, payment);
    const events = await this.applyTo(tx, payment);
    await this.outbox.append(tx, ...events.before, ...events.after);
    return { payment, dueCents, obstacle };
  }

  /** A part of the money went back: what it paid with that part is due again, and the payment stays succeeded. */
  async reversePart(tx: Transaction, before: PaymentEntity, partCents: bigint): Promise<PaymentEntity> {
    const reopenedCents = appliedCents(partCents, before.settledAmountCents);
    const payment = {
      ...before,
      settledAmountCents: before.settledAmountCents - reopenedCents,
      reversedAmountCents: before.reversedAmountCents + partCents,
      updatedAt: this.clock.now(),
    };
    await this.repository.update(tx, payment);
    await this.reopen(tx, payment, reopenedCents);
    return payment;
  }

  /**
   * A part that had gone back is here again: applies what is due, as `reinstate` does. A target takes money of a payment
   * once, so what the payment still pays is taken back first.
   */
  async reinstatePart(tx: Transaction, before: PaymentEntity, partCents: bigint): Promise<AppliedPayment> {
    await this.reopen(tx, before, before.settledAmountCents);
    const hereCents = before.settledAmountCents + partCents;
    const { dueCents, obstacle, settledCents } = await this.due(tx, before, hereCents);
    const surplusAmountCents = before.surplusAmountCents + hereCents - settledCents;
    const payment: PaymentEntity = {
      ...before,
      settledAmountCents: settledCents,
      surplusAmountCents,
      reversedAmountCents: before.reversedAmountCents - partCents,
      needsReview: before.needsReview || surplusAmountCents > before.surplusAmountCents,
      updatedAt: this.clock.now(),
    };
    await this.repository.update(tx, payment);
    const events = await this.applyTo(tx, payment);
    await this.outbox.append(tx, ...events.before, ...events.after);
    return { payment, dueCents, obstacle };
  }

  private async reopen(tx: Transaction, payment: PaymentEntity, amountCents: bigint): Promise<void> {
    if (amountCents === 0n) return;
    const applied = targetPayment(payment, amountCents);
    const events = await this.targets.reopen(tx, targetOf(payment).type, applied);
    await this.outbox.append(tx, ...events.before, ...events.after);
  }

  /** Locks the target of a payment, and returns what of an amount is due on it. */
  private async due(tx: Transaction, payment: PaymentEntity, amountCents: bigint) {
    const target = targetOf(payment);
    const payable = await this.targets.lock(tx, payment.organizationId, target);
    if (payable === null) throw new Error(`The ${target.type} of payment ${payment.id} does not exist`);
    const { amountDueCents: dueCents } = payable;
    const obstacle = payable.obstacle ?? currencyObstacle(payable.currency, payment.currency);
    const settledCents = obstacle === null ? appliedCents(amountCents, dueCents) : 0n;
    return { payable, dueCents, obstacle, settledCents };
  }

  private async applyTo(tx: Transaction, payment: PaymentEntity): Promise<TargetEvents> {
    const { settledAmountCents } = payment;
    if (settledAmountCents === 0n) return NO_EVENTS;
    return this.targets.apply(tx, targetOf(payment).type, targetPayment(payment, settledAmountCents));
  }

  /** No money arrived, and none is expected. Emits no event: none is published for cancellation. */
  async cancel(tx: Transaction, before: PaymentEntity, reason: string | null): Promise<PaymentEntity> {
    const payment = { ...before, ...this.completedAs('canceled'), failureReason: reason };
    await this.repository.update(tx, payment);
    return payment;
  }

  async process(tx: Transaction, before: PaymentEntity): Promise<PaymentEntity> {
    const payment = { ...before, status: 'processing' as const, updatedAt: this.clock.now() };
    await this.repository.update(tx, payment);
    return payment;
  }

  private async appendFailure(tx: Transaction, payment: PaymentEntity, events: TargetEvents): Promise<void> {
    const failed = PaymentFailed.of(eventAbout(payment));
    await this.outbox.append(tx, ...events.before, failed, ...events.after);
  }

  private completedAs<Status extends PaymentEntity['status']>(status: Status) {
    const now = this.clock.now();
    return { status, completedAt: now, updatedAt: now };
  }
}

const NO_EVENTS: TargetEvents = { before: [], after: [] };

function currencyObstacle(due: string, paid: string): string | null {
  return due === paid ? null : `The payment is in ${paid}; ${due} is due.`;
}

/** docs/payments.md#surplus */
function surplusState(
  surplusCents: bigint,
  isRefunded: boolean,
): Pick<PaymentEntity, 'surplusRefundStatus' | 'needsReview'> {
  if (surplusCents === 0n) return { surplusRefundStatus: 'none', needsReview: false };
  return { surplusRefundStatus: isRefunded ? 'pending' : 'none', needsReview: !isRefunded };
}

/** Returns the fields of an event about the payment. */
export function eventAbout(payment: PaymentEntity) {
  const { organizationId, id } = payment;
  return { organizationId, objectId: id, object: toPaymentResponse(payment) };
}

function targetPayment(payment: PaymentEntity, amountCents: bigint): TargetPayment {
  const { organizationId, id: paymentId } = payment;
  return { organizationId, targetId: targetOf(payment).id, paymentId, amountCents };
}
