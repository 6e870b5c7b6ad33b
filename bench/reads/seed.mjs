/** Makes one object of every kind through the API. Returns what the calls are about. */
export async function seed(api) {
  const { value: organization } = await api.request('POST', '/v1/organizations', {
    body: { name: 'Bench', default_currency: 'EUR' },
  });
  const key = organization.api_key.raw_key;
  const post = async (path, body) => (await api.request('POST', path, { key, body })).value;
  await post('/v1/billable_metrics', {
    code: 'gb',
    name: 'Storage',
    aggregation_type: 'sum',
    field_name: 'gb',
  });
  const plan = await post('/v1/plans', {
    ...{ code: 'plan', name: 'Plan', interval: 'yearly', amount_cents: 4900, currency: 'EUR' },
    charges: [{ billable_metric_code: 'gb', charge_model: 'standard', properties: { amount: '0.01' } }],
  });
  const customer = await post('/v1/customers', {
    ...{ external_id: 'customer', name: 'Jane Doe Ltd.', email: 'billing@janedoe.example', currency: 'EUR' },
  });
  const subscription = await post('/v1/subscriptions', {
    ...{ external_id: 'subscription', customer_id: customer.id, plan_id: plan.id },
  });
  await post('/v1/events', {
    ...{
      transaction_id: 'event',
      code: 'gb',
      external_subscription_id: 'subscription',
      properties: { gb: '1' },
    },
  });
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: 5000 }];
  const invoice = await post('/v1/invoices/one_off', { customer_id: customer.id, currency: 'EUR', fees });
  await post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 1, reference: 'by hand' });
  await post('/v1/credit_notes', {
    ...{ invoice_id: invoice.id, reason: 'other', finalize: true },
    items: [{ fee_id: invoice.fees[0].id, amount_cents: 1 }],
  });
  const wallet = await post('/v1/wallets', {
    ...{ customer_id: customer.id, name: 'Wallet', currency: 'EUR', rate_amount: '1', granted_credits: '10' },
  });
  await post(`/v1/invoices/${invoice.id}/send`, { to: 'zoe@janedoe.example' });
  return { organizationId: organization.id, key, plan, customer, subscription, invoice, wallet };
}
