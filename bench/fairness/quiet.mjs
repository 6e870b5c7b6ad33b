// The other organization: one cheap read after the other.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../lib/figures.mjs';

const PATH = '/v1/organizations/current';
/** A client that is not in a hurry: it shows what a single request waits for. */
const PAUSE_MS = 5;

/** Returns percentiles of the time from request to response, in milliseconds. */
export async function measureReads(service, key, seconds) {
  const latencies = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const sentAt = performance.now();
    await service.request('GET', PATH, { key });
    latencies.push(performance.now() - sentAt);
    await sleep(PAUSE_MS);
  }
  return { count: latencies.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}
