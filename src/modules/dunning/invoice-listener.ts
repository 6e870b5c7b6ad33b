import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import { InvoiceDebts, InvoiceFinalized, InvoicePaid, InvoiceVoided } from '../invoices';
import { DunningReviews } from './dunning-reviews';
import { PaymentRequestEnd } from './payment-request-end';
import { endWith } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';

interface FinalizedInvoice {
  customer_id: string;
  payment_overdue: boolean;
}

const NO_LONGER_DUE: readonly string[] = [InvoicePaid.kind, InvoiceVoided.kind];

/** Handles invoices that become overdue or no longer require payment, in the transaction of their event. */
@Injectable()
export class InvoiceListener implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly debts: InvoiceDebts,
    private readonly reviews: DunningReviews,
    private readonly requests: PaymentRequestsRepository,
    private readonly ending: PaymentRequestEnd,
  ) {}

  onModuleInit(): void {
    this.debts.onOverdue((tx, organizationId, invoices) =>
      this.reviews.requestAll(tx, organizationId, [...new Set(invoices.map((it) => it.customerId))]),
    );
    this.outbox.subscribe((tx, events) => this.onEvents(tx, events));
  }

  private async onEvents(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    for (const organizationId of new Set(events.map((it) => it.organizationId))) {
      const own = events.filter((it) => it.organizationId === organizationId);
      const noLongerDue = own.filter((it) => NO_LONGER_DUE.includes(it.kind)).map((it) => it.objectId);
      // Few of these invoices are in a request.
      const open =
        noLongerDue.length === 0 ? [] : await this.requests.findOpenIds(tx, organizationId, noLongerDue);
      if (open.length > 0) {
        for (const id of noLongerDue) await this.onNoLongerDue(tx, organizationId, id);
      }
      await this.reviews.requestAll(tx, organizationId, overdueCustomers(own));
    }
  }

  /**
   * Ends the open request of an invoice that was voided, or paid without the request, if nothing else is due on the
   * request. A payment of the request itself ends it before these events are emitted.
   */
  private async onNoLongerDue(tx: Transaction, organizationId: string, invoiceId: string): Promise<void> {
    for (const id of await this.requests.findOpenIds(tx, organizationId, [invoiceId])) {
      const request = await this.requests.findForUpdate(tx, organizationId, id);
      if (request?.paymentStatus !== 'pending') continue;
      // The request is locked, so that if two of its invoices are paid concurrently, the second payment sees the first.
      const end = endWith(await this.debts.statesOf(tx, organizationId, request.invoiceIds));
      if (end !== null) await this.ending.end(tx, request, end);
    }
  }
}

/** Returns the customers of finalized invoices that are overdue already, because they were finalized late, after downtime. */
function overdueCustomers(events: readonly OutboxEvent[]): string[] {
  const customers = events
    .filter((it) => it.kind === InvoiceFinalized.kind)
    .map(({ payload }) => (JSON.parse(payload) as { invoice: FinalizedInvoice }).invoice)
    .filter((it) => it.payment_overdue)
    .map((it) => it.customer_id);
  return [...new Set(customers)];
}
