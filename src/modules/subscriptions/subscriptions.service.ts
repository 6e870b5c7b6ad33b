import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { PlanChanges, type PlanChangePreview } from './plan-changes';
import { SubscriptionClock } from './subscription-clock';
import { SubscriptionCreation } from './subscription-creation';
import type { SubscriptionInput } from './subscription-input';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionsRepository, type SubscriptionFilters } from './subscriptions.repository';

/** Creates and reads subscriptions (docs/billing-rules.md). */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly creation: SubscriptionCreation,
    private readonly clock: SubscriptionClock,
    private readonly planChanges: PlanChanges,
  ) {}

  create(organizationId: string, input: SubscriptionInput): Promise<SubscriptionEntity> {
    return this.transactions.runFor(organizationId, (tx) => this.creation.create(tx, organizationId, input));
  }

  list(
    organizationId: string,
    filters: SubscriptionFilters,
    query: PageQuery,
  ): Promise<Page<SubscriptionEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  /** @throws NotFoundError */
  async get(organizationId: string, id: string): Promise<SubscriptionEntity> {
    const subscription = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (subscription === null) throw new NotFoundError('subscription');
    return subscription;
  }

  previewPlanChange(organizationId: string, id: string, planId: string): Promise<PlanChangePreview> {
    return this.clock.upToDate(organizationId, id, (tx, subscription, now) =>
      this.planChanges.preview(tx, subscription, planId, now),
    );
  }
}
