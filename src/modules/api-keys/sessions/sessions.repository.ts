import { Injectable } from '@nestjs/common';
import { notMoving } from '../../../platform/cells/held-organizations';
import type { Queries } from '../../../platform/database/reserved-connections';
import type { Transaction } from '../../../platform/database/transactions';
import type { KeyCredentials } from '../api-keys.repository';
import { IDLE_MINUTES, MAX_HOURS } from './session.rules';

/** A session that has neither expired nor been idle for too long, with its key. The key may be unusable. */
export interface LiveSession extends KeyCredentials {
  sessionId: string;
  /** The end of the session, whatever happens. */
  endsAt: Date;
  /** When it ends unless it is used again. */
  idleEndsAt: Date;
  /** Whether the use is worth a write. */
  isStale: boolean;
}

/** A new session. */
export interface NewSession {
  organizationId: string;
  id: string;
  apiKeyId: string;
  tokenHash: string;
}

/** Identifies a session. */
export type SessionKey = Pick<NewSession, 'organizationId' | 'id'>;

const DELETE_BATCH = 1000;

/** Queries of the sessions. They compare times by the clock of the database. */
@Injectable()
export class SessionsRepository {
  /** Returns live sessions by the hash of their token. The only query without an organization: it identifies the caller. */
  async findLive(tx: Queries, tokenHashes: readonly string[]): Promise<Map<string, LiveSession>> {
    const rows = await tx.query<(LiveSession & { tokenHash: string })[]>(
      `SELECT session.id AS "sessionId", session.token_hash AS "tokenHash", session.expires_at AS "endsAt",
              least(now() + $2 * interval '1 minute', session.expires_at) AS "idleEndsAt",
              session.last_used_at < now() - interval '1 minute' AS "isStale",
              key.organization_id AS "organizationId", key.id, key_prefix AS "keyPrefix", scopes, key.status,
              key.expires_at AS "expiresAt", organization.status = 'active' AS "isOrganizationActive",
              cell_state AS "cellState", moved_to AS "movedTo"
         FROM dashboard_sessions AS session
         JOIN api_keys AS key ON key.organization_id = session.organization_id AND key.id = session.api_key_id
         JOIN organizations AS organization ON organization.id = session.organization_id
        WHERE session.token_hash = ANY ($1) AND session.expires_at > now()
          AND session.last_used_at > now() - $2 * interval '1 minute'`,
      [tokenHashes, IDLE_MINUTES],
    );
    return new Map(rows.map((row) => [row.tokenHash, row]));
  }

  async insert(tx: Transaction, { organizationId, id, apiKeyId, tokenHash }: NewSession): Promise<void> {
    await tx.query(
      `INSERT INTO dashboard_sessions (organization_id, id, api_key_id, token_hash, created_at, last_used_at, expires_at)
       VALUES ($1, $2, $3, $4, now(), now(), now() + $5 * interval '1 hour')`,
      [organizationId, id, apiKeyId, tokenHash, MAX_HOURS],
    );
  }

  async delete(tx: Transaction, { organizationId, id }: SessionKey): Promise<void> {
    await tx.query('DELETE FROM dashboard_sessions WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);
  }

  /** Records that sessions are in use. Locks rows in key order: two instances would deadlock otherwise. */
  async touch(tx: Transaction, sessions: readonly SessionKey[]): Promise<void> {
    await tx.query(
      `WITH used AS (
         SELECT session.organization_id, session.id FROM dashboard_sessions AS session
           JOIN unnest($1::uuid[], $2::uuid[]) AS used (organization_id, id) USING (organization_id, id)
          ORDER BY session.organization_id, session.id FOR NO KEY UPDATE OF session)
       UPDATE dashboard_sessions AS session SET last_used_at = now()
         FROM used WHERE session.organization_id = used.organization_id AND session.id = used.id`,
      [sessions.map((it) => it.organizationId), sessions.map((it) => it.id)],
    );
  }

  /** Deletes one batch of expired sessions of all organizations and returns their number. */
  async deleteExpired(tx: Transaction): Promise<number> {
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM dashboard_sessions WHERE (organization_id, id) IN (
         SELECT organization_id, id FROM dashboard_sessions AS session
          WHERE expires_at <= now() AND ${notMoving('session')} ORDER BY expires_at LIMIT $1)`,
      [DELETE_BATCH],
    );
    return deleted;
  }
}
