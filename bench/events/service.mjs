// Starts the service and gives it a plan, and subscriptions with open billing periods.
import { randomUUID } from 'node:crypto';
import { Service } from '../lib/service.mjs';
import { SUBSCRIPTIONS } from './settings.mjs';

const DAY_MS = 86_400_000;

/** Starts the service on a migrated database; returns the URL and the API key. */
export async function startService(server, database, execArgv = []) {
  const service = await Service.start('all', server.url(database), execArgv, { EVENTS_RATE_LIMIT: '0' });
  const { value: organization } = await service.request('POST', '/v1/organizations', {
    body: { name: 'Bench' },
  });
  const key = organization.api_key.raw_key;
  const post = async (path, body) => (await service.request('POST', path, { key, body })).value;
  const metric = { code: 'storage_gb', name: 'Storage', aggregation_type: 'sum', field_name: 'gb' };
  await post('/v1/billable_metrics', metric);
  const plan = await post('/v1/plans', {
    ...{ code: 'bench', name: 'Bench', interval: 'monthly', amount_cents: 0, currency: 'USD' },
    charges: [
      { billable_metric_code: 'storage_gb', charge_model: 'standard', properties: { amount: '0.01' } },
    ],
  });
  const customer = await post('/v1/customers', { external_id: 'bench' });
  const subscriptions = await insertSubscriptions(server, database, organization.id, { plan, customer });
  return { service, key, subscriptions };
}

/** Inserts subscriptions as the subscriptions module would register them. */
async function insertSubscriptions(server, database, organizationId, { plan, customer }) {
  const client = await server.connect(database);
  const [from, to] = [-10, 10].map((days) => new Date(Date.now() + days * DAY_MS));
  const externalIds = [];
  try {
    for (let n = 0; n < SUBSCRIPTIONS; n++) {
      const id = randomUUID();
      externalIds.push(`sub-${n}`);
      await client.query(
        `INSERT INTO metered_subscriptions (organization_id, id, external_id, customer_id, started_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [organizationId, id, `sub-${n}`, customer.id, from],
      );
      await client.query(
        `INSERT INTO usage_periods (organization_id, id, subscription_id, plan_version_id, starts_at, ends_at)
         SELECT organization_id, $3, $4, current_version_id, $5, $6 FROM plans WHERE organization_id = $1 AND id = $2`,
        [organizationId, plan.id, randomUUID(), id, from, to],
      );
    }
  } finally {
    await client.end();
  }
  return externalIds;
}

/** Checks that every acknowledged event is stored, and included once in the aggregates. */
export async function verify(server, database, expected) {
  const client = await server.connect(database);
  try {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM usage_events) AS stored,
              (SELECT sum(events_count)::int FROM usage_totals) AS counted,
              (SELECT sum((properties ->> 'gb')::numeric) FROM usage_events)
                = (SELECT sum(sum) FROM usage_totals) AS exact`,
    );
    const [{ stored, counted, exact }] = rows;
    if (stored !== expected || counted !== expected || !exact) {
      throw new Error(
        `Acknowledged ${expected} events, stored ${stored}, counted ${counted}, sums equal: ${exact}`,
      );
    }
  } finally {
    await client.end();
  }
}
