import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventErasure } from '../../platform/outbox/event-erasure';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerErased } from '../customers';
import { InvoicesRepository } from './invoices.repository';

/** Keeps the buyer on the final invoices of an erased customer, and removes it from their stored events. */
@Injectable()
export class ErasedBuyers implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly events: EventErasure,
    private readonly repository: InvoicesRepository,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerErased, async (tx, { organizationId, customerId, buyer }) => {
      // Invoices from before there were buyers on invoices show the customer of now.
      await this.repository.keepBuyer(tx, organizationId, customerId, buyer);
      const ids = await this.repository.findIdsOfCustomer(tx, organizationId, customerId);
      await this.events.erase(tx, organizationId, 'invoice', ids, (invoice) => ({ ...invoice, buyer: null }));
    });
  }
}
