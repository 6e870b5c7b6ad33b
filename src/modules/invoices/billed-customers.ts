import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DeletionGuard } from '../../platform/extensions';
import type { ChangedTerms, CustomerDependent, CustomerDocument, CustomerKey } from '../customers';
import { datesByTerms } from './invoice.rules';
import { InvoicesRepository } from './invoices.repository';

/** Number of drafts whose dates move with one statement. */
const BATCH = 500;

/**
 * Keeps customers that have drafts or invoices with an amount due, and the currency of customers with invoices. Moves
 * the dates of drafts with the terms of their customer.
 */
@Injectable()
export class BilledCustomers implements CustomerDependent, DeletionGuard {
  constructor(
    private readonly repository: InvoicesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return (await this.repository.hasUnpaid(tx, organizationId, customerId))
      ? 'The customer has unpaid invoices; first finalize the drafts, and pay or void the others.'
      : null;
  }

  async documentNotIn(
    tx: Transaction,
    customer: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null> {
    const currency = await this.repository.otherCurrency(tx, customer, than);
    return currency === null ? null : { name: 'an invoice', currency };
  }

  /** The lock on the customer makes new periodic invoices wait, so no draft keeps the dates of the old terms. */
  async onTermsChanged(tx: Transaction, change: ChangedTerms): Promise<void> {
    const now = this.clock.now();
    const ids = await this.repository.findDraftIdsOf(tx, change);
    for (let first = 0; first < ids.length; first += BATCH) {
      const batch = ids.slice(first, first + BATCH);
      const drafts = await this.repository.lockDrafts(tx, change.organizationId, batch);
      const moved = drafts.map((draft) => ({ id: draft.id, ...datesByTerms(draft, change) }));
      await this.repository.moveDrafts(tx, change.organizationId, moved, now);
    }
  }
}
