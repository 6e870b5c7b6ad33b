import { Injectable } from '@nestjs/common';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { ApiKeyEntity } from './api-key.entity';

/** The columns that authentication needs. */
export interface KeyCredentials {
  organizationId: string;
  id: string;
  status: string;
  expiresAt: Date | null;
}

@Injectable()
export class ApiKeysRepository {
  /** Looks up keys by hash. Not limited to one organization, because the key identifies the organization. */
  async findByHashes(tx: Transaction, keyHashes: readonly string[]): Promise<Map<string, KeyCredentials>> {
    const rows = await tx.query<(KeyCredentials & { keyHash: string })[]>(
      `SELECT organization_id AS "organizationId", id, status, expires_at AS "expiresAt", key_hash AS "keyHash"
         FROM api_keys WHERE key_hash = ANY ($1)`,
      [keyHashes],
    );
    return new Map(rows.map((row) => [row.keyHash, row]));
  }

  find(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity | null> {
    return tx.findOneBy(ApiKeyEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity | null> {
    return tx.findOne(ApiKeyEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
  }

  list(tx: Transaction, organizationId: string, query: PageQuery): Promise<Page<ApiKeyEntity>> {
    return findPage(tx, ApiKeyEntity, { organizationId }, query);
  }

  async insert(tx: Transaction, key: ApiKeyEntity): Promise<void> {
    await tx.insert(ApiKeyEntity, key);
  }

  async update(tx: Transaction, key: ApiKeyEntity, changes: Partial<ApiKeyEntity>): Promise<void> {
    await tx.update(ApiKeyEntity, { organizationId: key.organizationId, id: key.id }, changes);
  }

  /** Raises `last_used_at`, never lowers it. Locks rows in key order, so that two instances do not deadlock. */
  async saveLastUses(
    tx: Transaction,
    uses: readonly { organizationId: string; id: string; at: Date }[],
  ): Promise<void> {
    await tx.query(
      `WITH used AS (
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS used (organization_id, id, at)),
       locked AS (
         SELECT key.organization_id, key.id FROM api_keys AS key JOIN used USING (organization_id, id)
          ORDER BY key.organization_id, key.id FOR NO KEY UPDATE OF key)
       UPDATE api_keys SET last_used_at = greatest(last_used_at, used.at)
         FROM used JOIN locked USING (organization_id, id)
        WHERE api_keys.organization_id = used.organization_id AND api_keys.id = used.id`,
      [uses.map((it) => it.organizationId), uses.map((it) => it.id), uses.map((it) => it.at)],
    );
  }
}
