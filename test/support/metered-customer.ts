import type { ApiClient } from './api-client';

const METRIC = 'calls';

/** Creates, through the API, what usage events need. Returns the external id of the subscription. */
export async function aMeteredCustomer(client: ApiClient): Promise<string> {
  const made = async (path: string, body: object): Promise<{ id: string }> => {
    const answer = await client.request('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string };
  };
  const metric = { code: METRIC, name: 'Calls', aggregation_type: 'count' };
  await made('/v1/billable_metrics', metric);
  const charge = { billable_metric_code: METRIC, charge_model: 'standard', properties: { amount: '1' } };
  const fixed = { code: 'metered', name: 'Metered', interval: 'monthly', amount_cents: 0, currency: 'USD' };
  const plan = await made('/v1/plans', { ...fixed, charges: [charge] });
  const customer = await made('/v1/customers', { external_id: 'metered' });
  const external_id = `metered-${client.organizationId}`;
  await made('/v1/subscriptions', { external_id, customer_id: customer.id, plan_id: plan.id });
  return external_id;
}

/** Returns an event as POST /v1/events and streams take it. */
export function aUsageEvent(subscription: string, transactionId: string): Record<string, string> {
  return { transaction_id: transactionId, code: METRIC, external_subscription_id: subscription };
}
