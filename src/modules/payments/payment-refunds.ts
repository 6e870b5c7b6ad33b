import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError } from '../../platform/errors/app-error';
import type { PaymentEntity, PaymentRefundEntity } from './payment.entity';
import { byHandCents, presentCents, refundedCents, togetherCents } from './payment.rules';
import { PaymentsRepository } from './payments.repository';
import { RefundAllocation } from './refund-allocation';
import type { NotifiedRefund } from './providers/payment-provider';
import { failureTime, isLeftOut, latestTotal, type RefundTotal } from './refund-total.rules';

/** The outcome of applying a refund reported by a provider. */
export type RefundOutcome = { changed: true; payment: PaymentEntity } | Refused;

interface Refused {
  changed: false;
  reason: string;
  needsReview: boolean;
}

/** Records refunds of payments. A refund does not change the invoice; a credit note does. */
@Injectable()
export class PaymentRefunds {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly allocation: RefundAllocation,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Records a refund made outside a provider.
   *
   * @param amountCents null for all money of the payment that is here and not yet refunded.
   * @throws InvalidStateError if the payment has not succeeded, or the amount exceeds the money that is here and not
   *   yet refunded (docs/billing-rules.md#refunds).
   */
  async record(tx: Transaction, payment: PaymentEntity, amountCents: bigint | null): Promise<PaymentEntity> {
    const left = presentCents(payment) - payment.refundedAmountCents;
    const amount = amountCents ?? left;
    const obstacle = obstacleToRecording(payment, amount, left);
    if (obstacle !== null) throw new InvalidStateError(obstacle);
    const row = this.rowOf(payment, null, amount, 'succeeded');
    await this.repository.saveRefund(tx, row);
    return this.total(tx, payment, row.id);
  }

  /**
   * Applies a refund that a provider reports by ID, as the running total of the charge, or both. Refunds may
   * arrive in any order and more than once.
   *
   * @param at time of the notification by the provider's clock; null if it is not known.
   */
  async apply(
    tx: Transaction,
    payment: PaymentEntity,
    notified: NotifiedRefund,
    at: Date | null,
  ): Promise<RefundOutcome> {
    const refunds = await this.repository.refundsOf(tx, payment.organizationId, payment.id);
    const total = newTotal(payment, refunds, notified, at);
    const excess = total === null ? null : excessOf(payment, refunds, total);
    if (excess !== null) return doubtful(excess);
    const { row, obstacle } = await this.refundToSave(tx, payment, refunds, { ...notified, at });
    if (row !== null) await this.repository.saveRefund(tx, row);
    const nothing = obstacle ?? known('These refunds are already recorded.');
    if (row === null && total === null) return nothing;
    const { cents, at: totalAt } = total ?? totalOf(payment);
    const before = { ...payment, reportedRefundCents: cents, reportedRefundAt: totalAt };
    const after = await this.total(tx, before, row?.id ?? null);
    const isUnchanged = after.refundedAmountCents === payment.refundedAmountCents;
    if (row === null && isUnchanged && cents <= payment.reportedRefundCents) return nothing;
    if (row?.status === 'failed' && isUnchanged && !isLeftOut(row, totalOf(after))) {
      await this.allocation.fail(tx, after, row.amountCents);
    }
    return { changed: true, payment: after };
  }

  /**
   * Returns the refund row to save, or the obstacle to saving it. Both are null if the notification contains
   * only a running total.
   */
  private async refundToSave(
    tx: Transaction,
    payment: PaymentEntity,
    refunds: readonly PaymentRefundEntity[],
    notified: NotifiedRefund & { at: Date | null },
  ): Promise<{ row: PaymentRefundEntity | null; obstacle: Refused | null }> {
    if (notified.id === null) return { row: null, obstacle: null };
    const { organizationId, provider } = payment;
    const before = await this.repository.findRefund(tx, organizationId, provider, notified.id);
    const obstacle = obstacleTo(payment, refunds, before, notified);
    if (obstacle !== null) return { row: null, obstacle };
    const status = notified.hasFailed ? 'failed' : 'succeeded';
    const row =
      before ?? this.rowOf(payment, notified.id, notified.amountCents ?? payment.amountCents, status);
    const now = this.clock.now();
    const failedAt = notified.hasFailed ? failureTime(notified.at, totalOf(payment), now) : null;
    return { row: { ...row, status, failedAt, updatedAt: now }, obstacle: null };
  }

  /** Recomputes the refunded amount and the status, and allocates the change to invoices and credit notes. */
  private async total(
    tx: Transaction,
    before: PaymentEntity,
    refundId: string | null,
  ): Promise<PaymentEntity> {
    const refunds = await this.repository.refundsOf(tx, before.organizationId, before.id);
    const refundedAmountCents = refundedCents(before.amountCents, refunds, totalOf(before));
    const isWhole = refundedAmountCents >= before.amountCents && refundedAmountCents > 0n;
    const status = isWhole ? ('refunded' as const) : ('succeeded' as const);
    const payment = { ...before, refundedAmountCents, status, updatedAt: this.clock.now() };
    await this.repository.update(tx, payment);
    await this.allocation.change(tx, before, refundedAmountCents, refundId);
    return payment;
  }

  private rowOf(
    { organizationId, id: paymentId, provider }: PaymentEntity,
    providerRefundId: string | null,
    amountCents: bigint,
    status: PaymentRefundEntity['status'],
  ): PaymentRefundEntity {
    const now = this.clock.now();
    const dates = { createdAt: now, updatedAt: now };
    return {
      organizationId,
      id: newId(),
      paymentId,
      provider,
      providerRefundId,
      amountCents,
      status,
      failedAt: null,
      ...dates,
    };
  }
}

function totalOf({ reportedRefundCents: cents, reportedRefundAt: at }: PaymentEntity): RefundTotal {
  return { cents, at };
}

/** Returns the total that a notification reports; null if it has none, or none that is news. */
function newTotal(
  payment: PaymentEntity,
  refunds: readonly PaymentRefundEntity[],
  { cumulativeCents: cents }: NotifiedRefund,
  at: Date | null,
): RefundTotal | null {
  return cents === null ? null : latestTotal(totalOf(payment), { cents, at }, refunds);
}

/** Returns how a reported total exceeds the money that is here, as a sentence; null if it does not. */
function excessOf(
  payment: PaymentEntity,
  refunds: readonly PaymentRefundEntity[],
  total: RefundTotal,
): string | null {
  const present = presentCents(payment);
  if (total.cents > present) return `The refunded total of ${total.cents} exceeds ${limitOf(payment)}.`;
  const byHand = byHandCents(refunds);
  if (byHand + togetherCents(refunds, total) <= present) return null;
  return `The refunded total of ${total.cents} and the ${byHand} refunded by hand exceed ${limitOf(payment)}.`;
}

const known = (reason: string): Refused => ({ changed: false, reason, needsReview: false });
const doubtful = (reason: string): Refused => ({ changed: false, reason, needsReview: true });

/** Returns why a refund cannot be recorded, as a sentence; null if it can. */
function obstacleToRecording(
  { status, currency }: PaymentEntity,
  amount: bigint,
  left: bigint,
): string | null {
  if (status !== 'succeeded') return `The payment is ${status}; only a succeeded payment can be refunded.`;
  if (left <= 0n) return 'Nothing is left of the payment to refund.';
  if (amount <= left) return null;
  return `amount_cents must be at most ${left}, the money of the payment not yet refunded in minor units of ${currency}.`;
}

/** Returns why a reported refund has no effect; null if it has one. */
function obstacleTo(
  payment: PaymentEntity,
  refunds: readonly PaymentRefundEntity[],
  before: PaymentRefundEntity | null,
  notified: NotifiedRefund,
): Refused | null {
  if (before !== null && before.paymentId !== payment.id) {
    return doubtful('This refund belongs to another payment.');
  }
  if (before?.status === 'failed') return known('This refund has already failed.');
  if (before !== null) return notified.hasFailed ? null : known('This refund is already recorded.');
  if (notified.hasFailed || notified.amountCents === null) return null;
  const others = refunds.reduce((sum, it) => (it.status === 'succeeded' ? sum + it.amountCents : sum), 0n);
  if (others + notified.amountCents <= presentCents(payment)) return null;
  return doubtful(`With this refund, the refunds would exceed ${limitOf(payment)}.`);
}

/** Returns the limit of the refunds of a payment in words. */
function limitOf(payment: PaymentEntity): string {
  const { amountCents, reversedAmountCents: missing } = payment;
  if (missing === 0n) return `the payment of ${amountCents}`;
  return `the ${presentCents(payment)} of ${amountCents} that is here after the reversal`;
}
