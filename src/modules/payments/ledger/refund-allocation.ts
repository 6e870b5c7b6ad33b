import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CreditNoteRefunds } from '../../credit-notes';
import { InvoiceRefunds, InvoiceSettlements } from '../../invoices';
import type { PaymentEntity } from './payment.entity';
import {
  sharesOfFailure,
  sharesOfReport,
  type RefundShare,
  type RefundableMoney,
} from './refund-shares.rules';

/**
 * Divides the refunds of a payment among its invoices and their credit notes, so that neither refunds what the other has
 * refunded (docs/billing-rules.md#refunds-of-credit-notes). The caller holds the lock on the payment.
 */
@Injectable()
export class RefundAllocation {
  constructor(
    private readonly settlements: InvoiceSettlements,
    private readonly invoices: InvoiceRefunds,
    private readonly notes: CreditNoteRefunds,
  ) {}

  /** Locks the invoices of a payment and returns what can be refunded of it. */
  async lock(tx: Transaction, { organizationId, id, ...payment }: PaymentEntity): Promise<RefundableMoney> {
    const applied = await this.settlements.ofPayment(tx, organizationId, id);
    const ids = applied.map((it) => it.invoiceId);
    const money = new Map(
      (await this.invoices.lock(tx, organizationId, ids)).map((it) => [it.invoiceId, it]),
    );
    const openNotes = await this.notes.openOf(tx, organizationId, ids);
    const invoices = applied.map(({ invoiceId, amountCents, refundedAmountCents }) => {
      const { paidCents, refundedCents } = money.get(invoiceId) ?? { paidCents: 0n, refundedCents: 0n };
      const own = openNotes.filter((it) => it.invoiceId === invoiceId);
      const freeCents = own.reduce((sum, it) => sum - it.leftCents, paidCents - refundedCents);
      return { invoiceId, leftCents: amountCents - refundedAmountCents, freeCents };
    });
    const leftCents = payment.amountCents - payment.refundedAmountCents - payment.reversedAmountCents;
    return { invoices, excessCents: invoices.reduce((sum, it) => sum - it.leftCents, leftCents), openNotes };
  }

  /** Returns the invoice of a credit note; null when the organization has no such note. */
  invoiceOfNote(tx: Transaction, organizationId: string, creditNoteId: string): Promise<string | null> {
    return this.notes.findInvoiceId(tx, organizationId, creditNoteId);
  }

  /** Records the shares of a refund. @param paymentRefundId null when only a running total is known. */
  async give(
    tx: Transaction,
    { organizationId, id: paymentId }: PaymentEntity,
    shares: readonly RefundShare[],
    paymentRefundId: string | null,
  ): Promise<void> {
    await this.invoices.record(tx, organizationId, paymentId, shares);
    for (const { creditNoteId, amountCents } of shares) {
      if (creditNoteId === null) continue;
      await this.notes.give(tx, { organizationId, creditNoteId, paymentId, paymentRefundId, amountCents });
    }
  }

  /** Follows the refunded amount that a provider reports: more was refunded, or a refund failed. */
  async follow(
    tx: Transaction,
    before: PaymentEntity,
    after: PaymentEntity,
    paymentRefundId: string | null,
  ): Promise<void> {
    const amountCents = after.refundedAmountCents - before.refundedAmountCents;
    if (amountCents === 0n) return;
    if (amountCents < 0n) return this.takeBack(tx, before, -amountCents, paymentRefundId);
    const shares = sharesOfReport(await this.lock(tx, before), amountCents);
    await this.give(tx, before, shares, paymentRefundId);
  }

  private async takeBack(
    tx: Transaction,
    { organizationId, id: paymentId, refundedAmountCents }: PaymentEntity,
    amountCents: bigint,
    failedRefundId: string | null,
  ): Promise<void> {
    const applied = await this.settlements.ofPayment(tx, organizationId, paymentId);
    await this.invoices.lock(
      tx,
      organizationId,
      applied.map((it) => it.invoiceId),
    );
    const forNotes = await this.notes.ofPayment(tx, organizationId, paymentId);
    const invoices = applied.map((it) => ({ ...it, refundedCents: it.refundedAmountCents }));
    const excessCents = invoices.reduce((sum, it) => sum - it.refundedCents, refundedAmountCents);
    const returned = { invoices, forNotes, excessCents };
    const shares = sharesOfFailure(returned, amountCents, failedRefundId);
    const changes = shares.map((it) => ({ ...it, amountCents: -it.amountCents }));
    await this.invoices.record(tx, organizationId, paymentId, changes);
    for (const { creditNoteId, paymentRefundId, amountCents: cents } of shares) {
      if (creditNoteId === null) continue;
      const about = { organizationId, creditNoteId, paymentId, paymentRefundId };
      await this.notes.takeBack(tx, { ...about, amountCents: cents });
    }
  }
}
