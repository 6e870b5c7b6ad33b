import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import {
  CustomerDeletionGuard,
  CustomerDependents,
  type CustomerDependent,
  type CustomerDocument,
  type CustomerKey,
} from '../customers';
import { PlanDeletionGuard } from '../plans';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Keeps customers and plans that have subscriptions, and the currency of customers that have or had some. */
@Injectable()
export class SubscriptionDeletionGuards implements CustomerDependent, OnModuleInit {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly planDeletionGuard: PlanDeletionGuard,
    private readonly customerDeletionGuard: CustomerDeletionGuard,
    private readonly dependents: CustomerDependents,
  ) {}

  onModuleInit(): void {
    this.planDeletionGuard.register((...plan) => this.repository.usesPlan(...plan));
    this.customerDeletionGuard.register(async (...customer) =>
      obstacleOf(await this.repository.findOpen(...customer)),
    );
    this.dependents.register(this);
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

/** Returns the end of "The customer has …". */
function obstacleOf(open: SubscriptionEntity | null): string | null {
  if (open === null) return null;
  return open.status === 'pending'
    ? `a pending subscription; cancel it first: POST /v1/subscriptions/${open.id}/cancel`
    : `an active subscription; terminate it first: DELETE /v1/subscriptions/${open.id}`;
}
