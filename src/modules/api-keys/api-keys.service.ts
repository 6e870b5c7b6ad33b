import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import {
  InvalidStateError,
  NotFoundError,
  UnauthorizedError,
  ValidationFailedError,
} from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Quotas } from '../../platform/quotas/quotas';
import { ALL_SCOPES, includesScope } from '../../platform/http/scopes';
import { MANAGE_KEYS, assertWithin, normalizeScopes } from './api-key-scopes';
import type { ApiKeyEntity } from './api-key.entity';
import {
  earlierExpiry,
  endOfOverlap,
  hashRawKey,
  isUsable,
  modeOf,
  newRawKey,
  outlives,
  prefixOf,
  type KeyMode,
} from './api-key.rules';
import { ApiKeysRepository } from './api-keys.repository';
import { LastUseRecorder } from './last-use-recorder';

/** A key that was just created. Only now is the raw key known. */
export interface CreatedApiKey {
  key: ApiKeyEntity;
  rawKey: string;
}

/** What a request may say about a new key. What is undefined, it takes from the key that makes the request. */
export interface ApiKeyInput {
  name: string;
  expiresAt: Date | null | undefined;
  scopes: readonly string[] | undefined;
}

/** A rotation. */
export interface RotationInput {
  overlapSeconds: number;
  /** Undefined: that of the old key. */
  expiresAt: Date | null | undefined;
}

/** A complete description of a new key. */
export interface NewApiKey {
  mode: KeyMode;
  name: string;
  expiresAt: Date | null;
  scopes: readonly string[];
}

