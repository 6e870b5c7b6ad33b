import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { InvoiceFeesRepository, type FeeFilters, type InvoicedFee } from './invoice-fees.repository';

/** Reads the fees of all invoices. */
@Injectable()
export class FeesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InvoiceFeesRepository,
  ) {}

  list(caller: Caller, filters: FeeFilters, query: PageQuery): Promise<Page<InvoicedFee>> {
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }
}
