// Adds to the demo what the upgrade test needs: invoices, payments, credit notes, wallets and dunning of four organizations,
// from 2040-04-01 to 2040-06-04. Drafts, scheduled changes and open payment requests remain at the end.
import { randomUUID } from 'node:crypto';

const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS1wcm92aWRlcg';

const day = (text) => `2040-${text.length === 5 ? `${text}T12:00` : text}:00.000Z`;
const oneOff = (customer, cents, currency = 'EUR') => ({
  customer_id: customer.id,
  currency,
  fees: cents.map((amount, index) => ({
    description: `Work ${index + 1}`,
    units: '1',
    unit_amount_cents: amount,
  })),
});
const noteOf = (invoice, cents, fields) => ({
  invoice_id: invoice.id,
  reason: 'other',
  items: [{ fee_id: invoice.fees[0].id, amount_cents: cents }],
  finalize: true,
  ...fields,
});

/** Tells the history; returns the clients of its organizations. */
export async function tellHistory(client, receiverUrl) {
  const berlin = await client.organization({
    name: 'Spree GmbH',
    default_currency: 'EUR',
    timezone: 'europe/berlin',
  });
  const york = await client.organization({
    name: 'Hudson Inc.',
    default_currency: 'USD',
    timezone: 'America/New_York',
  });
  await berlin.moveTo(day('04-01'));
  await berlin.post('/v1/webhook_endpoints', { url: receiverUrl, event_types: [] });
  const cast = await begin(berlin);
  await beginInNewYork(york);
  const money = await bill(berlin);
  await berlin.moveTo(day('04-20'));
  await changePlans(berlin, cast);
  await berlin.moveTo(day('05-20'));
  await leaveWorkInProgress(berlin, cast, money);
  await berlin.moveTo(day('06-02T10:00'));
  await dun(berlin, money);
  return { berlin, york };
}

/** Customers, a catalogue, subscriptions of every kind, and usage. */
async function begin(berlin) {
  const customer = (external_id, fields = {}) => berlin.post('/v1/customers', { external_id, ...fields });
  const plans = await catalogue(berlin);
  const subscribe = async (external_id, plan, fields = {}, owner = {}) => {
    const { id: customer_id } = await customer(`owner_of_${external_id}`, owner);
    return berlin.post('/v1/subscriptions', { external_id, customer_id, plan_id: plan.id, ...fields });
  };
  const metered = await subscribe('metered', plans.metered, {}, { invoice_grace_period: 5 });
  const upgraded = await subscribe('upgraded', plans.small, { billing_time: 'anniversary' });
  const changed = await subscribe('changed', plans.metered, {}, { country: 'de' });
  const ended = await subscribe('ended', plans.small);
  const canceled = await subscribe('canceled', plans.small);
  await subscribe('ending', plans.metered, { ending_at: day('06-20') });
  await subscribe('yearly', plans.yearly);
  await subscribe('later', plans.large, { subscription_at: day('07-01') });
  await berlin.post(`/v1/subscriptions/${metered.id}/usage_thresholds`, { amount_cents: 500 });
  await berlin.moveTo(day('04-10'));
  const use = useOf(berlin);
  await use(metered, 'calls', { value: '1500' }, '04-02T11:00');
  await use(metered, 'bytes', { value: '0.000123' }, '04-02T11:00');
  await use(metered, 'seats', { user_id: 'ada', operation_type: 'add' }, '04-03T11:30');
  await use(metered, 'seats', { user_id: 'bob', operation_type: 'add' }, '04-03T11:30');
  await use(changed, 'storage', { value: '30' }, '04-03T11:30');
  await use(changed, 'calls', { value: '700' }, '04-03T11:30');
  return { plans, subscribe, use, metered, upgraded, changed, ended, canceled };
}

function useOf(client) {
  return (subscription, code, properties, at) => {
    const about = { transaction_id: randomUUID(), code, timestamp: day(at), properties };
    return client.post('/v1/events', { ...about, external_subscription_id: subscription.external_id });
  };
}

