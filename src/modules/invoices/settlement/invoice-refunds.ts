import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Outbox } from '../../../platform/outbox/outbox';
import { InvoicesRefunded } from '../invoice.events';
import { InvoicesRepository } from '../invoices.repository';
import { InvoiceSettlementsRepository } from './invoice-settlements.repository';

/** What was paid on an invoice, and what of it was refunded. */
export interface InvoiceMoney {
  invoiceId: string;
  paidCents: bigint;
  refundedCents: bigint;
}

/** A change of what a payment has refunded of an invoice. */
export interface RefundChange {
  invoiceId: string;
  /** Below 0 when a refund failed. */
  amountCents: bigint;
}

/** Keeps what payments refunded of the invoices that they were applied to (docs/billing-rules.md#refunds). */
@Injectable()
export class InvoiceRefunds {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly settlements: InvoiceSettlementsRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Locks invoices and returns their money, in the order given. */
  async lock(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<InvoiceMoney[]> {
    const locked = await this.invoices.findAllForUpdate(tx, organizationId, invoiceIds);
    const refunded = await this.settlements.findRefunded(tx, organizationId, invoiceIds);
    return locked.map(({ id: invoiceId, amountPaidCents: paidCents }) => ({
      invoiceId,
      paidCents,
      refundedCents: refunded.get(invoiceId) ?? 0n,
    }));
  }

  /** Returns what payments refunded of an invoice. To change that, the caller holds the lock on the invoice. */
  async refundedOf(tx: Transaction, organizationId: string, invoiceId: string): Promise<bigint> {
    const refunded = await this.settlements.findRefunded(tx, organizationId, [invoiceId]);
    return refunded.get(invoiceId) ?? 0n;
  }

  /** Records refunds of a payment. The caller holds the locks on the payment and the invoices. */
  async record(
    tx: Transaction,
    organizationId: string,
    paymentId: string,
    changes: readonly RefundChange[],
  ): Promise<void> {
    for (const { invoiceId, amountCents } of changes) {
      const key = { source: 'payment', sourceId: paymentId, invoiceId } as const;
      const before = await this.settlements.find(tx, organizationId, key);
      if (before === null) throw new Error(`Payment ${paymentId} was not applied to invoice ${invoiceId}`);
      const refundedAmountCents = before.refundedAmountCents + amountCents;
      await this.settlements.update(tx, { ...before, refundedAmountCents, updatedAt: this.clock.now() });
    }
    const invoiceIds = changes.map((it) => it.invoiceId);
    if (invoiceIds.length > 0) await this.outbox.emit(tx, InvoicesRefunded, { organizationId, invoiceIds });
  }
}
