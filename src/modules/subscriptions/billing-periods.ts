import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { billedPeriod, currentPeriod, type BilledPeriod, type Period } from './periods';
import { ruleOf } from './running-subscription';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionsService } from './subscriptions.service';

/** The period that contains an instant, and what a bill made at it would cover. */
export interface BillingPeriods {
  current: Period;
  billed: BilledPeriod;
}

/** Answers questions about a subscription's calendar, under the plan that it is on now. */
@Injectable()
export class BillingPeriodsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly plans: SubscriptionPlans,
  ) {}

  /** @throws NotFoundError */
  at(organizationId: string, id: string, at: Date): Promise<BillingPeriods> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const subscription = await this.subscriptions.get(organizationId, id);
      const version = await this.plans.versionOf(tx, subscription);
      const timezone = subscription.timezone ?? (await this.plans.timezoneOf(tx, subscription));
      const rule = ruleOf(subscription, version, timezone);
      const life = { startedAt: segmentStart(subscription, at), endedAt: subscription.endedAt };
      return {
        current: currentPeriod(rule, life, at),
        billed: billedPeriod(rule, life, version.payInAdvance, at),
      };
    });
  }
}

/** When the plan took over that `at` lies under; for another plan than the present one, the first start. */
function segmentStart({ subscriptionAt, segmentStartedAt }: SubscriptionEntity, at: Date): Date {
  return segmentStartedAt !== null && at >= segmentStartedAt ? segmentStartedAt : subscriptionAt;
}
