import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { Transaction } from '../database/transactions';
import { SecretBox } from '../secrets/secret-box';
import { IdempotencyKeyEntity } from './idempotency-key.entity';
import { responseContext } from './sealed-responses';

const DAY_MS = 24 * 60 * 60 * 1000;
const DELETE_BATCH = 1000;
/** Lowest status that does not report success. */
const FIRST_REFUSAL = 300;

/** A stored response. `body` is JSON, decrypted. */
export interface KeptAnswer {
  fingerprint: string;
  status: number;
  body: string;
}

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly secrets: SecretBox) {}

  /**
   * Locks the key until the transaction ends, even by a crash. Returns false while another request with this key is
   * running.
   */
  async tryLock(tx: Transaction, organizationId: string, key: string): Promise<boolean> {
    const [row] = await tx.query<[{ locked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS locked',
      [`${organizationId}/${key}`],
    );
    return row.locked;
  }

  /** Returns the stored response. Skips refusals: earlier versions stored them as well. */
  async find(tx: Transaction, organizationId: string, key: string, now: Date): Promise<KeptAnswer | null> {
    const row = await tx.findOneBy(IdempotencyKeyEntity, {
      organizationId,
      key,
      expiresAt: MoreThan(now),
      status: LessThan(FIRST_REFUSAL),
    });
    if (row === null) return null;
    const body = this.secrets.open(row.sealedBody, responseContext(organizationId, key));
    return { fingerprint: row.fingerprint, status: row.status, body };
  }

  /** Stores the response for 24 hours. */
  async keep(
    tx: Transaction,
    organizationId: string,
    key: string,
    answer: KeptAnswer,
    now: Date,
  ): Promise<void> {
    await tx.upsert(
      IdempotencyKeyEntity,
      {
        organizationId,
        key,
        fingerprint: answer.fingerprint,
        status: answer.status,
        sealedBody: this.secrets.seal(answer.body, responseContext(organizationId, key)),
        expiresAt: new Date(now.getTime() + DAY_MS),
      },
      ['organizationId', 'key'],
    );
  }

  /** Deletes one batch of expired keys of all organizations. Returns their number. */
  async deleteExpired(tx: Transaction, now: Date): Promise<number> {
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM idempotency_keys WHERE (organization_id, key) IN (
         SELECT organization_id, key FROM idempotency_keys WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
      [now, DELETE_BATCH],
    );
    return deleted;
  }
}
