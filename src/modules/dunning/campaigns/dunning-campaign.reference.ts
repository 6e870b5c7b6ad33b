import type { Reference } from '../../../platform/http/references';

/** A dunning campaign by its id or its code. */
export const DUNNING_CAMPAIGN_REFERENCE: Reference = {
  resource: 'dunning campaign',
  id: 'dunning_campaign_id',
  key: 'dunning_campaign_code',
  examples: { id: '0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a', key: 'gentle' },
  lookup: {
    name: 'dunning_campaign_by_code',
    text: `SELECT id FROM dunning_campaigns WHERE organization_id = $1 AND code = $2 AND deleted_at IS NULL`,
  },
};
