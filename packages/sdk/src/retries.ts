import { ApiError, type ConnectionError } from './errors.js';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** The service's longest Retry-After is a minute. A longer wait is the caller's decision. */
const LONGEST_RETRY_AFTER_S = 60;

/**
 * Returns the milliseconds to wait before a retry, or null if a retry would not help.
 *
 * @param retry number of retries so far
 * @param isRepeatable whether a request that may have taken effect can be sent again
 */
export function retryDelay(
  error: ApiError | ConnectionError,
  retry: number,
  isRepeatable: boolean,
): number | null {
  if (!isTemporary(error, isRepeatable)) return null;
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** retry, LONGEST_DELAY_MS) * (0.5 + random() / 2);
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  if (retryAfter === null) return backoff;
  if (retryAfter > LONGEST_RETRY_AFTER_S) return null;
  // Jitter on top: every client of a limited organization is told the same second.
  return retryAfter * 1000 + backoff / 2;
}

function isTemporary(error: ApiError | ConnectionError, isRepeatable: boolean): boolean {
  if (!(error instanceof ApiError)) return isRepeatable;
  // The service asks for a retry (docs/api.md#retries).
  if (error.status === 429 || error.status === 503) return true;
  // The first attempt is still running, or a proxy gave up on it.
  return isRepeatable && (error.code === 'idempotency_in_progress' || [502, 504].includes(error.status));
}

function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

/** Waits, unless the signal aborts; then throws its reason. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}
