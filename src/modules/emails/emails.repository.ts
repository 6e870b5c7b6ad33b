import { Injectable } from '@nestjs/common';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { notHeld, notMoving } from '../../platform/cells/held-organizations';
import { notPostponed, type DueRow } from '../../platform/jobs/job-failures';
import { EmailEntity, EmailMessageEntity } from './email.entity';
import type { EmailKind, EmailState } from './email.rules';

/** The due queue of e-mails to send. */
export const QUEUE = 'emails';

/** Which e-mails a list has. */
export interface EmailFilters {
  kind: EmailKind | undefined;
  state: EmailState | undefined;
  customerId: string | undefined;
  invoiceId: string | undefined;
  creditNoteId: string | undefined;
  paymentRequestId: string | undefined;
}

/** Queries of e-mails and their messages. */
@Injectable()
export class EmailsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<EmailEntity | null> {
    return tx.findOneBy(EmailEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<EmailEntity | null> {
    return tx.findOne(EmailEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: EmailFilters,
    query: PageQuery,
  ): Promise<Page<EmailEntity>> {
    return findPage(tx, EmailEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  findMessage(tx: Transaction, organizationId: string, emailId: string): Promise<EmailMessageEntity | null> {
    return tx.findOneBy(EmailMessageEntity, { organizationId, emailId });
  }

  /** Inserts e-mails, but for automatic ones whose source has one already. */
  async insert(tx: Transaction, emails: readonly EmailEntity[]): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(EmailEntity)
      .values([...emails])
      .orIgnore()
      .execute();
  }

  async update(
    tx: Transaction,
    { organizationId, id }: DueRow,
    changes: Partial<Omit<EmailEntity, 'organizationId' | 'id'>>,
  ): Promise<void> {
    await tx.update(EmailEntity, { organizationId, id }, changes);
  }

  /** Stores the message of an e-mail that has none. */
  async insertMessage(tx: Transaction, message: EmailMessageEntity): Promise<void> {
    await tx.insert(EmailMessageEntity, message);
  }

  /** Cancels what waits for a customer, and removes its personal data from everything else. */
  async erase(tx: Transaction, organizationId: string, customerId: string, now: Date): Promise<void> {
    await tx.query(
      `DELETE FROM email_messages AS message USING emails AS email
        WHERE email.organization_id = $1 AND email.customer_id = $2
          AND message.organization_id = $1 AND message.email_id = email.id`,
      [organizationId, customerId],
    );
    await tx.query(
      `UPDATE emails
          SET state = CASE WHEN state = 'pending' THEN 'canceled' ELSE state END,
              completed_at = coalesce(completed_at, $3), due_at = NULL,
              recipient = NULL, subject = NULL, last_error = NULL, updated_at = $3
        WHERE organization_id = $1 AND customer_id = $2`,
      [organizationId, customerId, now],
    );
  }

  /** Locks the oldest due e-mails of one organization, at most `limit`; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<DueRow[]> {
    const claimed = await tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM emails AS email
        WHERE due_at <= $1 AND ${notPostponed(QUEUE, 'email.id', '$1')} AND ${notHeld('email')}
        ORDER BY due_at, organization_id, id LIMIT $2 FOR UPDATE OF email SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return claimed.filter((it) => it.organizationId === claimed[0]?.organizationId);
  }

  async nextDueAt(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM emails AS email
        WHERE due_at IS NOT NULL AND ${notPostponed(QUEUE, 'email.id', '$1')} AND ${notHeld('email')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Returns when the oldest e-mail that waits was queued, of all organizations. */
  async oldestWaiting(reader: Transaction): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(created_at) AS at FROM emails AS email WHERE state = 'pending' AND ${notHeld('email')}`,
    );
    return row?.at ?? null;
  }

  /** Deletes one batch of messages from before then, of any organization. Returns their number. */
  async deleteMessagesBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM email_messages WHERE (organization_id, email_id) IN (
         SELECT message.organization_id, message.email_id FROM email_messages AS message
           JOIN emails AS email ON email.organization_id = message.organization_id AND email.id = message.email_id
          WHERE message.created_at < $1 AND email.state <> 'pending' AND ${notMoving('message')}
          ORDER BY message.created_at LIMIT $2 FOR UPDATE OF message SKIP LOCKED)`,
      [before, limit],
    );
    return deleted;
  }
}
