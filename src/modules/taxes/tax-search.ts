import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find taxes. */
@Injectable()
export class TaxSearch implements SearchSource {
  readonly objectType = 'tax';
  readonly view = 'searchable_taxes';
  readonly fields = ['name', 'code'];
  readonly title = 'name';
  readonly subtitle = 'code';
  readonly customerId = null;
}
