import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { notMoving } from '../../../platform/cells/held-organizations';
import { confirmEarlierCommits } from '../../../platform/database/confirm-earlier-commits';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import { notPostponed, type DueRow } from '../../../platform/jobs/job-failures';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { ProviderNotificationEntity, type NotificationStatus } from './notification.entity';

/** The due queue of notifications that are stored and not processed yet. */
export const QUEUE = 'received-notifications';

export interface NotificationFilters {
  status?: NotificationStatus | undefined;
  paymentId?: string | undefined;
}

/** The organization and provider of notifications. */
export type Sender = Pick<ProviderNotificationEntity, 'organizationId' | 'provider'>;

/** Queries of the stored notifications. */
@Injectable()
export class NotificationsRepository {
  /**
   * Returns the ids of the new ones: neither the event nor the same body under another event id is stored. Waits for a
   * concurrent transaction that inserts the same. The COMMIT confirms the others, which are acknowledged again.
   */
  async insertNew(
    tx: Transaction,
    notifications: readonly ProviderNotificationEntity[],
  ): Promise<ReadonlySet<string>> {
    const insert = tx.createQueryBuilder().insert().into(ProviderNotificationEntity);
    const result = await insert
      .values([...notifications])
      .orIgnore()
      .returning('id')
      .execute();
    const ids = new Set((result.raw as { id: string }[]).map((it) => it.id));
    if (ids.size < notifications.length) await confirmEarlierCommits(tx);
    return ids;
  }

  async update(tx: Transaction, notification: ProviderNotificationEntity): Promise<void> {
    const { organizationId, id, ...columns } = notification;
    await tx.update(ProviderNotificationEntity, { organizationId, id }, columns);
  }

  /** Explains why a notification is not processed yet. */
  async markForReview(tx: Transaction, organizationId: string, id: string, reason: string): Promise<void> {
    const where = { organizationId, id, status: 'received' } as const;
    await tx.update(ProviderNotificationEntity, where, { reason, needsReview: true });
  }

  findForUpdate(
    tx: Transaction,
    organizationId: string,
    provider: string,
    id: string,
  ): Promise<ProviderNotificationEntity | null> {
    const where = { organizationId, provider, id };
    return tx.findOne(ProviderNotificationEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks a notification that is not processed yet; null when it is locked by another transaction, or processed. */
  claimReceived(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<ProviderNotificationEntity | null> {
    return tx.findOne(ProviderNotificationEntity, {
      where: { organizationId, id, status: 'received' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Locks those that are not processed yet, of any one organization, oldest first; leaves out postponed ones. */
  async claimDue(tx: Transaction, now: Date, limit: number): Promise<DueRow[]> {
    return tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM provider_notifications AS notification
        WHERE status = 'received' AND ${notPostponed(QUEUE, 'notification.id', '$1')} AND ${notMoving('notification')}
        ORDER BY created_at, id LIMIT $2 FOR UPDATE OF notification SKIP LOCKED`,
      [now, limit],
    );
  }

  /** Returns since when the oldest one that is not processed yet has been due; leaves out postponed ones. */
  async oldestDue(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(created_at) AS at FROM provider_notifications AS notification
        WHERE status = 'received' AND ${notPostponed(QUEUE, 'notification.id', '$1')} AND ${notMoving('notification')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Returns those that wait for the payment to succeed, oldest first. */
  findHeld(
    tx: Transaction,
    organizationId: string,
    paymentId: string,
  ): Promise<ProviderNotificationEntity[]> {
    return tx.find(ProviderNotificationEntity, {
      where: { organizationId, paymentId, status: 'held' },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Returns those that name a payment by this id of the provider and matched none on arrival, oldest first. */
  findUnmatched(
    tx: Transaction,
    { organizationId, provider }: Sender,
    providerPaymentId: string,
  ): Promise<ProviderNotificationEntity[]> {
    return tx.find(ProviderNotificationEntity, {
      where: { organizationId, provider, providerPaymentId, paymentId: IsNull(), status: 'ignored' },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Serializes the registration of a payment and the notifications about it, by the provider's id of the payment. */
  async lockProviderPayment(
    tx: Transaction,
    { organizationId, provider }: Sender,
    providerPaymentId: string,
  ): Promise<void> {
    const key = JSON.stringify(['provider-payment', organizationId, provider, providerPaymentId]);
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }

  list(
    tx: Transaction,
    organizationId: string,
    provider: string,
    filters: NotificationFilters,
    query: PageQuery,
  ): Promise<Page<ProviderNotificationEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, provider };
    return findPage(tx, ProviderNotificationEntity, where, query);
  }

  /** Empties the bodies of processed notifications about a customer's payments. */
  async eraseBodies(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await tx.query(
      `UPDATE provider_notifications AS notification SET body = '{}'
         FROM payments AS payment
        WHERE payment.organization_id = $1 AND payment.customer_id = $2
          AND notification.organization_id = $1 AND notification.payment_id = payment.id
          AND notification.status = 'processed' AND notification.body <> '{}'`,
      [organizationId, customerId],
    );
  }
}
