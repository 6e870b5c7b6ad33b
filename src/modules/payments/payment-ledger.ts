import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import { toPaymentResponse } from './payment.dto';
import type { PaymentEntity } from './payment.entity';
import { PaymentFailed, PaymentSucceeded } from './payment.events';
import { appliedCents, reappliedCents } from './payment.rules';
import type { PayableTarget, TargetEvents, TargetPayment } from './payment-target';
import { PaymentTargets } from './payment-targets';
import { PaymentsRepository } from './payments.repository';
import { RefundAllocation } from './refund-allocation';
import { targetsNamedBy, type TargetKey } from './target-key';

/** An amount received, as reported by the provider. */
export interface ReceivedMoney {
  amountCents: bigint;
  /** Time by the provider's clock; null if it is not known. */
  at: Date | null;
}

/** A succeeded payment, and the amount that was due before it. */
export interface SucceededPayment {
  payment: PaymentEntity;
  dueCents: bigint;
  /** Why the target accepts no money, as a sentence; null if it accepts money. */
  obstacle: string | null;
}

/**
 * Writes changes to a payment together with those to its target, and appends the events in order: those of the target
 * before those of the payment, and those after them. The caller holds the row lock of the payment.
 */
@Injectable()
export class PaymentLedger {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly targets: PaymentTargets,
    private readonly refunds: RefundAllocation,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Marks the payment as succeeded and applies the received amount to the target, at most the amount due.
   * Receiving more than is due is not an error, because the money has arrived.
   *
   * @param more returns events to append after the events of invoices and before payment.succeeded.
   */
  async succeed(
    tx: Transaction,
    before: PaymentEntity,
    received: ReceivedMoney,
    more: (after: PaymentEntity) => DomainEvent[] = () => [],
  ): Promise<SucceededPayment> {
    const { amountDueCents: dueCents, obstacle } = await this.lockTarget(tx, before);
    const appliedAmountCents = obstacle === null ? appliedCents(received.amountCents, dueCents) : 0n;
    const payment: PaymentEntity = {
      ...before,
      ...this.endedAs('succeeded'),
      amountCents: received.amountCents,
      appliedAmountCents,
      failureReason: null,
      providerSucceededAt: received.at,
    };
    await this.repository.update(tx, payment);
    const around = await this.apply(tx, payment);
    const events = [...more(payment), PaymentSucceeded.of(about(payment))];
    await this.outbox.append(tx, ...around.before, ...events, ...around.after);
    return { payment, dueCents, obstacle };
  }

  /**
   * Marks the payment as failed before any money arrived.
   *
   * @param at the time of the failure by the provider's clock; null if it is not known.
   */
  async fail(
    tx: Transaction,
    before: PaymentEntity,
    reason: string | null,
    at: Date | null,
  ): Promise<PaymentEntity> {
    const payment = {
      ...before,
      ...this.endedAs('failed'),
      failureReason: reason,
      providerFailedAt: at,
    };
    await this.repository.update(tx, payment);
    const { kind, id } = targetOf(payment);
    const around = await this.targets.fail(tx, kind, toTarget(payment, id, payment.amountCents));
    await this.outbox.append(tx, ...around.before, PaymentFailed.of(about(payment)), ...around.after);
    return payment;
  }

  /** Reverses a succeeded payment; the amount it paid is due again. */
  async reverse(tx: Transaction, before: PaymentEntity, reason: string | null): Promise<PaymentEntity> {
    const payment = {
      ...before,
      ...this.endedAs('failed'),
      appliedAmountCents: 0n,
      reversedAmountCents: before.amountCents,
      providerReinstatedAt: null,
      failureReason: reason ?? 'The payment was reversed.',
      reversedAt: this.clock.now(),
    };
    await this.repository.update(tx, payment);
    const around = await this.reopen(tx, before);
    await this.outbox.append(tx, ...around.before, PaymentFailed.of(about(payment)), ...around.after);
    return payment;
  }

