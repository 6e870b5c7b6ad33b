import { ACTIONS, creating, customerOf, withInstants, type Action } from './actions';
import type { Fields } from './example';
import { asInstant, type World } from './world';

const subscriptionPath = (world: World, name: unknown): string =>
  `/v1/subscriptions/${world.idOf('subscription', name)}`;

const SUBSCRIPTIONS: Readonly<Record<string, Action>> = {
  subscribe: async (world, { to, customer, ...fields }) =>
    creating('subscription', 'subscriptions', () => ({ external_id: world.newName('subscription') }))(world, {
      customer_id: await customerOf(world, customer),
      plan_id: world.idOf('plan', to),
      ...fields,
    }),
  change_plan: (world, { subscription, to }) =>
    world.organization.put(subscriptionPath(world, subscription), { plan_id: world.idOf('plan', to) }),
  preview_change: (world, { subscription, to }) =>
    world.organization.post(`${subscriptionPath(world, subscription)}/change_plan_preview`, {
      plan_id: world.idOf('plan', to),
    }),
  update_subscription: (world, { subscription, ...fields }) =>
    world.organization.put(subscriptionPath(world, subscription), withInstants(fields)),
  activate: (world, { subscription }) =>
    world.organization.post(`${subscriptionPath(world, subscription)}/activate`),
  cancel: (world, { subscription }) =>
    world.organization.post(`${subscriptionPath(world, subscription)}/cancel`),
  take_back_cancellation: (world, { subscription }) =>
    world.organization.delete(`${subscriptionPath(world, subscription)}/cancel`),
  terminate: (world, { subscription, ...query }) =>
    world.organization.delete(subscriptionPath(world, subscription)).query(query),
  billing_period: (world, { subscription, at }) =>
    world.organization.get(`${subscriptionPath(world, subscription)}/billing_period?at=${asInstant(at)}`),
  use: async (world, { subscription, metric, at, value, transaction_id, ...properties }) => {
    const { external_id } = await world.read(`subscriptions/${world.idOf('subscription', subscription)}`);
    return world.organization.post('/v1/events', {
      transaction_id: transaction_id ?? world.newName('event'),
      code: metric,
      external_subscription_id: external_id,
      ...(at === undefined ? {} : { timestamp: asInstant(at) }),
      properties: { ...(value === undefined ? {} : { value }), ...properties },
    });
  },
  batch: async (world, { events }) => {
    const { external_id } = await world.read(`subscriptions/${world.idOf('subscription')}`);
    return world.organization.post('/v1/events/batch', {
      events: (events as Fields[]).map(({ metric, value, ...event }) => ({
        transaction_id: world.newName('event'),
        code: metric,
        external_subscription_id: external_id,
        properties: { value },
        ...event,
      })),
    });
  },
  coupon: creating('coupon', 'coupons', ({ code }) => ({ name: code })),
  apply_coupon: async (world, { customer, ...fields }) =>
    world.organization.post(`/v1/customers/${await customerOf(world, customer)}/coupons`, fields),
  threshold: (world, { plan, ...fields }) =>
    plan === undefined
      ? world.organization.post(`${subscriptionPath(world, undefined)}/usage_thresholds`, fields)
      : world.organization.post(`/v1/plans/${world.idOf('plan', plan)}/usage_thresholds`, fields),
};

const MONEY: Readonly<Record<string, Action>> = {
  one_off: async (world, { customer, ...fields }) =>
    world.organization.post('/v1/invoices/one_off', {
      customer_id: await customerOf(world, customer),
      currency: 'EUR',
      ...fields,
    }),
  preview_invoice: async (world, { customer, plan, ...fields }) =>
    world.organization.post('/v1/invoices/preview', {
      customer_id: await customerOf(world, customer),
      plan_id: world.idOf('plan', plan),
      ...withInstants(fields),
    }),
  finalize: async (world, { invoice }) =>
    world.organization.post(`/v1/invoices/${(await world.invoice(invoice)).id}/finalize`),
  void: async (world, { invoice }) =>
    world.organization.post(`/v1/invoices/${(await world.invoice(invoice)).id}/void`),
  pay: async (world, { invoice, payment_request, ...fields }) =>
    creating('payment', 'payments/record')(world, {
      ...(payment_request === undefined
        ? { invoice_id: (await world.invoice(invoice)).id }
        : { payment_request_id: await newestRequest(world) }),
      ...fields,
    }),
  refund: (world, { credit_note, ...fields }) =>
    world.organization.post(`/v1/payments/${world.idOf('payment')}/refund`, {
      ...(credit_note === undefined ? {} : { credit_note_id: world.idOf('credit_note') }),
      ...fields,
    }),
  credit_note: async (world, { invoice: number, items, ...fields }) => {
    const invoice = await world.invoice(number);
    const fees = invoice.fees as { id: string }[];
    return creating('credit_note', 'credit_notes', () => ({ reason: 'other', finalize: true }))(world, {
      invoice_id: invoice.id,
      items: (items as Fields[]).map(({ fee, ...item }) => ({ fee_id: fees[Number(fee) - 1]?.id, ...item })),
      ...fields,
    });
  },
  finalize_credit_note: (world) =>
    world.organization.post(`/v1/credit_notes/${world.idOf('credit_note')}/finalize`),
  void_credit_note: (world) => world.organization.post(`/v1/credit_notes/${world.idOf('credit_note')}/void`),
  wallet: async (world, { customer, ...fields }) =>
    creating('wallet', 'wallets', () => ({ currency: 'EUR', rate_amount: '1' }))(world, {
      customer_id: await customerOf(world, customer),
      ...fields,
    }),
  top_up: (world, { wallet, ...fields }) =>
    world.organization.post(`/v1/wallets/${world.idOf('wallet', wallet)}/top_up`, fields),
  terminate_wallet: (world, { wallet }) =>
    world.organization.delete(`/v1/wallets/${world.idOf('wallet', wallet)}`),
  campaign: creating('campaign', 'dunning_campaigns', () => ({
    code: 'reminders',
    name: 'Reminders',
    applied_to_organization: true,
  })),
  payment_request: async (world, { customer, invoices }) => {
    const all = await world.list('invoices');
    return creating('payment_request', 'payment_requests')(world, {
      customer_id: await customerOf(world, customer),
      invoice_ids: (invoices as number[]).map((number) => all[number - 1]?.id),
    });
  },
};

async function newestRequest(world: World): Promise<string> {
  const request = (await world.list('payment_requests')).at(-1);
  if (request === undefined) throw new Error('the example has no payment request yet');
  return request.id;
}

/** All that examples can do. */
export const ALL_ACTIONS: Readonly<Record<string, Action>> = { ...ACTIONS, ...SUBSCRIPTIONS, ...MONEY };
