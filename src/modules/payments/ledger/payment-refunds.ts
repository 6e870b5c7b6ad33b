import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, ValidationFailedError } from '../../../platform/errors/app-error';
import type { OpenRefund } from '../../credit-notes';
import type { RefundUpdate } from '../provider-kit/payment-provider';
import type { PaymentEntity, PaymentRefundEntity } from './payment.entity';
import { refundedCents } from './payment.rules';
import type { RefundOrderEntity } from '../refunds/refund-order.entity';
import { RefundOrders } from '../refunds/refund-orders';
import { PaymentsRepository } from './payments.repository';
import { problemOfRefund } from './refund-limits.rules';
import { RefundAllocation } from './refund-allocation';
import {
  leftCents,
  sharesForNote,
  sharesOfOrder,
  sharesOfReport,
  sharesWithoutNote,
  type RefundableMoney,
} from './refund-shares.rules';

/** A refund that was made outside a provider. */
export interface RefundByHand {
  /** Null: everything that is left. */
  amountCents: bigint | null;
  /** The credit note whose refund it is; null for none. */
  creditNoteId: string | null;
}

/** What is refunded, of which money. */
interface Refundable {
  money: RefundableMoney;
  note: OpenRefund | null;
  amount: bigint;
}

/** The result of a refund that a provider reported. */
export type RefundResult = { changed: true; payment: PaymentEntity } | Unchanged;

interface Unchanged {
  changed: false;
  reason: string;
  needsReview: boolean;
}

/** Records refunds of payments. They change no invoice: a credit note does (docs/payments.md#refunds). */
@Injectable()
export class PaymentRefunds {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly allocation: RefundAllocation,
    private readonly orders: RefundOrders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Records a refund made by hand.
   *
   * @throws InvalidStateError when the payment has not succeeded, or less is left to refund; ValidationFailedError for a
   *   credit note of another invoice.
   */
  async record(
    tx: Transaction,
    payment: PaymentEntity,
    { amountCents, creditNoteId }: RefundByHand,
  ): Promise<PaymentEntity> {
    const { money, note, amount, problem } = await this.refundable(tx, payment, {
      amountCents,
      creditNoteId,
    });
    if (problem !== null) throw new InvalidStateError(problem);
    const refund = this.newRefund(payment, null, amount, 'succeeded');
    await this.repository.saveRefund(tx, refund);
    const shares = note === null ? sharesWithoutNote(money, amount) : sharesForNote(note, amount);
    await this.allocation.give(tx, payment, shares, refund.id);
    return this.updateTotal(tx, payment);
  }

  /**
   * Records a refund that was ordered and has succeeded; a no-op if a notification has reported it before. The caller holds
   * the lock on the payment.
   */
  async recordOrder(
    tx: Transaction,
    payment: PaymentEntity,
    order: RefundOrderEntity,
  ): Promise<PaymentEntity> {
    const { organizationId, provider, providerRefundId, amountCents } = order;
    if (providerRefundId === null) throw new Error(`The provider gave refund ${order.id} no id`);
    const known = await this.repository.findRefund(tx, organizationId, provider, providerRefundId);
    if (known !== null) return this.correct(tx, payment, known, amountCents);
    const money = await this.allocation.lock(tx, payment);
    const refund = this.newRefund(payment, providerRefundId, amountCents, 'succeeded');
    await this.repository.saveRefund(tx, refund);
    const after = await this.updateTotal(tx, payment);
    // A running total may have reported it, and its shares, before.
    const grownCents = after.refundedAmountCents - payment.refundedAmountCents;
    if (grownCents > 0n)
      await this.allocation.give(
        tx,
        payment,
        sharesOfOrder(money, order.creditNoteId, grownCents),
        refund.id,
      );
    return after;
  }

  /** A report without an amount came before the answer, and may have been counted as another one. */
  private async correct(
    tx: Transaction,
    payment: PaymentEntity,
    known: PaymentRefundEntity,
    amountCents: bigint,
  ): Promise<PaymentEntity> {
    if (known.status === 'failed' || known.amountCents === amountCents) return payment;
    await this.repository.saveRefund(tx, { ...known, amountCents, updatedAt: this.clock.now() });
    const after = await this.updateTotal(tx, payment);
    await this.allocation.follow(tx, payment, after, known.id);
    return after;
  }

