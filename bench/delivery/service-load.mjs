import 'reflect-metadata';
import ids from '../../dist/src/platform/domain/id.js';
import outbox from '../../dist/src/platform/outbox/outbox.repository.js';
import webhooks from '../../dist/src/modules/webhooks/webhooks.repository.js';
import { makeBody } from './bodies.mjs';

const BATCH = 500;
const MAX_RETRIES = 5;
const events = new outbox.OutboxRepository();
const deliveries = new webhooks.WebhooksRepository();

/**
 * Inserts events with one delivery each, using the service's own statements and cycling through organizations and
 * endpoints. The worker sees the deliveries when the caller's transaction commits.
 */
export async function insertServiceDeliveries(client, n, organizations) {
  const tx = { query: async (text, values) => (await client.query(text, values)).rows };
  for (let done = 0; done < n; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, n - done) }, (_, i) =>
      newDelivery(done + i, organizations),
    );
    await events.insert(
      tx,
      batch.map((it) => it.event),
    );
    await deliveries.insertDeliveries(tx, batch, MAX_RETRIES);
  }
}

function newDelivery(index, organizations) {
  const organization = organizations[index % organizations.length];
  const endpointId =
    organization.endpointIds[Math.floor(index / organizations.length) % organization.endpointIds.length];
  const event = makeBody(index, organization.id);
  return { event, id: ids.newId(event.createdAt), endpointId };
}
