import { newId } from '../../platform/domain/id';
import type { PriceInForce } from './price-in-force';
import type { SubscriptionInput } from './subscription-input';
import type { SubscriptionEntity } from './subscription.entity';

const NOT_YET = {
  startedAt: null,
  anchorDay: null,
  trialEndsAt: null,
  trialEndedAt: null,
  trialBeganAt: null,
  canceledAt: null,
  cancelsAt: null,
  terminatedAt: null,
  endedAt: null,
  previousPlanId: null,
  nextPlanId: null,
  nextPlanVersionId: null,
  planStartedAt: null,
  periodFrom: null,
  periodTo: null,
  timezone: null,
  firstDay: null,
  usagePeriodId: null,
  usageFrom: null,
  advanceFeeId: null,
  billingError: null,
} satisfies Partial<SubscriptionEntity>;

export interface NewSubscription extends SubscriptionInput, PriceInForce {
  organizationId: string;
  subscriptionAt: Date;
}

/** Returns a pending subscription, whose next action is its start. Does not insert it. */
export function newSubscription(about: NewSubscription, now: Date): SubscriptionEntity {
  const dates = { nextActionAt: about.subscriptionAt, createdAt: now, updatedAt: now };
  return { ...NOT_YET, ...about, ...dates, id: newId(), status: 'pending', rowVersion: 1 };
}