  /**
   * Returns what can be ordered of a payment whose lock the caller holds.
   *
   * @throws as `record`, but ValidationFailedError for more than is left
   */
  async orderable(tx: Transaction, payment: PaymentEntity, wish: RefundByHand): Promise<Refundable> {
    const { problem, ...refundable } = await this.refundable(tx, payment, wish);
    if (problem !== null) throw ValidationFailedError.of('amount_cents', 'out_of_range', problem);
    return refundable;
  }

  /** @returns with the reason why it is too much, if more is left than nothing */
  private async refundable(
    tx: Transaction,
    payment: PaymentEntity,
    { amountCents, creditNoteId }: RefundByHand,
  ): Promise<Refundable & { problem: string | null }> {
    if (payment.status !== 'succeeded') {
      throw new InvalidStateError(`Only a succeeded payment can be refunded; this one is ${payment.status}.`);
    }
    const money = await this.allocation.lock(tx, payment);
    const note = creditNoteId === null ? null : await this.openNote(tx, payment, money, creditNoteId);
    const invoiceIds = money.invoices.map((it) => it.invoiceId);
    const ordered = await this.orders.open(tx, payment, invoiceIds);
    const keptCents = payment.amountCents - payment.reversedAmountCents;
    const left = leftCents({ ...payment, amountCents: keptCents }, money, note, ordered);
    const amount = amountCents ?? left;
    const isReserved = note === null && money.openNotes.length > 0;
    const problem = problemOfRefund(payment, amount, left, isReserved);
    if (problem !== null && left === 0n) throw new InvalidStateError(problem);
    return { money, note, amount, problem };
  }

  /** Returns the credit note that a refund is made for. */
  private async openNote(
    tx: Transaction,
    { organizationId }: PaymentEntity,
    { invoices, openNotes }: RefundableMoney,
    creditNoteId: string,
  ): Promise<OpenRefund> {
    const invoiceId = await this.allocation.invoiceOfNote(tx, organizationId, creditNoteId);
    if (!invoices.some((it) => it.invoiceId === invoiceId)) {
      const message = 'credit_note_id must be a credit note of an invoice that the payment paid.';
      throw ValidationFailedError.of('credit_note_id', 'unknown_credit_note', message);
    }
    const note = openNotes.find((it) => it.creditNoteId === creditNoteId);
    if (note === undefined) throw new InvalidStateError('The credit note has nothing left to refund.');
    if (note.status !== 'draft') return note;
    throw new InvalidStateError('The credit note is a draft; finalize it before its refund.');
  }

  /**
   * Records a refund that a provider reports: by its id, as a running total, or both. Idempotent, and independent of the
   * order of the reports.
   */
  async apply(tx: Transaction, payment: PaymentEntity, reported: RefundUpdate): Promise<RefundResult> {
    const { organizationId, amountCents, reportedRefundCents } = payment;
    const cumulative = reported.cumulativeCents ?? 0n;
    if (cumulative > amountCents) {
      return forReview(`The refund total of ${cumulative} exceeds the payment of ${amountCents}.`);
    }
    const refunds = await this.repository.refundsOf(tx, organizationId, payment.id);
    const { refund, unchanged } = await this.refundToSave(tx, payment, refunds, reported);
    if (refund !== null) await this.repository.saveRefund(tx, refund);
    const isMore = cumulative > reportedRefundCents;
    if (refund === null && !isMore) return unchanged ?? duplicate('The refund is already recorded.');
    const total = isMore ? cumulative : reportedRefundCents;
    const late = reported.hasFailed && reported.id !== null;
    const failure = late ? await this.orders.failLate(tx, payment, reported.id ?? '') : {};
    const reportedTo = { ...payment, ...failure, reportedRefundCents: total };
    const after = await this.updateTotal(tx, reportedTo, failure.needsReview);
    await this.follow(tx, payment, after, reported, refund?.id ?? null);
    return { changed: true, payment: after };
  }

  /** The shares of a refund that was ordered are those of its order. */
  private async follow(
    tx: Transaction,
    before: PaymentEntity,
    after: PaymentEntity,
    { id, amountCents, hasFailed }: RefundUpdate,
    refundId: string | null,
  ): Promise<void> {
    const grownCents = after.refundedAmountCents - before.refundedAmountCents;
    const isOrdered = id !== null && !hasFailed && grownCents > 0n;
    const order = isOrdered ? await this.orders.ofReport(tx, before, id, amountCents) : null;
    if (order === null) return this.allocation.follow(tx, before, after, refundId);
    const money = await this.allocation.lock(tx, before);
    await this.allocation.give(tx, before, sharesOfOrder(money, order.creditNoteId, grownCents), refundId);
  }

