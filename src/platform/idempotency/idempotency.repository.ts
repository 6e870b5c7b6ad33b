import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { notMoving } from '../cells/held-organizations';
import type { Transaction } from '../database/transactions';
import { SecretBox, type SecretContext } from '../secrets/secret-box';
import { IdempotencyKeyEntity, SECRET_PURPOSE } from './idempotency-key.entity';

const DAY_MS = 24 * 60 * 60 * 1000;
const DELETE_BATCH = 1000;

/** A response to replay. */
export interface StoredResponse {
  fingerprint: string;
  status: number;
  body: string;
}

/** Queries of the idempotency keys. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly secrets: SecretBox) {}

  /** Returns false while a request with this key is running. The lock ends with the transaction, also in a crash. */
  async tryLock(tx: Transaction, organizationId: string, key: string): Promise<boolean> {
    const [row] = await tx.query<[{ locked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS locked',
      [`${organizationId}/${key}`],
    );
    return row.locked;
  }

  async find(
    tx: Transaction,
    organizationId: string,
    key: string,
    now: Date,
  ): Promise<StoredResponse | null> {
    const row = await tx.findOneBy(IdempotencyKeyEntity, { organizationId, key, expiresAt: MoreThan(now) });
    if (row === null) return null;
    const body = this.secrets.open(row.sealedBody, contextOf(organizationId, key));
    return { fingerprint: row.fingerprint, status: row.status, body };
  }

  async store(
    tx: Transaction,
    organizationId: string,
    key: string,
    response: StoredResponse,
    now: Date,
  ): Promise<void> {
    await tx.upsert(
      IdempotencyKeyEntity,
      {
        organizationId,
        key,
        fingerprint: response.fingerprint,
        status: response.status,
        sealedBody: this.secrets.seal(response.body, contextOf(organizationId, key)),
        customerId: customerOf(response.body),
        expiresAt: new Date(now.getTime() + DAY_MS),
      },
      ['organizationId', 'key'],
    );
  }

  /**
   * Changes the stored responses that show a customer or belong to it.
   *
   * @param erased returns the response without personal data, or the same response if it has none
   */
  async eraseAbout(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    erased: (response: object) => object,
  ): Promise<void> {
    const where = { organizationId, customerId };
    for (const { key, sealedBody } of await tx.findBy(IdempotencyKeyEntity, where)) {
      const context = contextOf(organizationId, key);
      const body = JSON.stringify(erased(JSON.parse(this.secrets.open(sealedBody, context)) as object));
      await tx.update(
        IdempotencyKeyEntity,
        { organizationId, key },
        { sealedBody: this.secrets.seal(body, context) },
      );
    }
  }

  /** Deletes one batch of expired keys of all organizations and returns their number. */
  async deleteExpired(tx: Transaction, now: Date): Promise<number> {
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM idempotency_keys WHERE (organization_id, key) IN (
         SELECT organization_id, key FROM idempotency_keys AS expired
          WHERE expires_at <= $1 AND ${notMoving('expired')} ORDER BY expires_at LIMIT $2)`,
      [now, DELETE_BATCH],
    );
    return deleted;
  }
}

/** Returns the customer that a response shows (it alone has an e-mail address) or belongs to. */
function customerOf(text: string): string | null {
  const body = (JSON.parse(text) ?? {}) as { id?: unknown; customer_id?: unknown };
  const id = 'email' in body ? body.id : body.customer_id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}

const contextOf = (organizationId: string, key: string): SecretContext => ({
  purpose: SECRET_PURPOSE,
  organizationId,
  row: key,
});
