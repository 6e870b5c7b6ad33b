import { median, number, percentile, printTable, progress, spread } from '../lib/figures.mjs';
import { Service } from '../lib/service.mjs';
import { settings } from './settings.mjs';

const REQUESTS = 200;
const WARM_UP = 10;
const LIMIT_MS = 50;
const DAY_MS = 86_400_000;

/** Measures the read calls of the API, one after the other, on an organization that has half of the preloaded
deliveries. */
export async function measureReads({ server, template, targets }, database) {
  const api = await Service.start('api', server.url(database));
  const organization = template.organizations[0];
  try {
    const calls = await callsOf(api, organization);
    const results = new Map(calls.map(([name]) => [name, { rounds: [], total: '' }]));
    for (let round = 1; round <= settings.rounds; round++) {
      for (const [name, path] of calls) {
        const { times, total } = await measureCall(api, organization.key, path);
        const result = results.get(name);
        result.rounds.push(times);
        result.total = total;
      }
      progress(`round ${round} of the reads`);
    }
    report(results, targets);
  } finally {
    await api.stop();
  }
}

function report(results, targets) {
  const rows = [...results].map(([name, { rounds, total }]) => {
    const ofAll = (share) => rounds.map((times) => percentile(times, share));
    targets.under(`${name}, p99 (median of rounds)`, median(ofAll(0.99)), LIMIT_MS, 'ms');
    return [name, number(median(ofAll(0.5)), 1), spread(ofAll(0.99), 1), total];
  });
  printTable(
    `API reads on the old deliveries, ${REQUESTS} each, ms: p50, and p99 as min / median / max of ${settings.rounds}`,
    ['', 'p50', 'p99', 'X-Total-Count'],
    rows,
  );
}

async function callsOf(api, { key, endpointIds }) {
  const list = '/v1/webhook_endpoints/hooks/list?limit=100';
  const { value: page } = await api.request('GET', list, { key });
  const [{ id, object_id: objectId }] = page;
  const daysAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString();
  return [
    ['list', list],
    ['list, skip=10000', `${list}&skip=10000`],
    ['list, status=succeeded', `${list}&status=succeeded`],
    ['list, status=failed', `${list}&status=failed`],
    ['list, status=pending', `${list}&status=pending`],
    ['list, webhook_type, frequent', `${list}&webhook_type=customer.updated`],
    ['list, webhook_type, rare', `${list}&webhook_type=webhook_endpoint.test`],
    ['list, webhook_endpoint_id', `${list}&webhook_endpoint_id=${endpointIds[0]}`],
    ['list, order_by=updated_at', `${list}&order_by=updated_at`],
    ['list, status=failed, order_by=updated_at', `${list}&status=failed&order_by=updated_at`],
    ['list, status=failed, 20 days', `${list}&status=failed&created_after=${daysAgo(20)}`],
    ['list, object_id', `${list}&object_id=${objectId}`],
    ['list, created_after 1 day ago', `${list}&created_after=${daysAgo(1)}`],
    ['list, created_after 20 days ago', `${list}&created_after=${daysAgo(20)}`],
    ['detail', `/v1/webhook_endpoints/hooks/${id}`],
    ['attempts', `/v1/webhook_endpoints/hooks/${id}/delivery_attempts`],
    ['stats', '/v1/webhook_endpoints/delivery_stats'],
  ];
}

async function measureCall(api, key, path) {
  const times = [];
  let total = '';
  for (let i = 0; i < WARM_UP + REQUESTS; i++) {
    const startedAt = performance.now();
    const { headers } = await api.request('GET', path, { key });
    times.push(performance.now() - startedAt);
    total = headers['x-total-count'] ?? '';
  }
  return { times: times.slice(WARM_UP), total: total === '' ? '' : number(Number(total)) };
}
