import type { PreparedStatement } from '../../platform/database/prepared-statement';

/**
 * `$1` organization, `$2` external ids; answers `id` and `external_id`. For the hot path of ingestion, which runs on
 * connections of its own.
 */
export const CUSTOMERS_BY_EXTERNAL_ID: PreparedStatement = {
  name: 'customers_by_external_id',
  text: `SELECT id, external_id FROM customers
          WHERE organization_id = $1 AND external_id = ANY ($2) AND deleted_at IS NULL`,
};
