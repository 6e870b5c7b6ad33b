import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { GroupedLookup } from '../../platform/database/grouped-lookup';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { ApiKeyEntity } from './api-key.entity';
import { RAW_KEY, endOfOverlap, hashRawKey, isUsable, newRawKey, prefixOf } from './api-key.rules';
import { ApiKeysRepository, type KeyCredentials } from './api-keys.repository';
import { LastUseRecorder } from './last-use-recorder';

/** A key just made: the only moment at which the raw key is known. */
export interface CreatedApiKey {
  key: ApiKeyEntity;
  rawKey: string;
}

/** Whose key it was when it was last looked up. */
export interface RecalledKey {
  organizationId: string;
  id: string;
  keyHash: string;
}

/** Keys whose organization is kept at hand. */
const MAX_RECALLED = 10_000;

/** Use cases of API keys (decisions.md, Organizations and API keys). */
@Injectable()
export class ApiKeysService {
  private readonly credentials: GroupedLookup<KeyCredentials>;
  /** By hash. */
  private readonly recalled = new LRUCache<string, KeyCredentials>({ max: MAX_RECALLED });

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ApiKeysRepository,
    private readonly lastUses: LastUseRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
    { manager }: DataSource,
  ) {
    this.credentials = new GroupedLookup((hashes) => repository.findByHashes(manager, hashes));
  }

  /** The organization that the raw key belongs to, or null when it lets nobody in. Notes the use. */
  async authenticate(rawKey: string): Promise<string | null> {
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
    return found.organizationId;
  }

  /**
   * Who has called with the raw key before, without asking the database; null for a key that this process does not
   * remember. The key may have been revoked since: the caller checks that with USABLE_KEYS, in the transaction in
   * which it acts, answers nothing else before, and notes the use when it has served it.
   */
  recall(rawKey: string): RecalledKey | null {
    if (!RAW_KEY.test(rawKey)) return null;
    const keyHash = hashRawKey(rawKey);
    const known = this.recalled.get(keyHash);
    return known === undefined ? null : { organizationId: known.organizationId, id: known.id, keyHash };
  }

  /** A recalled key has let a request in. */
  noteUse({ organizationId, id }: RecalledKey): void {
    this.lastUses.record(organizationId, id, this.clock.now());
  }

  /** @throws ValidationFailedError when the expiry does not lie in the future. */
  create(organizationId: string, input: { name: string; expiresAt: Date | null }): Promise<CreatedApiKey> {
    if (input.expiresAt !== null && input.expiresAt <= this.clock.now()) {
      throw ValidationFailedError.of('expires_at', 'out_of_range', 'expires_at must lie in the future.');
    }
    return this.transactions.runFor(organizationId, (tx) => this.createIn(tx, organizationId, input));
  }

  /** For the creation of an organization, whose first key belongs to the same transaction. */
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

  /** When the key was last used, as far as this instance knows. */
  lastUsedAt(key: ApiKeyEntity): Date | null {
    return this.lastUses.lastUsedAt(key.id, key.lastUsedAt);
  }

  /** Effective at the very next request. Revoking again changes nothing. */
  revoke(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const key = await this.lock(tx, organizationId, id);
      if (key.status === 'revoked') return;
      await this.repository.update(tx, key, { status: 'revoked', updatedAt: this.clock.now() });
    });
  }

  /** @throws InvalidStateError for a key that is revoked or expired. */
  rotate(organizationId: string, id: string, overlapSeconds: number): Promise<CreatedApiKey> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const key = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      if (!isUsable(key, now)) throw new InvalidStateError('A revoked or expired API key cannot be rotated.');
      const expiresAt = endOfOverlap(key.expiresAt, overlapSeconds, now);
      await this.repository.update(tx, key, { expiresAt, updatedAt: now });
      return this.createIn(tx, organizationId, { name: key.name, expiresAt: null });
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity> {
    const key = await this.repository.findForUpdate(tx, organizationId, id);
    if (key === null) throw new NotFoundError('API key');
    return key;
  }
}
