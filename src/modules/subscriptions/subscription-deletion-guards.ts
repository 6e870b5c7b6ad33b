import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import type { CustomerDependent, CustomerDocument, CustomerKey } from '../customers';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Keeps customers that have subscriptions, and the currency of customers that have or had some. */
@Injectable()
export class SubscribedCustomers implements CustomerDependent, DeletionGuard {
  constructor(private readonly repository: SubscriptionsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return reasonOf(await this.repository.findOpen(tx, organizationId, customerId));
  }

  async documentNotIn(
    tx: Transaction,
    { organizationId, customerId }: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null> {
    const currencies = await this.repository.currenciesOf(tx, organizationId, customerId);
    const currency = currencies.find((it) => it !== than);
    return currency === undefined ? null : { name: 'a subscription', currency };
  }
}

/** Keeps plans that subscriptions are on, or are scheduled to change to. */
@Injectable()
export class SubscribedPlans implements DeletionGuard {
  constructor(private readonly repository: SubscriptionsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, planId: string): Promise<string | null> {
    if (!(await this.repository.usesPlan(tx, organizationId, planId))) return null;
    return (
      'Pending or active subscriptions are on the plan, or are scheduled to change to it; it cannot be deleted. ' +
      'End them, or move them to another plan first.'
    );
  }
}

function reasonOf(open: SubscriptionEntity | null): string | null {
  if (open === null) return null;
  return open.status === 'pending'
    ? `The customer has a pending subscription; cancel it first: POST /v1/subscriptions/${open.id}/cancel.`
    : `The customer has an active subscription; terminate it first: DELETE /v1/subscriptions/${open.id}.`;
}
