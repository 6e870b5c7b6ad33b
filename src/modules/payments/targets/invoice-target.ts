import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import { InvoiceSettlements, type PayableInvoice } from '../../invoices';
import type {
  CoveredInvoice,
  PayableTarget,
  PaymentTarget,
  TargetEvents,
  TargetPayment,
} from './payment-target';

const OBSTACLES: Readonly<Partial<Record<PayableInvoice['status'], string>>> = {
  draft: 'The invoice is a draft; it becomes due when it is finalized.',
  voided: 'The invoice is voided.',
  paid: 'The invoice is paid.',
};

const NO_EVENTS: TargetEvents = { before: [], after: [] };

/** Applies payments to one invoice. */
@Injectable()
export class InvoiceTarget implements PaymentTarget {
  readonly type = 'invoice';

  constructor(private readonly invoices: InvoiceSettlements) {}

  async lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget | null> {
    try {
      const invoice = await this.invoices.lock(tx, organizationId, id);
      const { customerId, currency, amountDueCents, status, number } = invoice;
      const label = number ?? undefined;
      return { customerId, currency, amountDueCents, obstacle: OBSTACLES[status] ?? null, label };
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  async invoicesOf(tx: Transaction, organizationId: string, id: string): Promise<CoveredInvoice[]> {
    const { amountDueCents } = await this.invoices.find(tx, organizationId, id);
    return amountDueCents > 0n ? [{ invoiceId: id, amountDueCents }] : [];
  }

  async apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    return { ...NO_EVENTS, before: await this.invoices.apply(tx, settlementOf(payment)) };
  }

  fail(): Promise<TargetEvents> {
    return Promise.resolve(NO_EVENTS);
  }

  async reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    await this.invoices.reopen(tx, settlementOf(payment));
    return NO_EVENTS;
  }
}

function settlementOf({ organizationId, targetId, paymentId, amountCents }: TargetPayment) {
  return {
    organizationId,
    invoiceId: targetId,
    source: 'payment',
    sourceId: paymentId,
    amountCents,
  } as const;
}
