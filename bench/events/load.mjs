// Sends events for a fixed time and counts the responses.
import { Pool } from 'undici';
import { percentile } from '../lib/figures.mjs';

/**
 * @param target.url URL to post to
 * @param target.body returns the next body
 * @param target.events number of events in a body
 */
export async function run(target, { connections, seconds }) {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latencies = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let requests = 0;
  const client = async () => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const answer = await pool.request({
        method: 'POST',
        path: pathname,
        headers: { 'content-type': 'application/json', ...target.headers },
        body: target.body(),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`${target.url}: ${answer.statusCode} ${text}`);
      latencies.push(performance.now() - sentAt);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const took = (performance.now() - startedAt) / 1000;
  await pool.close();
  return {
    events: requests * target.events,
    perSecond: (requests * target.events) / took,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

let last = 0;

/** Returns an event that all contestants accept. */
export function anEvent(subscription) {
  last++;
  return {
    transaction_id: `bench-${process.pid}-${last}`,
    code: 'storage_gb',
    external_subscription_id: subscription,
    timestamp: new Date().toISOString(),
    properties: { gb: String(last % 1000), region: 'eu-west-1' },
  };
}
