import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Batcher } from '../../../platform/batching/batcher';
import { GroupedLookup } from '../../../platform/database/grouped-lookup';
import { AUTHENTICATION_CONNECTIONS, type Queries } from '../../../platform/database/reserved-connections';
import { Transactions } from '../../../platform/database/transactions';
import { logger } from '../../../platform/observability/logger';
import { TOKEN, hashToken } from './session.rules';
import { SessionsRepository, type LiveSession, type SessionKey } from './sessions.repository';

/** Finds the session of a token, and keeps it alive while it is used. */
@Injectable()
export class SessionAuthentication implements BeforeApplicationShutdown {
  private readonly sessions: GroupedLookup<LiveSession>;
  /** Ids of the sessions whose use is being stored. */
  private readonly touched = new Set<string>();
  private readonly uses: Batcher<SessionKey, undefined>;

  constructor(
    private readonly repository: SessionsRepository,
    private readonly transactions: Transactions,
    @Inject(AUTHENTICATION_CONNECTIONS) connections: Queries,
  ) {
    this.sessions = new GroupedLookup((hashes) => repository.findLive(connections, hashes));
    this.uses = new Batcher({ maxSize: Infinity, write: (uses) => this.store(uses) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.uses.drain();
  }

  /** Returns the live session of a token, without prolonging it; null for any other token. */
  find(token: string): Promise<LiveSession | null> {
    return TOKEN.test(token) ? this.sessions.get(hashToken(token)) : Promise.resolve(null);
  }

  /** Records that a request has used the session, at most once a minute. */
  noteUse({ organizationId, sessionId: id, isStale }: LiveSession): void {
    if (!isStale || this.touched.has(id)) return;
    this.touched.add(id);
    void this.uses.add({ organizationId, id });
  }

  private async store(uses: readonly SessionKey[]): Promise<undefined[]> {
    try {
      await this.repository.touch(this.transactions.reader, uses);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'Uses of dashboard sessions could not be stored');
    }
    return uses.map(({ id }) => {
      this.touched.delete(id);
      return undefined;
    });
  }
}
