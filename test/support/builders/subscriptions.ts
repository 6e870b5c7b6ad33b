import { newId } from '../../../src/platform/domain/id';
import type { TestOrganization } from '../test-app';
import { bodyOf, type SubscriptionBody, type UsageEventBody } from '../wire';
import { aPlan } from './catalogue';
import { customerIdIn } from './customers';

/** Creates a subscription that is active at once, of a new customer to a new plan unless the fields name them. */
export async function aSubscription(
  organization: TestOrganization,
  fields: object = {},
): Promise<SubscriptionBody> {
  const customer_id = await customerIdIn(organization, fields);
  const plan_id = 'plan_id' in fields ? fields.plan_id : (await aPlan(organization)).id;
  const body = { external_id: newId(), ...fields, customer_id, plan_id };
  return bodyOf(organization.post('/v1/subscriptions', body), 201);
}

/** Reports a usage event of a subscription: `value` 1, now. */
export function aUsageEvent(
  organization: TestOrganization,
  subscription: { external_id: string },
  fields: { code: string } & Record<string, unknown>,
): Promise<UsageEventBody> {
  const about = { transaction_id: newId(), external_subscription_id: subscription.external_id };
  return bodyOf(organization.post('/v1/events', { ...about, properties: { value: '1' }, ...fields }), 201);
}
