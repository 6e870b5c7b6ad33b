import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { CustomerBillingTerms } from '../customers';
import type { Invoice } from './invoice';
import { InvoiceDrafts } from './invoice-drafts';
import { InvoiceFinalization } from './invoice-finalization';
import { InvoiceVoiding } from './invoice-voiding';
import { canMove } from './invoice.rules';
import { InvoicesRepository, type InvoiceFilters } from './invoices.repository';

/** Sentences that name the alternative to voiding, by status. */
const REMEDIES: Readonly<Partial<Record<Invoice['status'], string>>> = {
  draft: ' Finalize it first.',
  paid: ' To return money or credit, create a credit note with POST /v1/credit_notes.',
};

/** Implements docs/billing-rules.md#invoices. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InvoicesRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly finalization: InvoiceFinalization,
    private readonly voiding: InvoiceVoiding,
    private readonly customers: CustomerBillingTerms,
  ) {}

  list(organizationId: string, filters: InvoiceFilters, query: PageQuery): Promise<Page<Invoice>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  /**
   * Returns an invoice; a draft includes all usage and discounts so far.
   *
   * @throws NotFoundError
   */
  async get(organizationId: string, id: string): Promise<Invoice> {
    const invoice = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (invoice === null) throw new NotFoundError('invoice');
    if (invoice.status !== 'draft') return invoice;
    await this.drafts.countUsage(invoice);
    return this.transactions.readFor(organizationId, async (tx) => {
      const draft = (await this.repository.find(tx, organizationId, id)) ?? invoice;
      return this.drafts.asOfNow(tx, draft);
    });
  }

  /** @throws InvalidStateError if the invoice is not a draft. */
  finalize(organizationId: string, id: string): Promise<Invoice> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const draft = await this.lock(tx, organizationId, id);
      if (draft.status !== 'draft') throw new InvalidStateError(`The invoice is already ${draft.status}.`);
      await this.finalization.finalize(tx, draft);
      // Read again: the credit notes of the draft may have changed the amount due.
      return (await this.repository.find(tx, organizationId, id)) ?? draft;
    });
  }

  /**
   * Voids an invoice. A draft can be voided only if it cannot be finalized.
   *
   * @throws InvalidStateError for another status, and while anything is applied to the invoice.
   */
  void(organizationId: string, id: string): Promise<Invoice> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      if (!canMove(before.status, 'voided') && before.billingError === null) {
        throw new InvalidStateError(
          `The invoice is ${before.status}; only a finalized invoice can be voided.${REMEDIES[before.status] ?? ''}`,
        );
      }
      return this.voiding.void(tx, before);
    });
  }

  /** Locks an invoice, and before it the customer, whose discounts are spent or restored with it. */
  private async lock(tx: Transaction, organizationId: string, id: string): Promise<Invoice> {
    const customerId = await this.repository.findCustomerId(tx, organizationId, id);
    if (customerId === null) throw new NotFoundError('invoice');
    await this.customers.lock(tx, organizationId, [customerId]);
    const invoice = await this.repository.findForUpdate(tx, organizationId, id);
    if (invoice === null) throw new NotFoundError('invoice');
    return invoice;
  }
}
