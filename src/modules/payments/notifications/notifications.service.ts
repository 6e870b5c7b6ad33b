import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { PaymentProviders } from '../providers/payment-providers';
import { Inbox } from './inbox';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type NotificationFilters } from './notifications.repository';

/** Use cases of the notifications that a merchant looks through (billing-rules.md, Payments). */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly providers: PaymentProviders,
    private readonly inbox: Inbox,
  ) {}

  /** Also of a provider that is not connected any more. @throws RequestError (404) for no provider at all. */
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

  /** @throws NotFoundError; InvalidStateError when it has been processed. */
  async reprocess(organizationId: string, provider: string, id: string): Promise<ProviderNotificationEntity> {
    return this.inbox.reprocess(organizationId, this.providers.get(provider), id);
  }
}
