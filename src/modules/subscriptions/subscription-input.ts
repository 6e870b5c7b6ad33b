import { withoutUndefined } from '../../platform/http/without-undefined';
import type { BillingTime } from '../invoices';
import type { CreateSubscriptionDto, UpdateSubscriptionDto } from './subscription.dto';
import type { OnTerminationAction } from './subscription.rules';

/** The fields of a new subscription. */
export interface SubscriptionInput {
  externalId: string;
  customerId: string;
  planId: string;
  name: string | null;
  billingTime: BillingTime;
  /** Undefined starts the subscription now. */
  subscriptionAt: Date | undefined;
  endingAt: Date | null;
  onTerminationAction: OnTerminationAction;
}

/** The fields to update. Undefined fields keep their value. */
export type SubscriptionChanges = Partial<
  Pick<SubscriptionInput, 'planId' | 'name' | 'endingAt' | 'onTerminationAction'>
>;

export function toSubscriptionInput(body: CreateSubscriptionDto): SubscriptionInput {
  return {
    externalId: body.external_id,
    customerId: body.customer_id,
    planId: body.plan_id,
    name: body.name ?? null,
    billingTime: body.billing_time ?? 'calendar',
    subscriptionAt: body.subscription_at,
    endingAt: body.ending_at ?? null,
    onTerminationAction: body.on_termination_action ?? 'generate_invoice',
  };
}

export function toSubscriptionChanges(body: UpdateSubscriptionDto): SubscriptionChanges {
  return withoutUndefined({
    planId: body.plan_id,
    name: body.name,
    endingAt: body.ending_at,
    onTerminationAction: body.on_termination_action,
  });
}
