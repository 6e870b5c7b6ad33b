import { randomUUID } from 'node:crypto';
import type {
  CreatedWebhookEndpoint,
  CurrentUsage,
  Customer,
  Invoice,
  Plan,
  Subscription,
  UsageThresholdCrossedEvent,
} from '@billing-service/sdk';
import { short } from './narrator';
import type { Stage } from './stage';

const PATH = '/billing';
const KINDS = ['subscription.*', 'usage_threshold.*', 'invoice.*', 'payment.*', 'wallet.*'];
const EXTERNAL_ID = 'sub_1042';
const METRIC = { code: 'api_calls', name: 'API calls', aggregation_type: 'sum', field_name: 'calls' };
const VAT = { code: 'vat_20', name: 'VAT', rate: '20' };

/** 0.01 per call for the first 1,000 calls and 0.005 for each further call: 1,200 calls cost 11.00. */
const PLAN = {
  code: 'pro',
  name: 'Pro',
  interval: 'monthly',
  amount_cents: 4900,
  currency: 'EUR',
  tax_codes: [VAT.code],
  charges: [
    {
      billable_metric_code: METRIC.code,
      charge_model: 'graduated',
      properties: {
        graduated_ranges: [
          { from_value: 0, to_value: 1000, per_unit_amount: '0.01', flat_amount: '0' },
          { from_value: 1001, to_value: null, per_unit_amount: '0.005', flat_amount: '0' },
        ],
      },
    },
  ],
};
const USAGE_CENTS = 1100;
const THRESHOLD_CENTS = 1000;

/** Records that the payment steps reuse. */
export interface BilledUsage {
  customer: Customer;
  subscription: Subscription;
  endpoint: CreatedWebhookEndpoint;
  invoice: Invoice;
  path: string;
}

/** Sets up a subscription, reports usage, crosses a threshold and receives the invoice of the billing period. */
export async function billUsage(stage: Stage, customer: Customer): Promise<BilledUsage> {
  const { subscription, endpoint } = await subscribe(stage, customer);
  await reportUsage(stage, customer, subscription);
  await crossThreshold(stage, endpoint);
  const invoice = await receiveInvoice(stage, endpoint, subscription);
  return { customer, subscription, endpoint, invoice, path: PATH };
}

async function subscribe(
  stage: Stage,
  customer: Customer,
): Promise<{ subscription: Subscription; endpoint: CreatedWebhookEndpoint }> {
  const { api, narrator } = stage;
  stage.step('Billing: a metric, a plan with a threshold, a subscription');
  const endpoint = await stage.addEndpoint(PATH, KINDS);
  await api.expect(201, 'POST', '/v1/billable_metrics', METRIC);
  await api.expect(201, 'POST', '/v1/taxes', VAT);
  const plan = await api.expect<Plan>(201, 'POST', '/v1/plans', PLAN);
  const threshold = { amount_cents: THRESHOLD_CENTS, threshold_display_name: 'Ten euros of usage' };
  await api.expect(201, 'POST', `/v1/plans/${plan.id}/usage_thresholds`, threshold);
  const subscription = await api.expect<Subscription>(201, 'POST', '/v1/subscriptions', {
    external_id: EXTERNAL_ID,
    customer_id: customer.id,
    plan_id: plan.id,
    billing_time: 'anniversary',
  });
  narrator.verify('the subscription is active immediately', subscription.status, 'active');
  narrator.show({
    plan: '49.00 EUR per month, 0.01 per call, 0.005 above 1,000 calls, 20 % VAT',
    subscription: `${short(subscription.id)}  ${EXTERNAL_ID}`,
    period: `${subscription.current_period?.from ?? '?'} to ${subscription.current_period?.to ?? '?'}`,
  });
  const started = await stage.arrival(PATH, 1, 'subscription.started');
  await stage.verifySignatures(endpoint.secret, started);
  return { subscription, endpoint };
}

