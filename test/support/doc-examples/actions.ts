import type { Response } from 'supertest';
import type { Fields } from './example';
import { asInstant, type Resource, type World } from './world';

/** Carries out a step and returns the answer of the API. */
export type Action = (world: World, fields: Fields) => Promise<Response>;

const INSTANTS = ['subscription_at', 'ending_at', 'expiration_at', 'at'];

/** What pages do in examples. The fields are those of the API; records are named by their code or external id. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  organization: (world, fields) => world.organization.put('/v1/organizations/current', fields),
  tax: creating('tax', 'taxes', () => ({ code: 'vat', name: 'VAT', applied_to_organization: true })),
  metric: creating('metric', 'billable_metrics', ({ code, aggregation_type }) => ({
    name: code,
    aggregation_type: 'sum',
    ...(aggregation_type === 'count' ? {} : { field_name: 'value' }),
  })),
  update_metric: (world, { metric, ...fields }) =>
    world.organization.put(`/v1/billable_metrics/${world.idOf('metric', metric)}`, fields),
  plan: async (world, fields) => {
    await addMetrics(world, fields);
    return PLAN(world, fields);
  },
  reprice: (world, { plan, ...fields }) =>
    world.organization.put(`/v1/plans/${world.idOf('plan', plan)}`, fields),
  migrate: async (world, { plan, ...fields }) => {
    const answer = await world.organization.post(`/v1/plans/${world.idOf('plan', plan)}/migrate`, fields);
    if (answer.status === 202) world.keep('migration', answer.body as Resource);
    return answer;
  },
  price: async (world, { units, event_values, ...charge }) => {
    const events_count = Array.isArray(event_values) ? event_values.length : 1;
    const billable_metric_code = world.newName('metric');
    const code = world.newName('plan');
    const plan = { code, charges: [{ billable_metric_code, ...charge }] };
    await addMetrics(world, plan);
    await PLAN(world, plan);
    const usage = [{ billable_metric_code, units, events_count, event_values }];
    const answer = await world.organization.post(`/v1/plans/${world.idOf('plan', code)}/simulate`, { usage });
    const { charges } = answer.body as { charges?: Fields[] };
    if (charges !== undefined) Object.assign(answer.body as Fields, charges[0]);
    return answer;
  },
  customer: creating('customer', 'customers', (_, world) => ({ external_id: world.newName('customer') })),
  update_customer: (world, { customer, ...fields }) =>
    world.organization.put(`/v1/customers/${world.idOf('customer', customer)}`, fields),
  delete_customer: (world, { customer }) =>
    world.organization.delete(`/v1/customers/${world.idOf('customer', customer)}`),
};

const PLAN = creating('plan', 'plans', () => ({
  code: 'plan',
  name: 'Plan',
  interval: 'monthly',
  amount_cents: 0,
  currency: 'EUR',
}));

/** Returns an action that creates a record and keeps it by its code or external id. */
export function creating(
  kind: string,
  path: string,
  defaults: (fields: Fields, world: World) => Fields = () => ({}),
): Action {
  return async (world, fields) => {
    const body = withInstants({ ...defaults(fields, world), ...fields });
    const answer = await world.organization.post(`/v1/${path}`, body);
    if (answer.status === 201) {
      world.keep(kind, answer.body as Resource, body.code ?? body.external_id ?? fields.name);
    }
    return answer;
  };
}

/** Metrics that an example does not define add up the `value` of their events. */
async function addMetrics(world: World, { charges }: Fields): Promise<void> {
  for (const { billable_metric_code: code } of (charges ?? []) as Fields[]) {
    if (world.has('metric', code)) continue;
    const answer = await ACTIONS.metric?.(world, { code });
    if (answer?.status !== 201) throw new Error(`no metric ${String(code)}: ${JSON.stringify(answer?.body)}`);
  }
}

export function withInstants(fields: Fields): Fields {
  const dates = INSTANTS.filter((name) => typeof fields[name] === 'string');
  return { ...fields, ...Object.fromEntries(dates.map((name) => [name, asInstant(fields[name])])) };
}

/** Returns the customer that a step names; an example that names none has one. */
export async function customerOf(world: World, name: unknown): Promise<string> {
  if (name === undefined && !world.has('customer')) {
    const answer = await ACTIONS.customer?.(world, { currency: 'EUR' });
    if (answer?.status !== 201) throw new Error(`no customer: ${JSON.stringify(answer?.body)}`);
  }
  return world.idOf('customer', name);
}
