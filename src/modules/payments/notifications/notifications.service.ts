import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { PaymentProviders } from '../providers/payment-providers';
import { Inbox } from './inbox';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type NotificationFilters } from './notifications.repository';

/** Lists stored notifications for merchants, and reprocesses them on request (docs/payments.md#review). */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly providers: PaymentProviders,
    private readonly inbox: Inbox,
  ) {}

  /**
   * Lists notifications, even if the provider is no longer connected.
   *
   * @throws RequestError (404) for an unknown provider.
   */
  async list(
    organizationId: string,
    provider: string,
    filters: NotificationFilters,
    query: PageQuery,
  ): Promise<Page<ProviderNotificationEntity>> {
    const { name } = this.providers.get(provider);
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, name, filters, query),
    );
  }

  /**
   * Reprocesses a notification that had no effect.
   *
   * @throws NotFoundError; InvalidStateError if it had an effect.
   */
  async reprocess(organizationId: string, provider: string, id: string): Promise<ProviderNotificationEntity> {
    return this.inbox.reprocess(organizationId, this.providers.get(provider), id);
  }
}