async function reportUsage(stage: Stage, customer: Customer, subscription: Subscription): Promise<void> {
  const { api, narrator } = stage;
  stage.step('Usage: three events, one of them sent twice');
  const event = { code: METRIC.code, external_subscription_id: EXTERNAL_ID, properties: { calls: 400 } };
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  for (const transaction_id of ids) await api.expect(201, 'POST', '/v1/events', { transaction_id, ...event });
  const again = await api.send('POST', '/v1/events', { transaction_id: ids[0], ...event });
  narrator.verify('sending the same transaction_id again returns 200 and counts once', again.status, 200);
  const path = `/v1/customers/${customer.id}/current_usage?subscription_id=${subscription.id}`;
  const usage = await api.expect<CurrentUsage>(200, 'GET', path);
  narrator.verify(
    'current usage: 1200 calls, 11.00 EUR',
    [usage.charges[0]?.units, usage.amount_cents],
    ['1200', USAGE_CENTS],
  );
}

async function crossThreshold(stage: Stage, endpoint: CreatedWebhookEndpoint): Promise<void> {
  stage.step("The usage crosses the plan's threshold");
  const webhook = await stage.arrival(PATH, 1, 'usage_threshold.crossed');
  await stage.verifySignatures(endpoint.secret, webhook);
  const body = JSON.parse(webhook.body.toString()) as UsageThresholdCrossedEvent;
  const { amount_cents, crossing } = body.usage_threshold;
  stage.narrator.verify(
    'usage_threshold.crossed contains the threshold and the usage',
    [amount_cents, crossing.usage_amount_cents >= THRESHOLD_CENTS],
    [THRESHOLD_CENTS, true],
  );
}

/** Moves the test clock to the end of the billing period; without a test clock, terminates the subscription instead. */
async function receiveInvoice(
  stage: Stage,
  endpoint: CreatedWebhookEndpoint,
  subscription: Subscription,
): Promise<Invoice> {
  const { api, narrator } = stage;
  const hasClock = (await stage.testClock()) !== null;
  if (hasClock) {
    stage.step('The period ends, and its invoice is created');
    await api.expect(200, 'PUT', '/v1/test_clock', { now: subscription.current_period?.to });
  } else {
    stage.step('The subscription is terminated, and its last invoice is created');
    narrator.say('This service has no test clock that could move to the end of the period.');
    await api.expect(204, 'DELETE', `/v1/subscriptions/${subscription.id}`);
  }
  const webhook = await stage.arrival(PATH, 1, 'invoice.finalized');
  await stage.verifySignatures(endpoint.secret, webhook);
  const { object_id: id } = JSON.parse(webhook.body.toString()) as { object_id: string };
  const invoice = await api.expect<Invoice>(200, 'GET', `/v1/invoices/${id}`);
  showInvoice(stage, invoice);
  const usageFee = invoice.fees.find((it) => it.type === 'charge');
  narrator.verify('the invoice bills the usage: 11.00 EUR', usageFee?.amount_cents, USAGE_CENTS);
  const { fees_amount_cents: fees, taxes_amount_cents: taxes, total_amount_cents: total } = invoice;
  narrator.verify('fees and taxes add up to the total', fees + taxes, total);
  if (hasClock) narrator.verify('49.00 and 11.00, plus 20 % VAT: 72.00 EUR', total, 7200);
  return invoice;
}

export function showInvoice({ narrator }: Stage, invoice: Invoice): void {
  const amount = (cents: number): string => `${(cents / 100).toFixed(2).padStart(8)} ${invoice.currency}`;
  narrator.say(`Invoice ${invoice.number ?? '(draft)'}, ${invoice.status}`);
  for (const fee of invoice.fees) {
    narrator.say(`  ${amount(fee.amount_cents)}  ${fee.description}  (${fee.units} units)`);
  }
  narrator.say(`  ${amount(invoice.taxes_amount_cents)}  taxes`);
  if (invoice.prepaid_credit_amount_cents > 0) {
    narrator.say(`  ${amount(-invoice.prepaid_credit_amount_cents)}  from the wallet`);
  }
  narrator.say(`  ${amount(invoice.amount_due_cents)}  due`);
}
