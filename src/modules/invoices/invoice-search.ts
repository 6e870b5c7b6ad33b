import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find invoices. */
@Injectable()
export class InvoiceSearch implements SearchSource {
  readonly objectType = 'invoice';
  readonly view = 'searchable_invoices';
  readonly fields = ['number'];
  readonly title = 'coalesce(number, id::text)';
  readonly subtitle = 'status';
  readonly customerId = 'customer_id';
}
