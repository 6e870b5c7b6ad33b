import type { Reference } from '../../platform/http/references';

/** References a plan in a request, by ID or by code. */
export const PLAN_REFERENCE: Reference = {
  resource: 'plan',
  list: '/v1/plans',
  id: 'plan_id',
  key: 'plan_code',
  table: 'plans',
  column: 'code',
  examples: { id: '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a', key: 'pro_monthly' },
};
