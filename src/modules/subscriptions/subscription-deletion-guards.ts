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
      (await this.repository.hasOpen(...customer)) ? 'active subscriptions' : null,
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
