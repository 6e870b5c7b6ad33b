import { Injectable } from '@nestjs/common';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { ProviderNotificationEntity, type NotificationStatus } from './notification.entity';

export interface NotificationFilters {
  status?: NotificationStatus | undefined;
  paymentId?: string | undefined;
}

/** Queries of the inbox. */
@Injectable()
export class NotificationsRepository {
  /** False when this event, or the same body under another event id, is there already. */
  async insertNew(tx: Transaction, notification: ProviderNotificationEntity): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(ProviderNotificationEntity);
    const result = await insert.values(notification).orIgnore().returning('id').execute();
    return (result.raw as unknown[]).length > 0;
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

  /** What waits for the payment's success, oldest first. */
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
