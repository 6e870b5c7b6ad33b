import { Injectable } from '@nestjs/common';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { EmailEntity, EmailMessageEntity } from './email.entity';
import type { EmailStatus } from './email.rules';

export interface EmailFilters {
  status: EmailStatus | undefined;
  customerId: string | undefined;
  objectId: string | undefined;
}

/** The key of an e-mail. */
export type EmailKey = Pick<EmailEntity, 'organizationId' | 'id'>;

/** A worker that dies while it sends delays an e-mail by this long. It exceeds the time limit of an attempt. */
const LEASE = '5 minutes';
/** How long attempts may fail before the e-mail has failed. */
const PATIENCE = '3 days';

/** Attempts are timed by the database's clock: e-mails are real, also if the test clock is moved. */
@Injectable()
export class EmailsRepository {
  find(tx: Transaction, { organizationId, id }: EmailKey): Promise<EmailEntity | null> {
    return tx.findOneBy(EmailEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, { organizationId, id }: EmailKey): Promise<EmailEntity | null> {
    const where = { organizationId, id };
    return tx.findOne(EmailEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: EmailFilters,
    query: PageQuery,
  ): Promise<Page<EmailEntity>> {
    return findPage(tx, EmailEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  /** Queues e-mails for an attempt as soon as the transaction is committed. */
  async insert(tx: Transaction, emails: readonly Omit<EmailEntity, 'nextAttemptAt'>[]): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(EmailEntity)
      .values(emails.map((it) => ({ ...it, nextAttemptAt: () => 'now()' })))
      .execute();
  }

  /** Claims e-mails of any organization that are due. */
  async claim(tx: Transaction, limit: number): Promise<EmailKey[]> {
    const [rows] = await tx.query<[EmailKey[], number]>(
      `UPDATE emails SET next_attempt_at = now() + interval '${LEASE}', attempts = attempts + 1
         FROM (SELECT organization_id, id FROM emails WHERE next_attempt_at <= now()
                ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
        WHERE emails.organization_id = due.organization_id AND emails.id = due.id
       RETURNING emails.organization_id AS "organizationId", emails.id`,
      [limit],
    );
    return rows;
  }

  async findMessage(tx: Transaction, { organizationId, id: emailId }: EmailKey): Promise<Buffer | null> {
    const found = await tx.findOneBy(EmailMessageEntity, { organizationId, emailId });
    return found?.message ?? null;
  }

  /** Keeps the message of an e-mail, unless another process has written one. */
  async saveMessage(
    tx: Transaction,
    { organizationId, id }: EmailKey,
    subject: string,
    message: Buffer,
  ): Promise<void> {
    await tx.query(
      `WITH kept AS (INSERT INTO email_messages (organization_id, email_id, message) VALUES ($1, $2, $4)
                     ON CONFLICT DO NOTHING RETURNING email_id)
       UPDATE emails SET subject = $3 FROM kept WHERE emails.organization_id = $1 AND emails.id = kept.email_id`,
      [organizationId, id, subject, message],
    );
  }

  async markSent(tx: Transaction, key: EmailKey, sentAt: Date): Promise<void> {
    await tx.update(EmailEntity, key, {
      status: 'sent',
      sentAt,
      nextAttemptAt: null,
      failingSince: null,
      error: null,
    });
  }

  async markFailed(tx: Transaction, key: EmailKey, error: string): Promise<void> {
    await tx.update(EmailEntity, key, { status: 'failed', error, nextAttemptAt: null });
  }

  /**
   * Postpones an e-mail by as long as its attempts have been failing, from a minute to an hour; after three days, it has
   * failed.
   */
  async postpone(tx: Transaction, { organizationId, id }: EmailKey, error: string): Promise<void> {
    await tx.query(
      `UPDATE emails
          SET error = $3, failing_since = coalesce(failing_since, now()),
              status = CASE WHEN failing_since < now() - interval '${PATIENCE}' THEN 'failed' ELSE 'queued' END,
              next_attempt_at = CASE WHEN failing_since < now() - interval '${PATIENCE}' THEN NULL ELSE
                now() + least(greatest(now() - coalesce(failing_since, now()), interval '1 minute'), interval '1 hour')
              END
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, error],
    );
  }

  /** Queues an e-mail for an attempt now. */
  async requeue(tx: Transaction, { organizationId, id }: EmailKey): Promise<void> {
    await tx.query(
      `UPDATE emails SET status = 'queued', next_attempt_at = now(), failing_since = NULL
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, id],
    );
  }
}
