import { Between, LessThanOrEqual, MoreThanOrEqual, type FindOptionsWhere } from 'typeorm';
import { idsWithPrefix, matching } from '../../platform/database/prefix-search';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { CUSTOMERS_BY_PREFIX } from '../customers';
import type { InvoiceEntity } from './invoice.entity';
import type { InvoiceStatus } from './invoice.rules';

/** Ids of the invoices that a search finds; see `matching`. */
const MATCHES = `
  ${idsWithPrefix('invoices', 'number')}
  UNION SELECT invoice.id FROM invoices AS invoice
   WHERE invoice.organization_id = :searched AND invoice.customer_id IN (${CUSTOMERS_BY_PREFIX})`;

/** Filters of the list of invoices. */
export interface InvoiceFilters {
  status: InvoiceStatus | undefined;
  customerId: string | undefined;
  subscriptionId: string | undefined;
  paymentOverdue: boolean | undefined;
  issuingDateFrom: string | undefined;
  issuingDateTo: string | undefined;
  number: string | undefined;
  search: string | undefined;
}

/** Returns the conditions of the list of invoices. */
export function whereOf(
  organizationId: string,
  filters: InvoiceFilters,
): FindOptionsWhere<InvoiceEntity> & { organizationId: string } {
  const { issuingDateFrom, issuingDateTo, search, ...equal } = filters;
  return {
    ...withoutUndefined({ ...equal, issuingDate: between(issuingDateFrom, issuingDateTo) }),
    ...(search === undefined ? {} : { id: matching(MATCHES, organizationId, search) }),
    organizationId,
  };
}

function between(from: string | undefined, to: string | undefined) {
  if (from !== undefined && to !== undefined) return Between(from, to);
  if (from !== undefined) return MoreThanOrEqual(from);
  return to === undefined ? undefined : LessThanOrEqual(to);
}
