import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { NotChargedReason } from './not-charged';
import type { UsageEvent } from './usage-event';
import { UsageEventsRepository } from './usage-events.repository';

export interface EventQuery {
  transactionId: string | undefined;
  externalCustomerId: string | undefined;
  externalSubscriptionId: string | undefined;
  code: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  charged: boolean | undefined;
  notChargedReason: NotChargedReason | undefined;
}

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
  list(
    organizationId: string,
    { externalCustomerId, externalSubscriptionId, ...filters }: EventQuery,
    query: PageQuery,
  ): Promise<Page<UsageEvent>> {
    const external = { externalCustomerId, externalSubscriptionId };
    const anySubscription = externalCustomerId === undefined && externalSubscriptionId === undefined;
    return this.transactions.readFor(organizationId, async (tx) => {
      const subscriptionIds = anySubscription
        ? undefined
        : await this.repository.findSubscriptionIds(tx, organizationId, external);
      return this.repository.list(tx, organizationId, { ...filters, subscriptionIds }, query);
    });
  }
}
