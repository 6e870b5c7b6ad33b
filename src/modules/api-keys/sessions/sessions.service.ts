import { Inject, Injectable } from '@nestjs/common';
import { tagged } from '../../../platform/cells/cell-tag';
import { CONFIG, type Config } from '../../../platform/config/config';
import type { AuditedOperation } from '../../../platform/database/audited-operation';
import { Transactions, type Caller, type CallerKey } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import { UnauthorizedError } from '../../../platform/errors/app-error';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { ApiKeyAuthentication, callerKeyOf } from '../api-key-authentication';
import { hashToken, newToken } from './session.rules';
import { SessionsRepository, type LiveSession } from './sessions.repository';

/** Who signs in or out. */
export interface SignedIn {
  caller: Caller & { apiKey: CallerKey };
  /** For the cookie. Nothing else may show it. */
  token: string;
}

/** Use cases of the sessions of the dashboard (docs/security.md#sessions-of-the-dashboard). */
@Injectable()
export class SessionsService {
  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: SessionsRepository,
    private readonly authentication: ApiKeyAuthentication,
    @Inject(CONFIG) private readonly config: Pick<Config, 'cell'>,
  ) {
    const run = () => this.deleteExpired();
    jobs.scheduledJob({
      name: 'dashboard_sessions',
      schedule: SCHEDULES.dashboardSessions,
      exclusive: true,
      run,
    });
  }

  /** Exchanges an API key for a new session. @throws UnauthorizedError unless the key is usable. */
  async signIn(rawKey: string, operation: AuditedOperation | undefined): Promise<SignedIn> {
    const key = await this.authentication.authenticate(rawKey);
    if (key === null)
      throw new UnauthorizedError('The API key is not valid: it is wrong, revoked or expired.');
    const { organizationId, id: apiKeyId } = key;
    const sessionId = newId();
    const apiKey = callerKeyOf({ ...key, sessionId });
    const token = tagged(this.config.cell, newToken());
    await this.transactions.runFor(by({ organizationId, apiKey }, operation), async (tx) => {
      const session = { organizationId, id: sessionId, apiKeyId };
      await this.repository.insert(tx, { ...session, tokenHash: hashToken(token) });
      return session;
    });
    return { caller: { organizationId, apiKey }, token };
  }

  /** Returns a session that is usable now. @throws UnauthorizedError for any other token. */
  async get(token: string): Promise<LiveSession> {
    const session = await this.authentication.session(token);
    if (session === null) throw new UnauthorizedError('The session has ended. Sign in again.', 'session');
    return session;
  }

  /** Ends a session. A no-op without one, so that whoever signs out is signed out. */
  async signOut(token: string, operation: AuditedOperation | undefined): Promise<void> {
    const session = await this.authentication.session(token);
    if (session === null) return;
    const { organizationId, sessionId: id } = session;
    await this.transactions.runFor(
      by({ organizationId, apiKey: callerKeyOf(session) }, operation),
      async (tx) => {
        await this.repository.delete(tx, { organizationId, id });
        return { id };
      },
    );
  }

  /** Deletes expired sessions and returns their number. */
  async deleteExpired(): Promise<number> {
    let deleted = 0;
    for (let batch = -1; batch !== 0; deleted += Math.max(0, batch)) {
      batch = await this.transactions.run((tx) => this.repository.deleteExpired(tx));
    }
    return deleted;
  }
}

/** The route knows no caller before the key or the session is checked. */
function by(caller: Caller & { apiKey: CallerKey }, operation: AuditedOperation | undefined): Caller {
  if (operation === undefined) return caller;
  return { ...caller, operation: { ...operation, actor: { type: 'api_key', ...caller.apiKey } } };
}