  /**
   * Applies money that came back after a reversal to the target, at most the amount due, without the surplus that was
   * refunded. Emits no event about the payment, because payment.succeeded reports its first success.
   *
   * @param returnedCents the amount that came back, at most the amount that is missing.
   */
  async reinstate(tx: Transaction, before: PaymentEntity, returnedCents: bigint): Promise<SucceededPayment> {
    const { amountDueCents: dueCents, obstacle } = await this.lockTarget(tx, before);
    const refundedSurplus = await this.refunds.refundedSurplus(tx, before);
    const mostCents = reappliedCents(before, returnedCents, refundedSurplus);
    const addedCents = obstacle === null ? appliedCents(mostCents, dueCents) : 0n;
    const { refundedAmountCents: refunded } = before;
    const isRefunded = refunded > 0n && refunded >= before.amountCents;
    const payment: PaymentEntity = {
      ...before,
      ...this.endedAs(isRefunded ? 'refunded' : 'succeeded'),
      appliedAmountCents: before.appliedAmountCents + addedCents,
      reversedAmountCents: before.reversedAmountCents - returnedCents,
      failureReason: null,
      reversedAt: null,
    };
    await this.repository.update(tx, payment);
    if (addedCents === 0n) return { payment, dueCents, obstacle };
    // A target takes the money of a payment once, so what the payment still pays is taken back first.
    const around = await this.reopen(tx, before);
    const added = await this.apply(tx, payment);
    await this.outbox.append(tx, ...around.before, ...added.before, ...around.after, ...added.after);
    return { payment, dueCents, obstacle };
  }

  /** Cancels a payment. Emits no event, because no event kind is published for cancellation. */
  async cancel(tx: Transaction, before: PaymentEntity, reason: string | null): Promise<PaymentEntity> {
    const payment = { ...before, ...this.endedAs('canceled'), failureReason: reason };
    await this.repository.update(tx, payment);
    return payment;
  }

  async process(tx: Transaction, before: PaymentEntity): Promise<PaymentEntity> {
    const payment = { ...before, status: 'processing' as const, updatedAt: this.clock.now() };
    await this.repository.update(tx, payment);
    return payment;
  }

  private async apply(tx: Transaction, payment: PaymentEntity): Promise<TargetEvents> {
    if (payment.appliedAmountCents === 0n) return NO_EVENTS;
    const { kind, id } = targetOf(payment);
    return this.targets.apply(tx, kind, toTarget(payment, id, payment.appliedAmountCents));
  }

  /** Makes the whole amount due again that the payment pays. */
  private async reopen(tx: Transaction, before: PaymentEntity): Promise<TargetEvents> {
    if (before.appliedAmountCents === 0n) return NO_EVENTS;
    const { kind, id } = targetOf(before);
    return this.targets.reopen(tx, kind, toTarget(before, id, before.appliedAmountCents));
  }

  private lockTarget(tx: Transaction, payment: PaymentEntity): Promise<PayableTarget> {
    return this.targets.lock(tx, payment.organizationId, targetOf(payment));
  }

  private endedAs<Status extends PaymentEntity['status']>(status: Status) {
    const now = this.clock.now();
    return { status, completedAt: now, updatedAt: now };
  }
}

const NO_EVENTS: TargetEvents = { before: [], after: [] };

function targetOf(payment: PaymentEntity): TargetKey {
  const [key] = targetsNamedBy(payment);
  if (key === undefined) throw new Error(`Payment ${payment.id} has no target`);
  return key;
}

/** Returns the subject of an event about a payment. */
export function about(payment: PaymentEntity) {
  const { organizationId, id } = payment;
  return { organizationId, objectId: id, object: toPaymentResponse(payment) };
}

function toTarget(payment: PaymentEntity, targetId: string, amountCents: bigint): TargetPayment {
  return { organizationId: payment.organizationId, targetId, paymentId: payment.id, amountCents };
}
