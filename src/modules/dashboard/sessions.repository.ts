import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { IDLE_SECONDS, LIFETIME_SECONDS } from './session.rules';

/** A session that has not expired, with the state of its API key. */
export interface FoundSession {
  organizationId: string;
  id: string;
  apiKeyId: string;
  expiresAt: Date;
  /** Whether `last_used_at` is so old that it must be written again. */
  isStale: boolean;
  organizationName: string;
  keyName: string;
  keyPrefix: string;
  key: { status: string; expiresAt: Date | null };
}

/** All times are those of the database, so that a moved test clock ends no session. */
@Injectable()
export class SessionsRepository {
  async insert(
    tx: Transaction,
    organizationId: string,
    session: { id: string; apiKeyId: string; tokenHash: string },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO dashboard_sessions (organization_id, id, api_key_id, token_hash, created_at, last_used_at, expires_at)
       VALUES ($1, $2, $3, $4, now(), now(), now() + make_interval(secs => $5))`,
      [organizationId, session.id, session.apiKeyId, session.tokenHash, LIFETIME_SECONDS],
    );
  }

  /** Finds a session by its token. Not limited to one organization, because the token identifies the organization. */
  async findByToken(tx: Transaction, tokenHash: string): Promise<FoundSession | null> {
    const [row] = await tx.query<
      (Omit<FoundSession, 'key'> & { keyStatus: string; keyExpiresAt: Date | null })[]
    >(
      `SELECT session.organization_id AS "organizationId", session.id, session.api_key_id AS "apiKeyId",
              session.expires_at AS "expiresAt", session.last_used_at < now() - interval '1 minute' AS "isStale",
              organization.name AS "organizationName", key.name AS "keyName", key.key_prefix AS "keyPrefix",
              key.status AS "keyStatus", key.expires_at AS "keyExpiresAt"
         FROM dashboard_sessions AS session
         JOIN organizations AS organization ON organization.id = session.organization_id
         JOIN api_keys AS key ON key.organization_id = session.organization_id AND key.id = session.api_key_id
        WHERE session.token_hash = $1 AND session.expires_at > now()
          AND session.last_used_at > now() - make_interval(secs => $2)`,
      [tokenHash, IDLE_SECONDS],
    );
    if (row === undefined) return null;
    const { keyStatus, keyExpiresAt, ...session } = row;
    return { ...session, key: { status: keyStatus, expiresAt: keyExpiresAt } };
  }

  async markUsed(tx: Transaction, organizationId: string, id: string): Promise<void> {
    await tx.query(
      'UPDATE dashboard_sessions SET last_used_at = now() WHERE organization_id = $1 AND id = $2',
      [organizationId, id],
    );
  }

  async delete(tx: Transaction, organizationId: string, id: string): Promise<void> {
    await tx.query('DELETE FROM dashboard_sessions WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);
  }

  async deleteExpired(tx: Transaction, organizationId: string): Promise<void> {
    await tx.query('DELETE FROM dashboard_sessions WHERE organization_id = $1 AND expires_at <= now()', [
      organizationId,
    ]);
  }
}
