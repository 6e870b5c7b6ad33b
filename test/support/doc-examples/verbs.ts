import type { Fields } from './example';
import { asInstant } from './mismatches';
import { APPLIED_COUPONS, type World } from './world';

/** A call of the API. */
export interface Verb {
  method: string;
  path: string;
  /** Completes or replaces the fields that the page shows. */
  body: (world: World, fields: Fields) => Fields | Promise<Fields>;
}

type Defaults = (world: World, fields: Fields) => Fields | Promise<Fields>;

const call = (method: string, path: string, defaults: Defaults = () => ({})): Verb => ({
  method,
  path,
  body: async (world, fields) => ({ ...(await defaults(world, fields)), ...fields }),
});

/** Selects the newest record if the page names none. */
const NEWEST = undefined;
const named = (_: World, { code }: Fields): Fields => ({ name: code });
const ofCustomer = async (world: World): Promise<Fields> => ({
  external_customer_id: (await world.find('customer')).external_id,
});
const ofCustomerAndPlan = async (world: World): Promise<Fields> => ({
  ...(await ofCustomer(world)),
  plan_code: (await world.find('plan')).code,
});

const CATALOG: Readonly<Record<string, Verb>> = {
  tax: call('POST', 'taxes', named),
  delete_tax: call('DELETE', 'taxes/:tax'),
  update_tax: call('PUT', 'taxes/:tax'),
  metric: call('POST', 'billable_metrics', (_, { code, aggregation_type: type }) => ({
    name: code,
    aggregation_type: 'sum',
    ...(type === 'count' ? {} : { field_name: 'value' }),
  })),
  update_metric: call('PUT', 'billable_metrics/:metric'),
  plan: call('POST', 'plans', (_, { code }) => ({
    name: code,
    interval: 'monthly',
    amount_cents: 0,
    currency: 'EUR',
  })),
  update_plan: call('PUT', 'plans/:plan'),
  migrate_plan: call('POST', 'plans/:plan/migrate'),
  delete_plan: call('DELETE', 'plans/:plan'),
  simulate: call('POST', 'plans/:plan/simulate'),
  customer: call('POST', 'customers'),
  update_customer: call('PUT', 'customers/:customer'),
  delete_customer: call('DELETE', 'customers/:customer'),
};

/** Nothing listens here; examples read the deliveries from the API. */
const NOWHERE = 'http://127.0.0.1:2/';

const SUBSCRIPTIONS: Readonly<Record<string, Verb>> = {
  subscribe: call('POST', 'subscriptions', async (world) => ({
    external_id: world.newName('subscription'),
    ...(await ofCustomerAndPlan(world)),
  })),
  change_plan: call('PUT', 'subscriptions/:subscription'),
  update_subscription: call('PUT', 'subscriptions/:subscription'),
  preview_plan_change: call('POST', 'subscriptions/:subscription/change_plan_preview'),
  activate: call('POST', 'subscriptions/:subscription/activate'),
  cancel: call('POST', 'subscriptions/:subscription/cancel'),
  withdraw_cancellation: call('DELETE', 'subscriptions/:subscription/cancel'),
  terminate: call('DELETE', 'subscriptions/:subscription'),
  billing_period: call('GET', 'subscriptions/:subscription/billing_period'),
  use: { method: 'POST', path: 'events', body: usageEvent },
  use_batch: {
    method: 'POST',
    path: 'events/batch',
    body: async (world, { events }) => ({
      events: await Promise.all((events as Fields[]).map((it) => usageEvent(world, it))),
    }),
  },
  webhook_endpoint: call('POST', 'webhook_endpoints', () => ({ url: NOWHERE })),
  plan_threshold: call('POST', 'plans/:plan/usage_thresholds'),
  subscription_threshold: call('POST', 'subscriptions/:subscription/usage_thresholds'),
};

/** Fields of a usage event; all other fields are its properties. */
const EVENT_FIELDS = [
  'transaction_id',
  'code',
  'timestamp',
  'external_subscription_id',
  'external_customer_id',
];

async function usageEvent(world: World, fields: Fields): Promise<Fields> {
  const { external_customer_id: customer, timestamp } = fields;
  const entries = Object.entries(fields);
  return {
    transaction_id: world.newName('event'),
    code: 'calls',
    ...(customer === undefined
      ? { external_subscription_id: (await world.find('subscription')).external_id }
      : {}),
    ...Object.fromEntries(entries.filter(([key]) => EVENT_FIELDS.includes(key))),
    ...(typeof timestamp === 'string' ? { timestamp: asInstant(timestamp) } : {}),
    properties: Object.fromEntries(entries.filter(([key]) => !EVENT_FIELDS.includes(key))),
  };
}

const MONEY: Readonly<Record<string, Verb>> = {
  one_off_invoice: call('POST', 'invoices/one_off', async (world) => ({
    ...(await ofCustomer(world)),
    currency: 'EUR',
  })),
  preview_invoice: call('POST', 'invoices/preview', ofCustomerAndPlan),
  finalize_invoice: call('POST', 'invoices/:invoice/finalize'),
  void_invoice: call('POST', 'invoices/:invoice/void'),
  pay: call('POST', 'payments/record', (_, fields) =>
    'payment_request' in fields ? {} : { invoice: NEWEST },
  ),
  register_payment: call('POST', 'payments', () => ({ invoice: NEWEST, provider: 'manual' })),
  refund: call('POST', 'payments/:payment/refund'),
  credit_note: { method: 'POST', path: 'credit_notes', body: creditNote },
  finalize_credit_note: call('POST', 'credit_notes/:credit_note/finalize'),
  void_credit_note: call('POST', 'credit_notes/:credit_note/void'),
  wallet: call('POST', 'wallets', async (world) => ({ ...(await ofCustomer(world)), currency: 'EUR' })),
  top_up: call('POST', 'wallets/:wallet/top_up'),
  coupon: call('POST', 'coupons', (_, fields) => ({
    ...named(_, fields),
    ...('percentage_rate' in fields
      ? { coupon_type: 'percentage' }
      : { coupon_type: 'fixed_amount', currency: 'EUR' }),
  })),
  apply_coupon: call('POST', APPLIED_COUPONS, async (world) => ({
    coupon_code: (await world.find('coupon')).code,
  })),
  end_coupon: call('DELETE', `${APPLIED_COUPONS}/:applied_coupon`),
  dunning_campaign: call('POST', 'dunning_campaigns', named),
  customer_campaign: call('PUT', 'customers/:customer/dunning_campaign'),
  payment_request: call('POST', 'payment_requests', ofCustomer),
  payment_request_batch: call('POST', 'payment_requests/batch'),
};

/** Replaces the descriptions of fees with the IDs of the credited invoice's fees. */
async function creditNote(world: World, fields: Fields): Promise<Fields> {
  const { id, fees } = await world.find('invoice', fields.invoice);
  const feeIds = new Map(
    (fees as { id: string; description: string }[]).map((it) => [it.description, it.id]),
  );
  const items = (fields.items as Fields[]).map(({ fee, ...item }) => ({
    fee_id: feeIds.get(String(fee)),
    ...item,
  }));
  const { invoice: _, ...rest } = fields;
  return { reason: 'other', ...rest, invoice_id: id, items };
}

/** API calls by the verb of the step. */
export const VERBS: Readonly<Record<string, Verb>> = { ...CATALOG, ...SUBSCRIPTIONS, ...MONEY };