  /** Returns the refund as it has to be stored; null with the reason when it stays unchanged. */
  private async refundToSave(
    tx: Transaction,
    payment: PaymentEntity,
    refunds: readonly PaymentRefundEntity[],
    reported: RefundUpdate,
  ): Promise<{ refund: PaymentRefundEntity | null; unchanged: Unchanged | null }> {
    if (reported.id === null) return { refund: null, unchanged: null };
    const { organizationId, provider } = payment;
    const before = await this.repository.findRefund(tx, organizationId, provider, reported.id);
    const unchanged = reasonToIgnore(payment, refunds, before, reported);
    if (unchanged !== null) return { refund: null, unchanged };
    const status = reported.hasFailed ? 'failed' : 'succeeded';
    const amountCents = await this.reportedCents(tx, payment, reported.id, reported.amountCents);
    const refund = before ?? this.newRefund(payment, reported.id, amountCents, status);
    return { refund: { ...refund, status, updatedAt: this.clock.now() }, unchanged: null };
  }

  /** A provider that reports no amounts means the refund that was ordered, or all of the payment. */
  private async reportedCents(
    tx: Transaction,
    payment: PaymentEntity,
    providerRefundId: string,
    amountCents: bigint | null,
  ): Promise<bigint> {
    if (amountCents !== null) return amountCents;
    const order = await this.orders.ofReport(tx, payment, providerRefundId, null);
    return order?.amountCents ?? payment.amountCents;
  }

  /** A payment that was reversed and is back refunded what it did before. What its notes got was not taken back. */
  async restoreShares(tx: Transaction, payment: PaymentEntity): Promise<void> {
    if (payment.refundedAmountCents === 0n) return;
    const money = await this.allocation.lock(tx, { ...payment, refundedAmountCents: 0n });
    const shares = sharesOfReport({ ...money, openNotes: [] }, payment.refundedAmountCents);
    await this.allocation.give(tx, payment, shares, null);
  }

  private async updateTotal(
    tx: Transaction,
    before: PaymentEntity,
    mustReview = false,
  ): Promise<PaymentEntity> {
    const refunds = await this.repository.refundsOf(tx, before.organizationId, before.id);
    const refundedAmountCents = refundedCents(before.amountCents, refunds, before.reportedRefundCents);
    const isFull = refundedAmountCents >= before.amountCents && refundedAmountCents > 0n;
    const status = isFull ? ('refunded' as const) : ('succeeded' as const);
    const needsReview = mustReview || (before.needsReview && refundedAmountCents < before.surplusAmountCents);
    const payment = { ...before, refundedAmountCents, status, needsReview, updatedAt: this.clock.now() };
    await this.repository.update(tx, payment);
    return payment;
  }

  private newRefund(
    { organizationId, id: paymentId, provider }: PaymentEntity,
    providerRefundId: string | null,
    amountCents: bigint,
    status: PaymentRefundEntity['status'],
  ): PaymentRefundEntity {
    const now = this.clock.now();
    const ids = { organizationId, id: newId(), paymentId, provider, providerRefundId };
    return { ...ids, amountCents, status, createdAt: now, updatedAt: now };
  }
}

const duplicate = (reason: string): Unchanged => ({ changed: false, reason, needsReview: false });
const forReview = (reason: string): Unchanged => ({ changed: false, reason, needsReview: true });

/** Returns why a reported refund changes nothing; null when it does. */
function reasonToIgnore(
  payment: PaymentEntity,
  refunds: readonly PaymentRefundEntity[],
  before: PaymentRefundEntity | null,
  reported: RefundUpdate,
): Unchanged | null {
  if (before !== null && before.paymentId !== payment.id) {
    return forReview('The refund belongs to another payment.');
  }
  if (before?.status === 'failed') return duplicate('The refund has already failed.');
  if (before !== null) return reported.hasFailed ? null : duplicate('The refund is already recorded.');
  if (reported.hasFailed || reported.amountCents === null) return null;
  const others = refunds.reduce((sum, it) => (it.status === 'succeeded' ? sum + it.amountCents : sum), 0n);
  if (others + reported.amountCents <= payment.amountCents) return null;
  return forReview(`The refunds would exceed the payment of ${payment.amountCents}.`);
}
