import { Injectable } from '@nestjs/common';
import { InvoiceBalances, type PayableInvoice } from '../invoices';
import type { Transaction } from '../../platform/database/transactions';
import type { PayableTarget, PaymentTarget, TargetEvents, TargetPayment } from './payment-target';

const OBSTACLES: Readonly<Partial<Record<PayableInvoice['status'], string>>> = {
  draft: 'The invoice is a draft; it cannot be paid before it is finalized. Finalize it first.',
  voided: 'The invoice is voided.',
  paid: 'The invoice is already paid.',
};

const NO_EVENTS: TargetEvents = { before: [], after: [] };

/** The payment target for a single invoice. */
@Injectable()
export class InvoiceTarget implements PaymentTarget {
  readonly kind = 'invoice';

  constructor(private readonly invoices: InvoiceBalances) {}

  async lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget> {
    const { customerId, currency, amountDueCents, status } = await this.invoices.lock(tx, organizationId, id);
    return { customerId, currency, amountDueCents, obstacle: OBSTACLES[status] ?? null };
  }

  async apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    return { ...NO_EVENTS, before: await this.invoices.apply(tx, appliedAmountOf(payment)) };
  }

  fail(): Promise<TargetEvents> {
    return Promise.resolve(NO_EVENTS);
  }

  async reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    await this.invoices.reopen(tx, appliedAmountOf(payment));
    return NO_EVENTS;
  }
}

function appliedAmountOf({ organizationId, targetId, paymentId, amountCents }: TargetPayment) {
  return {
    organizationId,
    invoiceId: targetId,
    source: 'payment',
    sourceId: paymentId,
    amountCents,
  } as const;
}
