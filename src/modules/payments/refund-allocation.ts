import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CreditNoteRefunds } from '../credit-notes';
import { InvoiceRefunds, type RefundableInvoice } from '../invoices';
import type { PaymentEntity } from './payment.entity';
import { presentCents } from './payment.rules';
import { sharesOfFailure, sharesOfRefund, type RefundShare } from './refund-shares.rules';

/** Allocates the refunds of payments to their invoices and credit notes. */
@Injectable()
export class RefundAllocation {
  constructor(
    private readonly invoices: InvoiceRefunds,
    private readonly creditNotes: CreditNoteRefunds,
  ) {}

  /**
   * Allocates the change of the refunded amount of a payment that the caller has locked.
   *
   * @param refundId ID of the refund that was made or has failed; null if only a running total is known.
   */
  async change(
    tx: Transaction,
    before: PaymentEntity,
    refundedAmountCents: bigint,
    refundId: string | null,
  ): Promise<void> {
    const changeCents = refundedAmountCents - before.refundedAmountCents;
    if (changeCents === 0n) return;
    const { organizationId, id: paymentId } = before;
    const invoices = await this.invoices.lockPaid(tx, organizationId, paymentId);
    for (const share of await this.shares(tx, before, invoices, changeCents, refundId)) {
      const { invoiceId, creditNoteId, amountCents } = share;
      await this.invoices.add(tx, { organizationId, paymentId, invoiceId }, amountCents);
      if (creditNoteId === null) continue;
      const paymentRefundId = changeCents > 0n ? refundId : share.paymentRefundId;
      const refund = { organizationId, creditNoteId, paymentId, paymentRefundId, amountCents };
      await this.creditNotes.add(tx, refund);
    }
  }

  /**
   * Marks the notes as failed for which a refund would have counted that failed before it returned anything. The caller
   * has locked the payment.
   */
  async fail(tx: Transaction, payment: PaymentEntity, amountCents: bigint): Promise<void> {
    const { organizationId, id } = payment;
    const invoices = await this.invoices.lockPaid(tx, organizationId, id);
    const shares = await this.shares(tx, payment, invoices, amountCents, null);
    const noteIds = shares.map((it) => it.creditNoteId).filter((it) => it !== null);
    if (noteIds.length > 0) await this.creditNotes.fail(tx, organizationId, noteIds);
  }

  /**
   * Returns the refunded part of the money of a payment that was applied to nothing. A target without invoices has no record
   * of its refunds: all money that it received counts as applied.
   */
  async refundedSurplus(tx: Transaction, payment: PaymentEntity): Promise<bigint> {
    if (payment.refundedAmountCents === 0n) return 0n;
    const invoices = await this.invoices.lockPaid(tx, payment.organizationId, payment.id);
    return payment.targetId !== null && invoices.length === 0 ? 0n : surplusOf(payment, invoices);
  }

  private async shares(
    tx: Transaction,
    payment: PaymentEntity,
    invoices: readonly RefundableInvoice[],
    changeCents: bigint,
    refundId: string | null,
  ): Promise<RefundShare[]> {
    const { organizationId, id, appliedAmountCents } = payment;
    const refundedSurplus = surplusOf(payment, invoices);
    if (changeCents < 0n) {
      const made = await this.creditNotes.madeBy(tx, organizationId, id);
      return sharesOfFailure(-changeCents, { surplusCents: refundedSurplus, invoices }, made, refundId);
    }
    const ids = invoices.map((it) => it.invoiceId);
    const open = await this.creditNotes.openOf(tx, organizationId, ids);
    const surplusCents = presentCents(payment) - appliedAmountCents - refundedSurplus;
    return sharesOfRefund(changeCents, { surplusCents, invoices }, open);
  }
}

function surplusOf({ refundedAmountCents }: PaymentEntity, invoices: readonly RefundableInvoice[]): bigint {
  return invoices.reduce((sum, it) => sum - it.refundedCents, refundedAmountCents);
}
