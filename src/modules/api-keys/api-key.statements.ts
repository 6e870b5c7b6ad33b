import type { PreparedStatement } from '../../platform/database/prepared-statement';

/** Selects which of the key hashes `$2` of organization `$1` are usable at instant `$3`. Must agree with `isUsable`. */
export const USABLE_KEYS: PreparedStatement = {
  name: 'api_keys_usable',
  text: `
    SELECT key_hash FROM api_keys
     WHERE organization_id = $1 AND key_hash = ANY ($2) AND status = 'active'
       AND (expires_at IS NULL OR expires_at > $3)`,
};
