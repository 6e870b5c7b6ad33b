import type { Reference } from '../../platform/http/references';

/** A customer by its id or its `external_id`. */
export const CUSTOMER_REFERENCE: Reference = {
  resource: 'customer',
  id: 'customer_id',
  key: 'external_customer_id',
  examples: { id: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21', key: 'cust_1042' },
  lookup: {
    name: 'customer_by_external_id',
    text: `SELECT id FROM customers WHERE organization_id = $1 AND external_id = $2 AND deleted_at IS NULL`,
  },
};
