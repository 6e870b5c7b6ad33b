import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config/config';
import { GroupedLookup } from '../../platform/database/grouped-lookup';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError, UnauthorizedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { ApiKeyEntity } from './api-key.entity';
import {
  RAW_KEY,
  assertFuture,
  assertRotatable,
  endOfOverlap,
  expiryOfNewKey,
  hashRawKey,
  isUsable,
  newRawKey,
  prefixOf,
} from './api-key.rules';
import { ApiKeysRepository, type KeyCredentials } from './api-keys.repository';
import { LastUseRecorder } from './last-use-recorder';

/** A new key with its raw key, which is not stored. */
export interface CreatedApiKey {
  key: ApiKeyEntity;
  rawKey: string;
}

export interface RotationInput {
  /** For how long the old key remains valid. */
  overlapSeconds: number;
  /** Expiry of the new key; undefined to keep that of the old key. */
  expiresAt: Date | null | undefined;
  /** ID of the key that makes the request. */
  requestedBy: string;
}

/** The owner of a key, as of its last lookup. */
export interface RecalledKey {
  organizationId: string;
  id: string;
  keyHash: string;
}

/** Maximum number of keys in the in-memory cache. */
const MAX_RECALLED = 10_000;

/** Implements docs/security.md#api-keys. */
@Injectable()
export class ApiKeysService {
  private readonly credentials: GroupedLookup<KeyCredentials>;
  /** Recently used keys, by key hash. */
  private readonly recalled = new LRUCache<string, KeyCredentials>({ max: MAX_RECALLED });

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ApiKeysRepository,
    private readonly lastUses: LastUseRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
    { manager }: DataSource,
    @Inject(CONFIG) { database }: Config,
  ) {
    this.credentials = new GroupedLookup(
      (hashes) => repository.findByHashes(manager, hashes),
      database.timeoutMs,
    );
  }

  /** Returns the organization of a usable raw key and records the use; null for any other token. */
  async authenticate(rawKey: string): Promise<string | null> {
    return (await this.identify(rawKey))?.organizationId ?? null;
  }

  /** Like `authenticate`, but returns the key itself. */
  async identify(rawKey: string): Promise<KeyCredentials | null> {
    if (!RAW_KEY.test(rawKey)) return null;
    const keyHash = hashRawKey(rawKey);
    const found = await this.credentials.get(keyHash);
    const now = this.clock.now();
    if (found === null || !isUsable(found, now)) {
      this.recalled.delete(keyHash);
      return null;
    }
    this.recalled.set(keyHash, found);
    this.lastUses.record(found.organizationId, found.id, now);
    return found;
  }

  /**
   * Returns the owner of a raw key from memory, without a query; null for a key that this process has not seen. The key
   * may have been revoked since: the caller must check it with USABLE_KEYS in its own transaction before it responds,
   * and call `noteUse` once it has served the request.
   */
  recall(rawKey: string): RecalledKey | null {
    if (!RAW_KEY.test(rawKey)) return null;
    const keyHash = hashRawKey(rawKey);
    const known = this.recalled.get(keyHash);
    return known === undefined ? null : { organizationId: known.organizationId, id: known.id, keyHash };
  }

  /** Records that a key returned by `recall` has authenticated a request. */
  noteUse({ organizationId, id }: RecalledKey): void {
    this.lastUses.record(organizationId, id, this.clock.now());
  }

  /** @throws ValidationFailedError when the expiry is not in the future. */
  create(organizationId: string, input: { name: string; expiresAt: Date | null }): Promise<CreatedApiKey> {
    assertFuture(input.expiresAt, this.clock.now());
    return this.transactions.runFor(organizationId, (tx) => this.createIn(tx, organizationId, input));
  }

  /** Creates a key in the transaction of another use case, such as creating an organization. */
  async createIn(
    tx: Transaction,
    organizationId: string,
    input: { name: string; expiresAt: Date | null },
  ): Promise<CreatedApiKey> {
    const rawKey = newRawKey();
    const now = this.clock.now();
    const key: ApiKeyEntity = {
      organizationId,
      id: newId(),
      name: input.name,
      keyPrefix: prefixOf(rawKey),
      keyHash: hashRawKey(rawKey),
      status: 'active',
      lastUsedAt: null,
      expiresAt: input.expiresAt,
      replacedById: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, key);
    return { key, rawKey };
  }

  list(organizationId: string, query: PageQuery): Promise<Page<ApiKeyEntity>> {
    return this.transactions.readFor(organizationId, (tx) => this.repository.list(tx, organizationId, query));
  }

  async get(organizationId: string, id: string): Promise<ApiKeyEntity> {
    const key = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (key === null) throw new NotFoundError('API key');
    return key;
  }

  /** Returns when the key was last used, as far as this instance knows. */
  lastUsedAt(key: ApiKeyEntity): Date | null {
    return this.lastUses.lastUsedAt(key.id, key.lastUsedAt);
  }

  /** Revokes a key, effective with the next request. Revoking a revoked key is a no-op. */
  revoke(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const key = await this.lock(tx, organizationId, id);
      if (key.status === 'revoked') return;
      await this.repository.update(tx, key, { status: 'revoked', updatedAt: this.clock.now() });
    });
  }

  /**
   * Replaces a key with a new one of the same name (docs/security.md#api-keys).
   *
   * @throws InvalidStateError for a key that is replaced, revoked or expired; ValidationFailedError for an expiry that is
   * not in the future or after that of the requesting key; UnauthorizedError if the requesting key has ended meanwhile
   */
  rotate(organizationId: string, id: string, input: RotationInput): Promise<CreatedApiKey> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const key = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      assertRotatable(key, now);
      const requesting = await this.repository.find(tx, organizationId, input.requestedBy);
      if (requesting === null || !isUsable(requesting, now)) throw new UnauthorizedError();
      const created = await this.createIn(tx, organizationId, {
        name: key.name,
        expiresAt: expiryOfNewKey(input.expiresAt, key.expiresAt, requesting.expiresAt, now),
      });
      await this.repository.update(tx, key, {
        expiresAt: endOfOverlap(key.expiresAt, input.overlapSeconds, now),
        replacedById: created.key.id,
        updatedAt: now,
      });
      return created;
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity> {
    const key = await this.repository.findForUpdate(tx, organizationId, id);
    if (key === null) throw new NotFoundError('API key');
    return key;
  }
}
