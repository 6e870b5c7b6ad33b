import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { Invoice } from './invoice';
import type { InvoiceFilters } from './invoice-filters';
import { InvoicesRepository } from './invoices.repository';
import { InvoiceDrafts } from './lifecycle/invoice-drafts';
import { InvoiceFinalization } from './lifecycle/invoice-finalization';
import { InvoiceVoiding } from './lifecycle/invoice-voiding';
import { OneOffInvoices, type OneOffInput } from './lifecycle/one-off-invoices';

/** Use cases of invoices (docs/billing-rules.md#invoices). */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InvoicesRepository,
    private readonly oneOffs: OneOffInvoices,
    private readonly drafts: InvoiceDrafts,
    private readonly finalization: InvoiceFinalization,
    private readonly voiding: InvoiceVoiding,
  ) {}

  list(caller: Caller, filters: InvoiceFilters, query: PageQuery): Promise<Page<Invoice>> {
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  /** Returns an invoice as it is stored; null when there is none. */
  findIn(tx: Transaction, organizationId: string, id: string): Promise<Invoice | null> {
    return this.repository.find(tx, organizationId, id);
  }

  /** Returns the ids of the final invoices of a subscription that has just been created. */
  finalIdsOfNew(tx: Transaction, organizationId: string, subscriptionId: string): Promise<string[]> {
    return this.repository.findFinalIds(tx, organizationId, subscriptionId);
  }

  /** Returns an invoice; a draft with all usage and discounts as of now. @throws NotFoundError */
  async get(caller: Caller, id: string): Promise<Invoice> {
    const { organizationId } = caller;
    const find = () =>
      this.transactions.readFor(caller, (tx) => this.repository.find(tx, organizationId, id));
    const invoice = await find();
    if (invoice === null) throw new NotFoundError('invoice');
    if (invoice.status !== 'draft') return invoice;
    await this.drafts.countUsage(invoice);
    await this.transactions.runFor(caller, (tx) => this.drafts.refreshDraft(tx, invoice));
    return (await find()) ?? invoice;
  }

  /** Creates a one-off invoice, which is final at once. @throws ValidationFailedError naming the field. */
  createOneOff(caller: Caller, input: OneOffInput): Promise<Invoice> {
    return this.transactions.runFor(caller, (tx) => this.oneOffs.create(tx, caller.organizationId, input));
  }

  /** @throws InvalidStateError unless it is a draft. */
  finalize(caller: Caller, id: string): Promise<Invoice> {
    return this.transactions.runFor(caller, async (tx) => {
      const { draft, spending } = await this.drafts.lock(tx, caller.organizationId, id);
      await this.finalization.finalize(tx, [draft], spending);
      // A credit note on the draft may have lowered what is due.
      const invoice = await this.repository.find(tx, caller.organizationId, id);
      if (invoice === null) throw new NotFoundError('invoice');
      return invoice;
    });
  }

  /** @throws InvalidStateError unless it is finalized and nothing is applied to it. */
  void(caller: Caller, id: string): Promise<Invoice> {
    return this.transactions.runFor(caller, (tx) => this.voiding.void(tx, caller.organizationId, id));
  }
}
