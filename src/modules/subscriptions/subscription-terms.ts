import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { MeteredSubscriptions, type SubscriptionTerms } from '../usage';
import { SubscriptionPlans } from './subscription-plans';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Gives the usage modules, which must not import this one, the terms of subscriptions. */
@Injectable()
export class SubscriptionTermsReader implements OnModuleInit {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly plans: SubscriptionPlans,
    private readonly metered: MeteredSubscriptions,
  ) {}

  onModuleInit(): void {
    this.metered.registerTerms((...subscription) => this.read(...subscription));
  }

  private async read(tx: Transaction, organizationId: string, id: string): Promise<SubscriptionTerms> {
    const subscription = await this.repository.find(tx, organizationId, id);
    if (subscription === null) throw new NotFoundError('subscription');
    const { currency } = await this.plans.versionOf(tx, subscription);
    return { status: subscription.status, currency };
  }
}
