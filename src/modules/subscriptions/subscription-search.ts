import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find subscriptions. */
@Injectable()
export class SubscriptionSearch implements SearchSource {
  readonly objectType = 'subscription';
  readonly view = 'searchable_subscriptions';
  readonly fields = ['external_id'];
  readonly title = 'coalesce(name, external_id)';
  readonly subtitle = 'external_id';
  readonly customerId = 'customer_id';
}
