import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find plans. */
@Injectable()
export class PlanSearch implements SearchSource {
  readonly objectType = 'plan';
  readonly view = 'searchable_plans';
  readonly fields = ['name', 'code'];
  readonly title = 'name';
  readonly subtitle = 'code';
  readonly customerId = null;
}
