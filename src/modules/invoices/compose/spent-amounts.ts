import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import type { Invoice } from '../invoice';
import { BillDiscounts } from './bill-discounts';
import { BillFunding } from './bill-funding';

/** Restores what an invoice has spent: discounts, credit and prepaid funds. */
@Injectable()
export class SpentAmounts {
  constructor(
    private readonly discounts: BillDiscounts,
    private readonly funding: BillFunding,
  ) {}

  /**
   * Restores everything that an invoice has spent, because it is voided. A draft has spent nothing. The caller has locked the
   * customer, then the invoice.
   *
   * @returns the events, to append after those of the invoice.
   */
  async restore(tx: Transaction, invoice: Invoice): Promise<DomainEvent[]> {
    if (invoice.status === 'draft') return [];
    const { organizationId, customerId, subscriptionId, id: invoiceId, currency, discounts } = invoice;
    const about = { organizationId, customerId, invoiceId, currency };
    const restored = await this.discounts.restore(tx, { ...about, subscriptionId, discounts });
    return [...restored, ...(await this.funding.release(tx, about))];
  }
}