/** Use cases of API keys (docs/decisions.md#organizations-and-api-keys). */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ApiKeysRepository,
    private readonly lastUses: LastUseRecorder,
    private readonly quotas: Quotas,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'cell'>,
  ) {}

  /**
   * Creates a key with at most the scopes and the expiry of the key that makes the request.
   *
   * @throws ValidationFailedError when the expiry is not in the future or later; InsufficientScopeError;
   *   InvalidStateError at the quota of keys.
   */
  create(caller: Caller, input: ApiKeyInput): Promise<CreatedApiKey> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const found = await this.repository.findForShare(tx, organizationId, idOf(caller));
      const maker = this.assertUsable(found);
      const scopes = input.scopes ?? maker.scopes;
      const expiresAt = input.expiresAt === undefined ? maker.expiresAt : input.expiresAt;
      this.assertGrantable(maker, { scopes, expiresAt });
      await this.quotas.assertRoom(tx, organizationId, 'apiKeys', (limit) =>
        this.repository.countUsable(tx, organizationId, this.clock.now(), limit),
      );
      const mode = modeOf(maker.keyPrefix);
      return this.createIn(tx, organizationId, { mode, name: input.name, expiresAt, scopes });
    });
  }

  /** Creates a key within the transaction of another use case, such as that of a new organization. */
  async createIn(tx: Transaction, organizationId: string, input: NewApiKey): Promise<CreatedApiKey> {
    const rawKey = newRawKey(input.mode, this.config.cell);
    const now = this.clock.now();
    const key: ApiKeyEntity = {
      organizationId,
      id: newId(),
      name: input.name,
      keyPrefix: prefixOf(rawKey),
      keyHash: hashRawKey(rawKey),
      status: 'active',
      scopes: normalizeScopes(input.scopes),
      lastUsedAt: null,
      expiresAt: input.expiresAt,
      rotatedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, key);
    return { key, rawKey };
  }

  list(caller: Caller, query: PageQuery): Promise<Page<ApiKeyEntity>> {
    return this.transactions.readFor(caller, (tx) => this.repository.list(tx, caller.organizationId, query));
  }

  async get(caller: Caller, id: string): Promise<ApiKeyEntity> {
    const key = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (key === null) throw new NotFoundError('API key');
    return key;
  }

  /** @throws InsufficientScopeError unless the key of the caller has all of the scopes. */
  async assertScopes(caller: Caller, scopes: readonly string[]): Promise<void> {
    const key = await this.get(caller, idOf(caller));
    assertWithin(key.scopes, scopes);
  }

  /** Returns when the key was last used, as far as this instance knows. */
  lastUsedAt(key: ApiKeyEntity): Date | null {
    return this.lastUses.lastUsedAt(key.id, key.lastUsedAt);
  }

  /**
   * Revokes a key for the operator, within the transaction of another use case, also the last one that can manage keys.
   *
   * @returns the key; null if it is revoked already.
   */
  async revokeIn(tx: Transaction, organizationId: string, id: string): Promise<ApiKeyEntity | null> {
    const [key] = await this.repository.findForUpdate(tx, organizationId, [id]);
    if (key === undefined) throw new NotFoundError('API key');
    if (key.status === 'revoked') return null;
    await this.repository.update(tx, key, { status: 'revoked', updatedAt: this.clock.now() });
    return key;
  }

  /** Revokes all keys of an organization, within the transaction of another use case. */
  revokeAllIn(tx: Transaction, organizationId: string): Promise<void> {
    return this.repository.revokeAll(tx, organizationId, this.clock.now());
  }

  /** @throws ValidationFailedError for an expiry that is not in the future. */
  assertFuture(expiresAt: Date | null): void {
    if (expiresAt === null || expiresAt > this.clock.now()) return;
    throw ValidationFailedError.of('expires_at', 'out_of_range', 'expires_at must be in the future.');
  }

  /**
   * Takes effect with the next request. Revoking a revoked key is a no-op.
   *
   * @param isLastConfirmed allows to revoke the last key that can manage keys.
   * @throws InvalidStateError for that key otherwise.
   */
  revoke(caller: Caller, id: string, isLastConfirmed: boolean): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      // All keys that can manage keys are locked: two of them cannot be revoked at once, each as if the other remained.
      const scopes = [ALL_SCOPES, MANAGE_KEYS];
      const keys = await this.repository.findWithScopesForUpdate(tx, organizationId, id, scopes);
      const key = keys.find((it) => it.id === id);
      if (key === undefined) throw new NotFoundError('API key');
      if (key.status === 'revoked') return;
      if (!isLastConfirmed) this.assertNotLast(key, keys);
      await this.repository.update(tx, key, { status: 'revoked', updatedAt: this.clock.now() });
    });
  }

  /**
   * Replaces a key by one with the same name and scopes (docs/security.md#rotation).
   *
   * @throws InvalidStateError for a key that is revoked, expired or rotated already; ValidationFailedError for an expiry
   *   that is not in the future or later than that of the key that makes the request; InsufficientScopeError.
   */
  rotate(caller: Caller, id: string, input: RotationInput): Promise<CreatedApiKey> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const locked = await this.repository.findForUpdate(tx, organizationId, [id, idOf(caller)]);
      const maker = this.assertUsable(locked.find((it) => it.id === idOf(caller)) ?? null);
      const key = this.assertRotatable(locked.find((it) => it.id === id));
      const { name, scopes } = key;
      const expiresAt =
        input.expiresAt === undefined ? earlierExpiry(key.expiresAt, maker.expiresAt) : input.expiresAt;
      this.assertGrantable(maker, { scopes, expiresAt });
      const now = this.clock.now();
      const end = endOfOverlap(key.expiresAt, input.overlapSeconds, now);
      await this.repository.update(tx, key, { expiresAt: end, rotatedAt: now, updatedAt: now });
      return this.createIn(tx, organizationId, { mode: modeOf(key.keyPrefix), name, expiresAt, scopes });
    });
  }

  /** The key that makes the request may have been revoked or rotated since the guard has seen it. */
  private assertUsable(maker: ApiKeyEntity | null): ApiKeyEntity {
    if (maker === null || !isUsable(maker, this.clock.now())) throw new UnauthorizedError();
    return maker;
  }

  private assertGrantable(maker: ApiKeyEntity, grant: Pick<NewApiKey, 'scopes' | 'expiresAt'>): void {
    assertWithin(maker.scopes, grant.scopes);
    this.assertFuture(grant.expiresAt);
    if (!outlives(grant.expiresAt, maker.expiresAt)) return;
    const limit = maker.expiresAt?.toISOString() ?? '';
    throw ValidationFailedError.of(
      'expires_at',
      'out_of_range',
      `expires_at must be at most ${limit}, when the API key of this request expires.`,
    );
  }

  private assertRotatable(key: ApiKeyEntity | undefined): ApiKeyEntity {
    if (key === undefined) throw new NotFoundError('API key');
    if (key.rotatedAt !== null) {
      throw new InvalidStateError('The API key has been rotated already. Rotate the key that replaced it.');
    }
    if (!isUsable(key, this.clock.now())) {
      throw new InvalidStateError('A revoked or expired API key cannot be rotated.');
    }
    return key;
  }

  /** A key that a rotation replaced does not count as another one: it expires with its overlap. */
  private assertNotLast(key: ApiKeyEntity, managing: readonly ApiKeyEntity[]): void {
    const now = this.clock.now();
    if (!includesScope(key.scopes, MANAGE_KEYS) || !isUsable(key, now)) return;
    const others = managing.filter(
      (it) => it.id !== key.id && it.rotatedAt === null && includesScope(it.scopes, MANAGE_KEYS),
    );
    if (others.some((it) => isUsable(it, now))) return;
    throw new InvalidStateError(
      'This is the last API key that can manage keys: without it nobody can create another one. ' +
        'Create one with the scope "keys:manage" first, or confirm with ?confirm=last_key.',
    );
  }
}

function idOf(caller: Caller): string {
  if (caller.apiKey === undefined) throw new UnauthorizedError();
  return caller.apiKey.id;
}
