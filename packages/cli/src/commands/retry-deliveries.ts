import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '../credentials.js';
import { UsageError } from '../failure.js';
import type { Output } from '../output.js';
import { Progress } from '../progress.js';

const LOOK_MS = 500;

export interface RetryOptions {
  endpoint: string;
  since: string;
  until?: string;
}

/** Retries the failed deliveries of a span to one endpoint, and waits until all are queued again. */
export async function retryDeliveries(
  output: Output,
  { endpoint, since, until }: RetryOptions,
): Promise<void> {
  const billing = client();
  const progress = new Progress();
  let recovery = await billing.post('/v1/webhook_endpoints/{id}/recover', {
    params: { path: { id: endpoint } },
    body: { since: instantOf(since), ...(until === undefined ? {} : { until: instantOf(until) }) },
  });
  const path = { id: endpoint, recovery_id: recovery.id };
  while (recovery.status === 'running') {
    progress.show(recovery.retried, recovery.total, `${recovery.retried} of ${recovery.total} queued again`);
    await sleep(LOOK_MS);
    recovery = await billing.get('/v1/webhook_endpoints/{id}/recoveries/{recovery_id}', { params: { path } });
  }
  progress.clear();
  output.result(recovery, `${recovery.retried} of ${recovery.total} failed deliveries queued again.`);
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns a time as RFC 3339; takes `90m`, `2h` and `3d` for so long ago. */
function instantOf(text: string): string {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * (UNITS[unit] ?? 0)).toISOString();
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`"${text}" is no time. Write 2026-01-31T12:00:00Z, or 2h for two hours ago.`);
  return at.toISOString();
}
