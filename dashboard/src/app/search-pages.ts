import type { SearchHit } from '@billing-service/sdk';

/** The page of a record: its path, with the ID or the code of the record. */
interface RecordPage {
  to: string;
  params?: { id: string };
}

/** Kinds of records with a page of their own. */
const PAGES: Partial<Record<string, string>> = {
  customer: '/customers/$id',
  subscription: '/subscriptions/$id',
  invoice: '/invoices/$id',
  plan: '/plans/$id',
};

/** Lists that show the records of a kind. */
const LISTS: Partial<Record<string, string>> = {
  billable_metric: '/metrics',
  tax: '/taxes',
  coupon: '/coupons',
};

/** Returns the page that shows a record; null for a kind that an extension has added. */
export function pageOf(hit: Pick<SearchHit, 'object_type' | 'id'>): RecordPage | null {
  const page = PAGES[hit.object_type];
  if (page !== undefined) return { to: page, params: { id: hit.id } };
  const list = LISTS[hit.object_type];
  return list === undefined ? null : { to: list };
}
