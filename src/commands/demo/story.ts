import { randomUUID } from 'node:crypto';
import type {
  ApiKey,
  CreatedApiKey,
  CreatedOrganization,
  CreatedWebhookEndpoint,
  Customer,
  DeliveryStats,
  WebhookDelivery,
} from '@billing-service/sdk';
import { billUsage } from './billing';
import { letRetriesRunOut, retryByHand, showFailure } from './failure';
import { getPaid } from './getting-paid';
import { short, VerificationError } from './narrator';
import { standardSignature, svcSignatureHolds, tampered } from './signatures';
import { DELIVERIES, type Stage } from './stage';

const PATH = '/webhooks';
const API_KEYS = '/v1/organizations/current/api_keys';

/** @throws VerificationError at the first check that fails */
export async function tellStory(stage: Stage, adminToken: string | null): Promise<void> {
  await createOrganization(stage, adminToken);
  await createKey(stage);
  const endpoint = await registerEndpoint(stage);
  const { customer, askedAt } = await createCustomer(stage);
  await receiveWebhook(stage, endpoint, askedAt);
  const failure = await showFailure(stage, customer);
  const wasRetried = await letRetriesRunOut(stage, failure);
  if (wasRetried) await retryByHand(stage, failure);
  await showStatistics(stage, endpoint, failure.endpoint, wasRetried);
  await getPaid(stage, await billUsage(stage, customer));
}

async function createOrganization(stage: Stage, adminToken: string | null): Promise<void> {
  const { api, narrator } = stage;
  stage.step('An organization, created with its first API key');
  api.key = adminToken;
  const answer = await api.send<CreatedOrganization>('POST', '/v1/organizations', {
    name: 'Demo Ltd.',
  });
  if (answer.status === 401) {
    throw new VerificationError(
      'This service requires an admin token: set ADMIN_TOKEN for the demo as well.',
    );
  }
  narrator.verify('POST /v1/organizations returns 201', answer.status, 201);
  const { id, name, api_key: key } = answer.body;
  narrator.show({ organization: `${short(id)}  ${name}`, 'first key': `${key.key_prefix}…` });
  api.key = key.raw_key;
}

async function createKey(stage: Stage): Promise<void> {
  const { api, narrator } = stage;
  stage.step('A new API key, which all further steps use');
  const key = await api.expect<CreatedApiKey>(201, 'POST', API_KEYS, { name: 'Demo' });
  api.key = key.raw_key;
  const read = await api.expect<ApiKey>(200, 'GET', `${API_KEYS}/${key.id}`);
  narrator.verify('the new key is accepted, and its use is recorded', read.last_used_at !== null);
  narrator.verify(
    'the raw key is shown once: reading the key returns only its prefix',
    'raw_key' in read,
    false,
  );
  const denied = await api.send('GET', '/v1/customers', undefined, {
    Authorization: 'Bearer svc_live_wrong',
  });
  narrator.verify('a wrong key is refused with 401', denied.status, 401);
  narrator.show({ key: `${read.key_prefix}…`, last_used_at: read.last_used_at });
}

async function registerEndpoint(stage: Stage): Promise<CreatedWebhookEndpoint> {
  stage.step('A receiver, registered as a webhook endpoint for every event');
  const endpoint = await stage.addEndpoint(PATH, []);
  stage.narrator.show({ endpoint: short(endpoint.id), url: endpoint.url, secret: short(endpoint.secret) });
  return endpoint;
}

async function createCustomer(stage: Stage): Promise<{ customer: Customer; askedAt: number }> {
  const { api, narrator } = stage;
  stage.step('A customer, created by two requests with one Idempotency-Key');
  const body = { external_id: 'cust_1042', name: 'Jane Doe Ltd.', email: 'billing@janedoe.example' };
  const key = { 'Idempotency-Key': randomUUID() };
  const askedAt = performance.now();
  const first = await api.send<Customer>('POST', '/v1/customers', body, key);
  narrator.verify('POST /v1/customers returns 201', first.status, 201);
  const again = await api.send<Customer>('POST', '/v1/customers', body, key);
  narrator.verify(
    'repeating the request returns the same customer, with Idempotency-Replayed: true',
    [again.status, again.body.id, again.headers.get('idempotency-replayed')],
    [201, first.body.id, 'true'],
  );
  narrator.show({ customer: `${short(first.body.id)}  ${first.body.external_id}, ${first.body.name}` });
  return { customer: first.body, askedAt };
}

