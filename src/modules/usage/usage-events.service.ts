import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { UsageEvent } from './usage-event';
import { UsageEventsRepository, type EventQuery } from './usage-events.repository';

/** Finds and lists stored events (docs/billing-rules.md#usage-events). */
@Injectable()
export class UsageEventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageEventsRepository,
  ) {}

  async get(organizationId: string, id: string): Promise<UsageEvent> {
    const event = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (event === null) throw new NotFoundError('event');
    return event;
  }

  /** Lists events. An unknown external ID matches nothing. */
  list(organizationId: string, filters: EventQuery, query: PageQuery): Promise<Page<UsageEvent>> {
    const { externalCustomerId, externalSubscriptionId } = filters;
    const anySubscription = externalCustomerId === undefined && externalSubscriptionId === undefined;
    return this.transactions.readFor(organizationId, async (tx) => {
      const subscriptionIds = anySubscription
        ? undefined
        : await this.repository.findSubscriptionIds(tx, organizationId, filters);
      return this.repository.list(tx, organizationId, { ...filters, subscriptionIds }, query);
    });
  }
}
