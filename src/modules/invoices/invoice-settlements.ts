import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** An invoice as payments and credit notes see it. */
export interface PayableInvoice {
  id: string;
  number: string | null;
  customerId: string;
  status: 'draft' | 'finalized' | 'paid' | 'voided';
  currency: string;
  totalAmountCents: bigint;
  amountDueCents: bigint;
  amountPaidCents: bigint;
  paymentOverdue: boolean;
  fees: { id: string; amountCents: bigint; taxesAmountCents: bigint; taxRates: string[] }[];
}

/** Money that settles an invoice, once per source. */
export interface Settlement {
  organizationId: string;
  invoiceId: string;
  /** `payment`: money came; `offset`: a credit note lowers what is due. */
  source: 'payment' | 'offset';
  sourceId: string;
  amountCents: bigint;
}

/** What becomes of an invoice's amount due after finalization (billing-rules.md, Payments). */
@Injectable()
export class InvoiceSettlements {
  /** Locks the invoice for the rest of the transaction. @throws NotFoundError */
  lock(_tx: Transaction, _organizationId: string, _invoiceId: string): Promise<PayableInvoice> {
    throw new Error('not built yet');
  }

  /**
   * Settles, exactly once per source: a repetition changes nothing. Answers the events to append: invoice.paid
   * when nothing is due any more.
   *
   * @throws InvalidStateError for a draft or voided invoice, or for more than is due.
   */
  settle(_tx: Transaction, _settlement: Settlement): Promise<DomainEvent[]> {
    throw new Error('not built yet');
  }

  /** Money went back after all (a reversed payment): the invoice is due again. */
  reopen(_tx: Transaction, _settlement: Settlement): Promise<void> {
    throw new Error('not built yet');
  }
}