async function receiveWebhook(
  stage: Stage,
  endpoint: CreatedWebhookEndpoint,
  askedAt: number,
): Promise<void> {
  const { api, narrator } = stage;
  stage.step('The webhook arrives, and both signatures verify');
  const webhook = await stage.arrival(PATH, 1);
  const milliseconds = Math.round(webhook.at - askedAt);
  narrator.say(`POST ${endpoint.url}, ${milliseconds} ms after the first request:`);
  narrator.show(shownHeaders(webhook.headers));
  narrator.say(`${webhook.body.toString().slice(0, 96)}…  (${webhook.body.length} bytes)`);
  await stage.verifySignatures(endpoint.secret, webhook);

  const changed = tampered(webhook);
  narrator.verify(
    'with one bit of the body changed, X-Svc-Signature does not verify',
    svcSignatureHolds(endpoint.secret, changed),
    false,
  );
  const verdict = standardSignature(endpoint.secret, changed, await stage.serviceTime());
  narrator.verify('nor does webhook-signature', verdict, 'No matching signature found');

  const id = webhook.headers['x-svc-webhook-id'] ?? '';
  const record = await stage.delivery(id, (it) => it.status !== 'pending');
  narrator.verify(
    'the delivery is recorded as succeeded, HTTP 200',
    [record.status, record.http_status],
    ['succeeded', 200],
  );
  const list = await api.send<WebhookDelivery[]>(
    'GET',
    `${DELIVERIES}/list?webhook_endpoint_id=${endpoint.id}`,
  );
  narrator.verify('there is one delivery, despite two requests', list.headers.get('x-total-count'), '1');
}

function shownHeaders(headers: Record<string, string>): Record<string, string> {
  const whole = [
    'X-Svc-Event',
    'X-Svc-Attempt',
    'X-Svc-Webhook-Id',
    'X-Svc-Signature-Algorithm',
    'webhook-timestamp',
  ];
  const names = [...whole, 'X-Svc-Signature', 'webhook-signature'];
  return Object.fromEntries(
    names.map((name) => {
      const value = headers[name.toLowerCase()] ?? '(absent)';
      return [name, whole.includes(name) ? value : short(value, 24)];
    }),
  );
}

async function showStatistics(
  stage: Stage,
  healthy: CreatedWebhookEndpoint,
  failing: CreatedWebhookEndpoint,
  wasRetried: boolean,
): Promise<void> {
  const { api, narrator } = stage;
  stage.step('Statistics, one line per endpoint');
  const stats = await api.expect<DeliveryStats[]>(200, 'GET', '/v1/webhook_endpoints/delivery_stats');
  for (const it of stats) {
    narrator.say(
      `  ${short(it.endpoint_id)}  ${it.succeeded} of ${it.total} succeeded, ${it.failed} failed: ${it.success_rate} %`,
    );
  }
  const of = (endpoint: CreatedWebhookEndpoint): DeliveryStats | undefined =>
    stats.find((it) => it.endpoint_id === endpoint.id);
  narrator.verify(
    'the statistics match the deliveries of this demo',
    [of(healthy), of(failing)],
    [
      { endpoint_id: healthy.id, total: 2, succeeded: 2, failed: 0, success_rate: 100 },
      wasRetried
        ? { endpoint_id: failing.id, total: 1, succeeded: 1, failed: 0, success_rate: 100 }
        : { endpoint_id: failing.id, total: 1, succeeded: 0, failed: 0, success_rate: 0 },
    ],
  );
}
