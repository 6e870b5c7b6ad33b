import { Injectable } from '@nestjs/common';
import { ArrayOverlap, In, IsNull, MoreThan } from 'typeorm';
import type { CellState } from '../../platform/cells/cell-state.rules';
import { findPage } from '../../platform/database/find-page';
import type { Queries } from '../../platform/database/reserved-connections';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { ApiKeyEntity } from './api-key.entity';

/** The columns that authentication needs. */
export interface KeyCredentials {
  organizationId: string;
  id: string;
  keyPrefix: string;
  scopes: string[];
  status: string;
  expiresAt: Date | null;
  /** Whether the organization may change anything. */
  isOrganizationActive: boolean;
  /** Whether this cell serves the organization. */
  cellState: CellState;
  movedTo: string | null;
}

/** Queries of the API keys. */
@Injectable()
export class ApiKeysRepository {
  /** Returns the keys by hash. The only query without an organization, since it identifies the caller. */
  async findByHashes(tx: Queries, keyHashes: readonly string[]): Promise<Map<string, KeyCredentials>> {
    const rows = await tx.query<(KeyCredentials & { keyHash: string })[]>(
      `SELECT key.organization_id AS "organizationId", key.id, key_prefix AS "keyPrefix", scopes, key.status,
              expires_at AS "expiresAt", key_hash AS "keyHash", organization.status = 'active' AS "isOrganizationActive",
              cell_state AS "cellState", moved_to AS "movedTo"
         FROM api_keys AS key JOIN organizations AS organization ON organization.id = key.organization_id
        WHERE key_hash = ANY ($1)`,
      [keyHashes],
    );
    return new Map(rows.map((row) => [row.keyHash, row]));
  }

  find(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity | null> {
    return tx.findOneBy(ApiKeyEntity, { organizationId, id });
  }

  /** Counts keys that are usable and not replaced by a rotation, up to `limit`. */
  async countUsable(tx: Transaction, organizationId: string, now: Date, limit: number): Promise<number> {
    const active = { organizationId, status: 'active', rotatedAt: IsNull() } as const;
    const where = [
      { ...active, expiresAt: IsNull() },
      { ...active, expiresAt: MoreThan(now) },
    ];
    return (await tx.find(ApiKeyEntity, { where, select: { id: true }, take: limit })).length;
  }

  findForShare(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity | null> {
    return tx.findOne(ApiKeyEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_read' } });
  }

  /** Locks the keys in the order of their ids. */
  findForUpdate(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<ApiKeyEntity[]> {
    return tx.find(ApiKeyEntity, {
      where: { organizationId, id: In([...new Set(ids)]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Locks a key, and all active keys with one of the scopes, in the order of their ids. */
  findWithScopesForUpdate(
    tx: Transaction,
    organizationId: string,
    id: string,
    scopes: readonly string[],
  ): Promise<ApiKeyEntity[]> {
    return tx.find(ApiKeyEntity, {
      where: [
        { organizationId, id },
        { organizationId, status: 'active', scopes: ArrayOverlap([...scopes]) },
      ],
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
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

  async revokeAll(tx: Transaction, organizationId: string, now: Date): Promise<void> {
    const where = { organizationId, status: 'active' as const };
    await tx.update(ApiKeyEntity, where, { status: 'revoked', updatedAt: now });
  }

  /** Raises `last_used_at`, never lowers it. Locks rows in key order: two instances would deadlock otherwise. */
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