async function catalogue(client) {
  const metric = (code, aggregation_type, fields = {}) =>
    client.post('/v1/billable_metrics', {
      code,
      name: code,
      aggregation_type,
      field_name: 'value',
      ...fields,
    });
  await metric('calls', 'sum');
  await metric('peak', 'max');
  await metric('bytes', 'sum');
  await metric('seats', 'unique_count', { field_name: 'user_id', recurring: true });
  await metric('storage', 'weighted_sum', { recurring: true });
  await client.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '19', applied_to_organization: true });
  const charge = (billable_metric_code, charge_model, properties) => ({
    billable_metric_code,
    charge_model,
    properties,
  });
  const volume = [
    { from_value: 0, to_value: 10, per_unit_amount: '5', flat_amount: '1' },
    { from_value: 11, to_value: null, per_unit_amount: '4', flat_amount: '0' },
  ];
  const charges = [
    charge('calls', 'standard', { amount: '0.0123' }),
    charge('seats', 'standard', { amount: '10' }),
    charge('storage', 'package', { amount: '2', package_size: 10, free_units: 0 }),
    charge('peak', 'volume', { volume_ranges: volume }),
  ];
  const plan = (code, fields) =>
    client.post('/v1/plans', { code, name: code, interval: 'monthly', currency: 'EUR', ...fields });
  const metered = await plan('metered', { amount_cents: 2900, charges });
  await client.post(`/v1/plans/${metered.id}/usage_thresholds`, { amount_cents: 1000 });
  return {
    metered,
    small: await plan('small', { amount_cents: 3100, pay_in_advance: true }),
    large: await plan('large', { amount_cents: 6200, pay_in_advance: true }),
    yearly: await plan('yearly', { amount_cents: 120000, interval: 'yearly' }),
    trial: await plan('trial', { amount_cents: 4500, trial_period_days: 30, charges: charges.slice(0, 1) }),
  };
}

async function beginInNewYork(york) {
  const plan = { code: 'week', name: 'Week', interval: 'weekly', amount_cents: 700, currency: 'USD' };
  const { id: plan_id } = await york.post('/v1/plans', plan);
  const { id: customer_id } = await york.post('/v1/customers', {
    external_id: 'weekly',
    timezone: 'asia/tokyo',
  });
  await york.post('/v1/subscriptions', { external_id: 'weekly', customer_id, plan_id });
  const wallet = { customer_id, currency: 'USD', rate_amount: '2', granted_credits: '25.5' };
  await york.post('/v1/wallets', wallet);
  const yen = await york.post('/v1/customers', { external_id: 'yen', currency: 'JPY' });
  await york.post('/v1/invoices/one_off', oneOff(yen, [1234], 'JPY'));
}

/** Invoices in every state, and what was paid, refunded, reversed and credited. */
async function bill(berlin) {
  const customer = (external_id, fields = {}) => berlin.post('/v1/customers', { external_id, ...fields });
  const payer = await customer('payer');
  const invoice = (owner, ...cents) => berlin.post('/v1/invoices/one_off', oneOff(owner, cents));
  const record = ({ id }, amount_cents) =>
    berlin.post('/v1/payments/record', { invoice_id: id, amount_cents });
  const partly = await invoice(payer, 5000, 2500);
  await record(partly, 2000);
  const refunded = await invoice(payer, 4000);
  const payment = await record(refunded, refunded.total_amount_cents);
  await berlin.post(
    `/v1/credit_notes`,
    noteOf(refunded, 2000, { refund_amount_cents: 2380, credit_amount_cents: 0 }),
  );
  await berlin.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 1500 });
  const voided = await invoice(payer, 9900);
  await berlin.post(`/v1/invoices/${voided.id}/void`);
  const credited = await invoice(await customer('credited'), 8000);
  await berlin.post(
    '/v1/credit_notes',
    noteOf(credited, 3000, { offset_amount_cents: 3570, credit_amount_cents: 0 }),
  );
  await berlin.post('/v1/credit_notes', noteOf(credited, 1000, { finalize: false }));
  await payWithStripe(berlin, await customer('card'), invoice);
  await fillWallets(berlin, customer, invoice);
  const debtor = await customer('debtor', { net_payment_term: 0 });
  return { debtor, debts: [await invoice(debtor, 6000), await invoice(debtor, 1000)], payer, invoice };
}

