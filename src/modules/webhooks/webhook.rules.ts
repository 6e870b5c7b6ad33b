import type { QueueStage } from './webhook-queue.entity';

/** The result of an attempt. `retryAfterSeconds` is null without a Retry-After header. */
export interface AttemptResult {
  success: boolean;
  /** True if the worker was lost: its request may or may not have arrived. */
  unknown: boolean;
  retryAfterSeconds: number | null;
}

/** Retries and expired leases of a delivery before the outcome of its attempt is recorded. */
export interface AttemptState {
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  leaseExpirations: number;
}

/** Stage and delay of a delivery after an attempt. `done` removes it from the queue. */
export interface NextStep {
  stage: Extract<QueueStage, 'queued' | 'waiting' | 'failed'> | 'done';
  delaySeconds: number;
  retries: number;
  leaseExpirations: number;
}

/**
 * After this many consecutive expired leases, the next one counts as a failed attempt. Until then, the
 * delivery is queued again immediately, without spending a retry.
 */
export const MAX_LEASE_EXPIRATIONS = 3;

/**
 * Returns the delay before a retry, in seconds: 2^retry minutes, with the first retry as 1
 * (docs/webhooks.md).
 */
export function retryDelaySeconds(retry: number): number {
  return 2 ** retry * 60;
}

/**
 * Returns the next stage of a delivery after an attempt (docs/webhooks.md). Retry-After can lengthen the
 * delay, but not shorten it.
 */
export function nextStep(state: AttemptState, result: AttemptResult): NextStep {
  const retries = state.retries + (state.isRetry ? 1 : 0);
  if (result.success) return { stage: 'done', delaySeconds: 0, retries, leaseExpirations: 0 };
  if (result.unknown && state.leaseExpirations < MAX_LEASE_EXPIRATIONS) {
    return { stage: 'queued', delaySeconds: 0, retries, leaseExpirations: state.leaseExpirations + 1 };
  }
  if (retries >= state.maxRetries) return { stage: 'failed', delaySeconds: 0, retries, leaseExpirations: 0 };
  const delaySeconds = Math.max(retryDelaySeconds(retries + 1), result.retryAfterSeconds ?? 0);
  return { stage: 'waiting', delaySeconds, retries, leaseExpirations: 0 };
}

/** Returns the share of succeeded deliveries in percent, with one decimal; 0 if there are no deliveries. */
export function successRate(succeeded: number, total: number): number {
  return total === 0 ? 0 : Math.round((succeeded / total) * 1000) / 10;
}
