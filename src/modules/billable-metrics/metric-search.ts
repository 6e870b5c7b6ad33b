import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find billable metrics. */
@Injectable()
export class MetricSearch implements SearchSource {
  readonly objectType = 'billable_metric';
  readonly view = 'searchable_billable_metrics';
  readonly fields = ['name', 'code'];
  readonly title = 'name';
  readonly subtitle = 'code';
  readonly customerId = null;
}
