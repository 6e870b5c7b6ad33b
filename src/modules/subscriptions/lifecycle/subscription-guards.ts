import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DeletionGuard } from '../../../platform/extensions';
import { SubscriptionsRepository } from '../subscriptions.repository';

/** Keeps customers with pending or active subscriptions from being deleted. */
@Injectable()
export class ActiveSubscriptionsGuard implements DeletionGuard {
  constructor(private readonly repository: SubscriptionsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return (await this.repository.hasOpen(tx, organizationId, customerId))
      ? 'open subscriptions; terminate or cancel them first'
      : null;
  }
}

/** Keeps the currency of customers with subscriptions. */
@Injectable()
export class SubscribedCurrencyGuard implements DeletionGuard {
  constructor(private readonly repository: SubscriptionsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return (await this.repository.hasAny(tx, organizationId, customerId)) ? 'subscriptions' : null;
  }
}

/** Keeps plans that subscriptions are on, or change to, from being deleted. */
@Injectable()
export class SubscribedPlanGuard implements DeletionGuard {
  constructor(private readonly repository: SubscriptionsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, planId: string): Promise<string | null> {
    return (await this.repository.usesPlan(tx, organizationId, planId)) ? 'subscriptions' : null;
  }
}
