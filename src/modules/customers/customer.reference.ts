import type { Reference } from '../../platform/http/references';

/** Reference to a customer by its ID or its `external_id`. */
export const CUSTOMER_REFERENCE: Reference = {
  resource: 'customer',
  list: '/v1/customers',
  id: 'customer_id',
  key: 'external_customer_id',
  table: 'customers',
  column: 'external_id',
  examples: { id: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21', key: 'cust_1042' },
};
