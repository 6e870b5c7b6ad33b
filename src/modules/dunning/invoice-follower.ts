import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import type { StoredEvent } from '../../platform/outbox/stored-event';
import { InvoiceDebts, InvoicePaid, InvoiceVoided } from '../invoices';
import { DunningReviews } from './dunning-reviews';
import { PaymentRequestEnd } from './payment-request-end';
import { endWith } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';
import { RequestInvoices } from './request-invoices';

const SETTLED: readonly string[] = [InvoicePaid.kind, InvoiceVoided.kind];

/** Hears, in the same transaction, of invoices that become overdue and of those that need no payment any more. */
@Injectable()
export class InvoiceFollower implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly debts: InvoiceDebts,
    private readonly reviews: DunningReviews,
    private readonly requests: PaymentRequestsRepository,
    private readonly invoices: RequestInvoices,
    private readonly ending: PaymentRequestEnd,
  ) {}

  onModuleInit(): void {
    this.debts.follow((tx, { organizationId, customerId }) =>
      this.reviews.request(tx, organizationId, [customerId]),
    );
    this.outbox.subscribe((tx, events) => this.onEvents(tx, events));
  }

  private async onEvents(tx: Transaction, events: readonly StoredEvent[]): Promise<void> {
    for (const { kind, organizationId, objectId } of events) {
      if (SETTLED.includes(kind)) await this.onSettled(tx, organizationId, objectId);
    }
  }

  /**
   * Ends the open request of an invoice that was paid in another way or voided, if it was the last one. What the
   * request's own payment settles has ended it before its events.
   */
  private async onSettled(tx: Transaction, organizationId: string, invoiceId: string): Promise<void> {
    for (const id of await this.requests.findOpenIds(tx, organizationId, [invoiceId])) {
      const request = await this.requests.findForUpdate(tx, organizationId, id);
      if (request?.paymentStatus !== 'pending') continue;
      const invoices = await this.invoices.read(tx, organizationId, request.invoiceIds);
      const end = endWith(invoices);
      if (end !== null) await this.ending.end(tx, request, end);
    }
  }
}
