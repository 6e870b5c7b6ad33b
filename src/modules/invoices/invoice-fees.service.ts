import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { InvoiceFeesRepository, type FeeFilters, type FeeOfInvoice } from './invoice-fees.repository';

@Injectable()
export class InvoiceFeesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InvoiceFeesRepository,
  ) {}

  list(organizationId: string, filters: FeeFilters, query: PageQuery): Promise<Page<FeeOfInvoice>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }
}
