import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerDeletionGuard } from '../customers';
import { PlanDeletionGuard } from '../plans';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Refuses to delete customers and plans that have subscriptions. */
@Injectable()
export class SubscriptionDeletionGuards implements OnModuleInit {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly planDeletionGuard: PlanDeletionGuard,
    private readonly customerDeletionGuard: CustomerDeletionGuard,
  ) {}

  onModuleInit(): void {
    this.planDeletionGuard.register((...plan) => this.repository.usesPlan(...plan));
    this.customerDeletionGuard.register(async (...customer) =>
      (await this.repository.hasOpen(...customer)) ? 'active subscriptions' : null,
    );
  }
}
