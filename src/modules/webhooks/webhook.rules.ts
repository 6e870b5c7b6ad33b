import type { QueueStage } from './webhook-queue.entity';

/** The result of an attempt: the receiver's response, or unknown because the worker was lost. */
export interface AttemptResult {
  success: boolean;
  /** Whether the lease expired: the request may or may not have arrived. */
  unknown: boolean;
  retryAfterSeconds: number | null;
}

/** The state of a delivery when an attempt ends. */
export interface AttemptState {
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  leaseExpirations: number;
}

/** The delivery's next stage. `done` leaves the queue. */
export interface NextStep {
  stage: Extract<QueueStage, 'queued' | 'waiting' | 'failed'> | 'done';
  delaySeconds: number;
  retries: number;
  leaseExpirations: number;
}

/**
 * Number of consecutive expired leases after which a delivery is still queued immediately, without spending a retry.
 */
export const MAX_LEASE_EXPIRATIONS = 3;

/** Returns the delay before the n-th retry in seconds: 2^n minutes (docs/webhooks.md). */
export function retryDelaySeconds(retry: number): number {
  return 2 ** retry * 60;
}

/** Returns the step that follows an attempt (docs/webhooks.md). Retry-After can only lengthen the delay. */
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

/** Returns succeeded / total x 100 with one decimal; 0 if there are no deliveries. */
export function successRate(succeeded: number, total: number): number {
  return total === 0 ? 0 : Math.round((succeeded / total) * 1000) / 10;
}
