import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { IdempotencyRepository } from '../../platform/idempotency/idempotency.repository';
import { EventErasure } from '../../platform/outbox/event-erasure';
import { Outbox } from '../../platform/outbox/outbox';
import { toCustomerResponse, type Customer } from './customer.dto';
import { CustomerErased, CustomerUpdated } from './customer.events';
import { buyerOf, withoutPersonalFields } from './customer.rules';

/** What is stored about a customer outside of its row: events, kept answers, and records of the modules above. */
@Injectable()
export class StoredRecords {
  constructor(
    private readonly outbox: Outbox,
    private readonly events: EventErasure,
    private readonly answers: IdempotencyRepository,
  ) {}

  /** Erases the personal data of the customer in all of them. Called before its row changes. */
  async erase(tx: Transaction, customer: Customer): Promise<void> {
    const { organizationId, id } = customer;
    const erased = (copy: object): object => withoutPersonalFields(copy, id);
    await this.outbox.emit(tx, CustomerErased, { organizationId, customerId: id, buyer: buyerOf(customer) });
    await this.events.erase(tx, organizationId, 'customer', [id], erased);
    await this.answers.eraseAbout(tx, organizationId, id, erased);
  }

  /** Tells receivers that the fields are gone, unless the customer is deleted. */
  async tell(tx: Transaction, customer: Customer, changed: string[]): Promise<void> {
    if (customer.deletedAt !== null) return;
    const { organizationId, id } = customer;
    const object = toCustomerResponse(customer);
    await this.outbox.append(tx, CustomerUpdated.of({ organizationId, objectId: id, object, changed }));
  }
}