async function payWithStripe(berlin, owner, invoice) {
  await berlin.put('/v1/payment_providers/stripe', { webhook_secret: SECRET });
  const pay = async (intent, cents) => {
    const { id: invoice_id, total_amount_cents: amount } = await invoice(owner, cents);
    const body = { invoice_id, provider: 'stripe', provider_payment_id: intent };
    const { id } = await berlin.post('/v1/payments', body);
    const about = { currency: 'eur', metadata: { payment_id: id } };
    await berlin.stripe(SECRET, 'payment_intent.succeeded', {
      id: intent,
      amount_received: amount,
      ...about,
    });
    return { payment_intent: intent, amount, ...about };
  };
  const refunded = await pay('pi_refunded', 3000);
  await berlin.stripe(SECRET, 'refund.created', {
    ...refunded,
    id: 're_1',
    amount: 1000,
    status: 'succeeded',
  });
  const reversed = await pay('pi_reversed', 4000);
  await berlin.stripe(SECRET, 'charge.dispute.funds_withdrawn', reversed);
  const pending = await invoice(owner, 7000);
  await berlin.post('/v1/payments', { invoice_id: pending.id, provider: 'stripe' });
  const unknown = { id: 'pi_unknown', amount_received: 100, currency: 'eur' };
  await berlin.stripe(SECRET, 'payment_intent.succeeded', unknown);
}

async function fillWallets(berlin, customer, invoice) {
  const wallet = (owner, fields) =>
    berlin.post('/v1/wallets', { customer_id: owner.id, currency: 'EUR', rate_amount: '1', ...fields });
  const owner = await customer('prepaid');
  await wallet(owner, { paid_credits: '20', granted_credits: '10.25' });
  await wallet(owner, { granted_credits: '7', expiration_at: day('04-15') });
  await invoice(owner, 1700);
  const closed = await wallet(owner, { granted_credits: '3' });
  await berlin.delete(`/v1/wallets/${closed.id}`);
  const gone = await customer('gone');
  await wallet(gone, {});
  await berlin.delete(`/v1/customers/${gone.id}`);
}

/** Changes of plans in advance and in arrears, and the ends of subscriptions. */
async function changePlans(berlin, { plans, use, upgraded, changed, ended }) {
  await berlin.put(`/v1/subscriptions/${upgraded.id}`, { plan_id: plans.large.id });
  await use(changed, 'calls', { value: '300' }, '04-15T08:00');
  await berlin.put(`/v1/subscriptions/${changed.id}`, { plan_id: plans.yearly.id });
  await berlin.delete(`/v1/subscriptions/${ended.id}`);
}

/** Scheduled changes, a running trial, late usage and usage without a charge. */
async function leaveWorkInProgress(berlin, { plans, subscribe, use, metered, upgraded, canceled }) {
  await berlin.put(`/v1/subscriptions/${upgraded.id}`, { plan_id: plans.small.id });
  await berlin.post(`/v1/subscriptions/${canceled.id}/cancel`);
  const tried = await subscribe('tried', plans.trial, { billing_time: 'anniversary' });
  await use(tried, 'calls', { value: '2500' }, '05-20');
  await use(metered, 'calls', { value: '1000.5' }, '05-19T08:00');
  await use(metered, 'peak', { value: '12' }, '05-19T08:00');
  await use(metered, 'calls', { value: '44' }, '04-02T08:00');
  await use(metered, 'bytes', { value: '5' }, '05-19T08:00');
}

/** A payment request by hand, and a campaign. */
async function dun(berlin, { debtor, debts, payer, invoice }) {
  const request = { customer_id: debtor.id, invoice_ids: debts.map((it) => it.id) };
  const { id } = await berlin.post('/v1/payment_requests', request);
  await berlin.post('/v1/payments/record', { payment_request_id: id, amount_cents: 2000 });
  await berlin.post('/v1/dunning_campaigns', {
    code: 'friendly',
    name: 'Friendly',
    max_attempts: 3,
    days_between_attempts: 7,
    thresholds: [{ currency: 'EUR', amount_cents: 5000 }],
    applied_to_organization: true,
  });
  await invoice(payer, 2222);
  await berlin.moveTo(day('06-04T10:00'));
}
