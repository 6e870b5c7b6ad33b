import type { PreparedStatement, StatementRunner } from '../../platform/database/prepared-statement';

/**
 * Selects the usable ones of the key hashes `$2` of organization `$1` at instant `$3`, none while it is suspended. Must
 * agree with `isUsable`.
 */
const USABLE_KEYS: PreparedStatement = {
  name: 'api_keys_usable',
  text: `
    SELECT key_hash FROM api_keys
     WHERE organization_id = $1 AND key_hash = ANY ($2) AND status = 'active'
       AND (expires_at IS NULL OR expires_at > $3)
       AND EXISTS (SELECT 1 FROM organizations WHERE id = $1 AND organizations.status = 'active')`,
};

/**
 * The deferred check of API keys: a request whose key the process knows (`ApiKeyAuthentication.recall`) is served without a
 * query before it, and this check is made in the transaction that does its work, so that it costs no round trip of its
 * own (docs/decisions.md#ingestion-path).
 *
 * @returns the hashes of the keys that are usable.
 */
export async function findUsableKeys(
  sql: StatementRunner,
  organizationId: string,
  keyHashes: ReadonlySet<string>,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (keyHashes.size === 0) return keyHashes;
  const rows = await sql.query<{ key_hash: string }>(USABLE_KEYS, [organizationId, [...keyHashes], now]);
  return new Set(rows.map((it) => it.key_hash));
}
