import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { ApiKeysService, isUsable } from '../api-keys';
import { hashOfToken, newToken } from './session.rules';
import { SessionsRepository, type FoundSession } from './sessions.repository';

/** Implements docs/security.md#dashboard-sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SessionsRepository,
    private readonly apiKeys: ApiKeysService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Exchanges an API key for a session, and returns the token of the session.
   *
   * @throws UnauthorizedError for a key that is unknown, revoked or expired
   */
  async open(rawKey: string): Promise<string> {
    const key = await this.apiKeys.identify(rawKey);
    if (key === null) {
      throw new UnauthorizedError('This API key does not exist, was revoked, or has expired.');
    }
    const token = newToken();
    await this.transactions.runFor(key.organizationId, async (tx) => {
      await this.repository.deleteExpired(tx, key.organizationId);
      await this.repository.insert(tx, key.organizationId, {
        id: newId(),
        apiKeyId: key.id,
        tokenHash: hashOfToken(token) ?? '',
      });
    });
    return token;
  }

  /** Returns the session of a token, and records its use; null if it has expired, or if its API key has ended. */
  async find(token: string | undefined): Promise<FoundSession | null> {
    const tokenHash = hashOfToken(token);
    if (tokenHash === null) return null;
    const found = await this.repository.findByToken(this.transactions.reader, tokenHash);
    if (found === null || !isUsable(found.key, this.clock.now())) return null;
    if (found.isStale) {
      await this.transactions.runFor(found.organizationId, (tx) =>
        this.repository.markUsed(tx, found.organizationId, found.id),
      );
    }
    return found;
  }

  /** Ends the session of a token. A no-op if there is none. */
  async close(token: string | undefined): Promise<void> {
    const session = await this.find(token);
    if (session === null) return;
    await this.transactions.runFor(session.organizationId, (tx) =>
      this.repository.delete(tx, session.organizationId, session.id),
    );
  }
}
