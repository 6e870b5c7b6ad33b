import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { PaymentProviders } from '../providers/payment-providers';
import { NotificationProcessor } from './notification-processor';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type NotificationFilters } from './notifications.repository';

/** Use cases of the stored notifications that a merchant looks through (docs/payments.md#review). */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly providers: PaymentProviders,
    private readonly processor: NotificationProcessor,
  ) {}

  /** Lists also those of a provider that is no longer connected. @throws RequestError (404) for an unknown provider. */
  async list(
    caller: Caller,
    provider: string,
    filters: NotificationFilters,
    query: PageQuery,
  ): Promise<Page<ProviderNotificationEntity>> {
    const { name } = this.providers.get(provider);
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, name, filters, query),
    );
  }

  /** Processes a notification without effect again. @throws NotFoundError; InvalidStateError when it had an effect. */
  async reprocess(caller: Caller, provider: string, id: string): Promise<ProviderNotificationEntity> {
    const { name } = this.providers.get(provider);
    return this.transactions.runFor(caller, async (tx) => {
      const notification = await this.repository.findForUpdate(tx, caller.organizationId, name, id);
      if (notification === null) throw new NotFoundError('notification');
      if (notification.status === 'processed') {
        throw new InvalidStateError('The notification has already been processed.');
      }
      return this.processor.process(tx, notification);
    });
  }
}
