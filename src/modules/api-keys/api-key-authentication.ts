import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { refusalOf as refusalOfCell } from '../../platform/cells/cell-state.rules';
import type { CallerKey } from '../../platform/database/caller';
import { GroupedLookup } from '../../platform/database/grouped-lookup';
import { AUTHENTICATION_CONNECTIONS, type Queries } from '../../platform/database/reserved-connections';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import {
  InsufficientScopeError,
  OrganizationSuspendedError,
  UnauthorizedError,
} from '../../platform/errors/app-error';
import type { Credential } from '../../platform/http/credential';
import { includesScope } from '../../platform/http/scopes';
import { RAW_KEY, hashRawKey, isUsable } from './api-key.rules';
import { ApiKeysRepository, type KeyCredentials } from './api-keys.repository';
import { LastUseRecorder } from './last-use-recorder';
import { SessionAuthentication } from './sessions/session-authentication';
import type { LiveSession } from './sessions/sessions.repository';

/** The owner of a key, as of its last look-up. */
export interface RecalledKey {
  organizationId: string;
  id: string;
  keyHash: string;
}

/** What a request wants to do. */
export interface Intent {
  /** The scope that its route needs. */
  scope: string;
  /** Whether it may change something. */
  writes: boolean;
}

/** A usable key, and the session that stands for it, if one does. */
export type AuthenticatedKey = KeyCredentials & { sessionId?: string };

/** Size of the cache from key hash to organization. */
const MAX_RECALLED = 10_000;

/** Finds the owner of a raw key or of a session, and decides what it may do (docs/security.md#scopes). */
@Injectable()
export class ApiKeyAuthentication {
  private readonly credentials: GroupedLookup<KeyCredentials>;
  /** By hash. */
  private readonly recalled = new LRUCache<string, KeyCredentials>({ max: MAX_RECALLED });

  constructor(
    repository: ApiKeysRepository,
    private readonly lastUses: LastUseRecorder,
    private readonly sessions: SessionAuthentication,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(AUTHENTICATION_CONNECTIONS) connections: Queries,
  ) {
    this.credentials = new GroupedLookup((hashes) => repository.findByHashes(connections, hashes));
  }

  /**
   * Returns the key of a request.
   *
   * @throws UnauthorizedError unless the key or the session is usable; InsufficientScopeError if the key lacks the scope;
   *   OrganizationSuspendedError for a change of a suspended organization; OrganizationArrivingError,
   *   OrganizationMovedError if another cell serves it.
   */
  async admit(credential: Credential | null, { scope, writes }: Intent): Promise<AuthenticatedKey> {
    const key = await this.use(credential);
    if (key === null) throw refusalOf(credential);
    const refusal = refusalOfCell(key.cellState, key.movedTo);
    if (refusal !== null) throw refusal;
    if (!includesScope(key.scopes, scope)) throw new InsufficientScopeError(scope);
    if (writes && !key.isOrganizationActive) throw new OrganizationSuspendedError();
    return key;
  }

  /** Returns a usable key by its raw key and records the use; null for any other raw key. */
  async authenticate(rawKey: string): Promise<KeyCredentials | null> {
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

  /** Returns a live session whose key is usable, and records the use; null for any other token. */
  async session(token: string): Promise<LiveSession | null> {
    const found = await this.usableSession(token);
    if (found === null) return null;
    this.sessions.noteUse(found);
    this.lastUses.record(found.organizationId, found.id, this.clock.now());
    return found;
  }

  /** Returns the key of a request that is still being served, if it is still usable. Does not prolong a session. */
  async recheck(credential: Credential | null): Promise<AuthenticatedKey | null> {
    return credential?.type === 'session' ? this.usableSession(credential.token) : this.use(credential);
  }

  /**
   * Returns the owner of a raw key from memory, without a query; null for a key that this process has not seen or that
   * lacks the scope. The key may have been revoked since, and its organization suspended: the caller must check it with findUsableKeys in its own
   * transaction before it responds, and call `noteUse` once it has served the request.
   */
  recall(rawKey: string, scope: string): RecalledKey | null {
    if (!RAW_KEY.test(rawKey)) return null;
    const keyHash = hashRawKey(rawKey);
    const known = this.recalled.get(keyHash);
    if (known === undefined || !includesScope(known.scopes, scope)) return null;
    return { organizationId: known.organizationId, id: known.id, keyHash };
  }

  /** Records that a recalled key has authenticated a request. */
  noteUse({ organizationId, id }: RecalledKey): void {
    this.lastUses.record(organizationId, id, this.clock.now());
  }

  private async use(credential: Credential | null): Promise<AuthenticatedKey | null> {
    switch (credential?.type) {
      case 'api_key':
        return this.authenticate(credential.rawKey);
      case 'session':
        return credential.isBackground
          ? this.usableSession(credential.token)
          : this.session(credential.token);
      case undefined:
        return null;
    }
  }

  private async usableSession(token: string): Promise<LiveSession | null> {
    const found = await this.sessions.find(token);
    return found !== null && isUsable(found, this.clock.now()) ? found : null;
  }
}

/** Returns the key as use cases know it. */
export function callerKeyOf({ id, keyPrefix, sessionId }: AuthenticatedKey): CallerKey {
  return { id, prefix: keyPrefix, ...(sessionId === undefined ? {} : { sessionId }) };
}

function refusalOf(credential: Credential | null): UnauthorizedError {
  if (credential?.type !== 'session') return new UnauthorizedError();
  return new UnauthorizedError('There is no session, or it has ended. Sign in again.', 'session');
}
