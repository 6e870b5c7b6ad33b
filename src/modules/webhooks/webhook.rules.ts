import { newId } from '../../platform/domain/id';
import type { EventExample } from '../../platform/openapi/event-examples';
import { toStoredEvent, type StoredEvent } from '../../platform/outbox/stored-event';
import type { QueueStage } from './webhook-queue.entity';

/** The result of an attempt: the receiver's, or unknown because the worker was lost. */
export interface AttemptResult {
  success: boolean;
  /** The lease expired: the request may or may not have arrived. */
  unknown: boolean;
  retryAfterSeconds: number | null;
}

/** The state of a delivery when an attempt ends. */
export interface AttemptState {
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  /** Leases that have expired in a row. */
  expiredLeases: number;
}

/** The delivery's next stage. `done` leaves the queue. */
export interface NextStep {
  stage: Extract<QueueStage, 'queued' | 'waiting' | 'failed'> | 'done';
  delaySeconds: number;
  retries: number;
  /** Leases that have expired in a row. */
  expiredLeases: number;
}

/** How many times in a row an expired lease is rescued immediately, without spending a retry. */
export const MAX_EXPIRED_LEASES = 3;

/** Returns the delay before the n-th retry in seconds: 2^n minutes (docs/webhooks.md#retries). */
export function retryDelaySeconds(retry: number): number {
  return 2 ** retry * 60;
}

/** Decides what follows an attempt (docs/webhooks.md#retries). Retry-After can only lengthen the delay. */
export function nextStep(state: AttemptState, result: AttemptResult): NextStep {
  const retries = state.retries + (state.isRetry ? 1 : 0);
  if (result.success) return { stage: 'done', delaySeconds: 0, retries, expiredLeases: 0 };
  if (result.unknown && state.expiredLeases < MAX_EXPIRED_LEASES) {
    return { stage: 'queued', delaySeconds: 0, retries, expiredLeases: state.expiredLeases + 1 };
  }
  if (retries >= state.maxRetries) return { stage: 'failed', delaySeconds: 0, retries, expiredLeases: 0 };
  const delaySeconds = Math.max(retryDelaySeconds(retries + 1), result.retryAfterSeconds ?? 0);
  return { stage: 'waiting', delaySeconds, retries, expiredLeases: 0 };
}

/**
 * Makes a sample of an example (docs/webhooks.md#samples). Its object is new: a sample is the first and only event about
 * it, so that receivers that compare sequences do not ignore the second sample.
 */
export function sampleOf(example: EventExample, organizationId: string, now: Date): StoredEvent {
  const { webhook_type: kind, object_type: objectType, changed } = example;
  const objectId = newId(now);
  const object = { ...(example[objectType] as object) };
  if ('id' in object) object.id = objectId;
  const about = { kind: String(kind), objectType, organizationId, objectId, object };
  const event = Array.isArray(changed) ? { ...about, changed: changed.map(String) } : about;
  return toStoredEvent(event, newId(), 1, now, { sample: true });
}

/** Returns succeeded / total x 100 with one decimal; 0 when nothing was sent. */
export function successRate(succeeded: number, total: number): number {
  return total === 0 ? 0 : Math.round((succeeded / total) * 1000) / 10;
}
