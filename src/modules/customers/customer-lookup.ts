import type { PreparedStatement } from '../../platform/database/prepared-statement';

/** Selects `id` and `external_id` of the customers with external IDs `$2` in organization `$1`, for ingestion. */
export const CUSTOMERS_BY_EXTERNAL_ID: PreparedStatement = {
  name: 'customers_by_external_id',
  text: `SELECT id, external_id FROM customers
          WHERE organization_id = $1 AND external_id = ANY ($2) AND deleted_at IS NULL`,
};
