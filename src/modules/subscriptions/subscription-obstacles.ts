import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerUsage } from '../customers';
import { PlanUsage } from '../plans';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Prevents customers and plans with subscriptions from being deleted. */
@Injectable()
export class SubscriptionObstacles implements OnModuleInit {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly planUsage: PlanUsage,
    private readonly customerUsage: CustomerUsage,
  ) {}

  onModuleInit(): void {
    this.planUsage.register((...plan) => this.repository.usesPlan(...plan));
    this.customerUsage.register(async (...customer) =>
      (await this.repository.hasOpen(...customer)) ? 'active subscriptions' : null,
    );
  }
}
