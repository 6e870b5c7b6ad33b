import type { PreparedStatement } from '../../platform/database/prepared-statement';

/** Those of the keys (`$2`, hashes) that let their organization (`$1`) in at `$3`; see `isUsable`. */
export const USABLE_KEYS: PreparedStatement = {
  name: 'api_keys_usable',
  text: `
    SELECT key_hash FROM api_keys
     WHERE organization_id = $1 AND key_hash = ANY ($2) AND status = 'active'
       AND (expires_at IS NULL OR expires_at > $3)`,
};
