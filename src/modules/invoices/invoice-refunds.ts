import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { AppliedAmountsRepository } from './applied-amounts.repository';
import { InvoicesRepository } from './invoices.repository';

/** An invoice to which a payment was applied, and what the payment has refunded of it. */
export interface RefundableInvoice {
  invoiceId: string;
  /** 0 if the payment was reversed. */
  appliedCents: bigint;
  refundedCents: bigint;
}

/** Records how much of each invoice was refunded by payments (docs/billing-rules.md#refunds). */
@Injectable()
export class InvoiceRefunds {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly appliedAmounts: AppliedAmountsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Locks the invoices to which a payment was applied, and returns them, oldest first. */
  async lockPaid(tx: Transaction, organizationId: string, paymentId: string): Promise<RefundableInvoice[]> {
    const invoiceIds = (await this.appliedAmounts.findOfSource(tx, organizationId, 'payment', paymentId)).map(
      (it) => it.invoiceId,
    );
    await this.invoices.lockAll(tx, organizationId, invoiceIds);
    const locked = await this.appliedAmounts.findOfSource(tx, organizationId, 'payment', paymentId);
    return locked.map(({ invoiceId, amountCents, refundedAmountCents }) => ({
      invoiceId,
      appliedCents: amountCents,
      refundedCents: refundedAmountCents,
    }));
  }

  /**
   * Adds to what a payment has refunded of an invoice. The caller holds the lock on the invoice.
   *
   * @param amountCents negative if a refund failed.
   */
  async add(
    tx: Transaction,
    key: { organizationId: string; paymentId: string; invoiceId: string },
    amountCents: bigint,
  ): Promise<void> {
    await this.appliedAmounts.addRefunded(tx, { ...key, amountCents, updatedAt: this.clock.now() });
  }

  /** Returns what payments have refunded of an invoice, without payments that were reversed. */
  refundedOf(tx: Transaction, organizationId: string, invoiceId: string): Promise<bigint> {
    return this.appliedAmounts.refundedOf(tx, organizationId, invoiceId);
  }
}
