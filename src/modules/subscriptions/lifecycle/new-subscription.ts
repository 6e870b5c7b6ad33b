import { newId } from '../../../platform/domain/id';
import type { PlanVersion } from '../../plans';
import type { SubscriptionInput } from '../subscription.dto';
import type { SubscriptionEntity } from '../subscription.entity';
import { priceInForce } from './price-in-force';

const NOT_STARTED = {
  startedAt: null,
  trialEndsAt: null,
  trialEndedAt: null,
  canceledAt: null,
  cancelsAt: null,
  terminatedAt: null,
  endedAt: null,
  previousPlanId: null,
  nextPlanId: null,
  planStartedAt: null,
  periodFrom: null,
  periodTo: null,
  timezone: null,
  usagePeriodId: null,
  usageFrom: null,
  advanceFeeId: null,
  billingError: null,
} satisfies Partial<SubscriptionEntity>;

/** The fields of a new subscription. */
export interface NewSubscription extends SubscriptionInput {
  organizationId: string;
  version: PlanVersion;
  subscriptionAt: Date;
}

/** Returns a pending subscription. */
export function newSubscription({ version, ...fields }: NewSubscription, now: Date): SubscriptionEntity {
  const dates = { nextActionAt: fields.subscriptionAt, createdAt: now, updatedAt: now };
  return { ...NOT_STARTED, ...fields, ...priceInForce(version), ...dates, id: newId(), status: 'pending' };
}
