import { ApiError } from '@billing-service/sdk';
import { billing } from '../../api/client';

const CUSTOMER = 'sample_customer';
const SUBSCRIPTION = 'sample_subscription';
const METRIC = 'sample_api_calls';
const PLAN = 'sample_pro';
const CALLS = [40, 85, 125];

/** Creates the records of a small story, and skips those that exist: a second click completes an interrupted first one. */
export async function createSampleData(): Promise<void> {
  await ensureInbox();
  await createPlan();
  await unlessTaken(
    billing.customers.create({
      external_id: CUSTOMER,
      name: 'Jane Doe Ltd. (sample)',
      email: 'jane@example.com',
    }),
  );
  await unlessTaken(
    billing.subscriptions.create({
      external_id: SUBSCRIPTION,
      external_customer_id: CUSTOMER,
      plan_code: PLAN,
    }),
  );
  await billing.usageEvents.createBatch({
    events: CALLS.map((calls, index) => ({
      transaction_id: `sample-${index + 1}`,
      code: METRIC,
      external_subscription_id: SUBSCRIPTION,
      properties: { calls },
    })),
  });
}

async function createPlan(): Promise<void> {
  await unlessTaken(
    billing.billableMetrics.create({
      code: METRIC,
      name: 'API calls',
      aggregation_type: 'sum',
      field_name: 'calls',
    }),
  );
  await unlessTaken(
    billing.plans.create({
      code: PLAN,
      name: 'Pro (sample)',
      interval: 'monthly',
      amount_cents: 4900,
      currency: 'EUR',
      pay_in_advance: true,
      charges: [{ billable_metric_code: METRIC, charge_model: 'standard', properties: { amount: '0.01' } }],
    }),
  );
}

/** Creates the endpoint first, so that it receives the webhooks of everything that follows. */
async function ensureInbox(): Promise<void> {
  for await (const endpoint of billing.webhookEndpoints.list()) if (endpoint.url === 'inbox') return;
  await billing.webhookEndpoints.create({
    url: 'inbox',
    description: 'Inbox: receives every webhook without a receiver',
  });
}

async function unlessTaken(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  });
}
