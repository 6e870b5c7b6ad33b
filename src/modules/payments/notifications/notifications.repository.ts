import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { ProviderNotificationEntity, type NotificationStatus } from './notification.entity';

export interface NotificationFilters {
  status?: NotificationStatus | undefined;
  paymentId?: string | undefined;
  needsReview?: boolean | undefined;
}

/** The organization and provider that notifications belong to. */
export type Sender = Pick<ProviderNotificationEntity, 'organizationId' | 'provider'>;

@Injectable()
export class NotificationsRepository {
  /**
   * Inserts notifications and returns the IDs of the inserted ones. Skips events that are already stored,
   * and bodies that are already stored under another event ID. Waits for a concurrent transaction that
   * inserts the same event.
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
    return new Set((result.raw as { id: string }[]).map((it) => it.id));
  }

  async update(tx: Transaction, notification: ProviderNotificationEntity): Promise<void> {
    const { organizationId, id, ...columns } = notification;
    await tx.update(ProviderNotificationEntity, { organizationId, id }, columns);
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

  /**
   * Locks a notification that is not processed yet; null if it is already processed or locked by another
   * transaction.
   */
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

  /** Locks the oldest unprocessed notification of any organization, skipping locked rows. */
  claimNextReceived(tx: Transaction): Promise<ProviderNotificationEntity | null> {
    return tx.findOne(ProviderNotificationEntity, {
      where: { status: 'received' },
      order: { createdAt: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Returns notifications about the payment that are held, or need review and had no effect, oldest first. */
  findWaiting(
    tx: Transaction,
    organizationId: string,
    paymentId: string,
  ): Promise<ProviderNotificationEntity[]> {
    const about = { organizationId, paymentId };
    return tx.find(ProviderNotificationEntity, {
      where: [
        { ...about, status: 'held' },
        { ...about, status: 'ignored', needsReview: true },
      ],
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Returns notifications with this payment ID that matched no payment on arrival, oldest first. */
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

  /** Serializes transactions that process notifications about this payment ID at the provider. */
  async lockName(
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
}
