import { newId } from '../../../src/platform/domain/id';
import type { SubscriptionBody, ThresholdBody } from '../subscription-wire';
import type { TestOrganization } from '../test-app';
import { bodyOf, type UsageEventBody } from '../wire';
import { aPlan } from './catalogue';
import { customerIdIn } from './customers';

/** Creates an active subscription. Creates its customer and plan unless the fields name them. */
export async function aSubscription(
  organization: TestOrganization,
  fields: object = {},
): Promise<SubscriptionBody> {
  const customer_id = await customerIdIn(organization, fields);
  const plan_id = 'plan_id' in fields ? fields.plan_id : (await aPlan(organization)).id;
  const body = { external_id: newId(), ...fields, customer_id, plan_id };
  return bodyOf(organization.post('/v1/subscriptions', body), 201);
}

/** Returns the request body of a usage event of the metric `calls` with a `value` of 1. */
export function usageEventOf(
  subscription: { external_id: string },
  fields: object = {},
): Record<string, unknown> {
  const about = {
    transaction_id: newId(),
    code: 'calls',
    external_subscription_id: subscription.external_id,
  };
  return { ...about, properties: { value: '1' }, ...fields };
}

/** Reports a usage event of a subscription. */
export function aUsageEvent(
  organization: TestOrganization,
  subscription: { external_id: string },
  fields: object = {},
): Promise<UsageEventBody> {
  return bodyOf(organization.post('/v1/events', usageEventOf(subscription, fields)), 201);
}

/** Creates a usage threshold of EUR 10.00 for a plan or a subscription. */
export function aThreshold(
  organization: TestOrganization,
  of: { plan: { id: string } } | { subscription: { id: string } },
  fields: object = {},
): Promise<ThresholdBody> {
  const owner = 'plan' in of ? `plans/${of.plan.id}` : `subscriptions/${of.subscription.id}`;
  return bodyOf(organization.post(`/v1/${owner}/usage_thresholds`, { amount_cents: 1000, ...fields }), 201);
}
