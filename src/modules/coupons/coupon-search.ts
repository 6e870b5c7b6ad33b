import { Injectable } from '@nestjs/common';
import type { SearchSource } from '../../platform/search/search-sources';

/** Lets the search find coupons. */
@Injectable()
export class CouponSearch implements SearchSource {
  readonly objectType = 'coupon';
  readonly view = 'searchable_coupons';
  readonly fields = ['name', 'code'];
  readonly title = 'name';
  readonly subtitle = 'code';
  readonly customerId = null;
}
