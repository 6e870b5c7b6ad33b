import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find customers. */
@Injectable()
export class CustomerSearch implements SearchSource {
  readonly objectType = 'customer';
  readonly view = 'searchable_customers';
  readonly fields = ['name', 'external_id', 'email'];
  readonly title = 'coalesce(name, external_id)';
  readonly subtitle = 'external_id';
  readonly customerId = null;
}
