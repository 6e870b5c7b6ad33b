import { ConnectionError } from './errors.js';
import { POST_WITHOUT_IDEMPOTENCY_KEY } from './keyless-posts.js';

const IDEMPOTENCY_KEY = 'idempotency-key';
const BASE_MS = 250;
const CAP_MS = 8_000;
/** A longer `Retry-After` is left to the caller. */
const MAX_RETRY_AFTER_MS = 60_000;

export interface RetryOptions {
  /** Number of retries after the first attempt. */
  maxRetries: number;
  /** Deadline for the headers of a response, in milliseconds. */
  timeoutMs: number;
  fetch: (request: Request) => Promise<Response>;
}

const KEYLESS = POST_WITHOUT_IDEMPOTENCY_KEY.map(
  (path) => new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
);

/**
 * Returns a fetch that gives every POST an Idempotency-Key and retries with backoff and jitter: after 429 any request,
 * after 503 and lost connections those that can be repeated without a second effect.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRepeatable = request.method !== 'POST' || !isKeyless(request.url);
    if (request.method === 'POST' && isRepeatable && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
    }
    for (let retries = 0; ; retries++) {
      const isLast = retries >= options.maxRetries;
      const outcome = await attempt(isLast ? request : request.clone(), options);
      const waitMs = isLast ? null : await delayMs(outcome, retries, isRepeatable);
      if (waitMs === null) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(waitMs, request.signal);
    }
  };
}

function isKeyless(url: string): boolean {
  const { pathname } = new URL(url);
  return KEYLESS.some((path) => path.test(pathname));
}

/** Returns the response, or the error if there is none. Throws what the caller's signal was aborted with. */
async function attempt(
  request: Request,
  { fetch, timeoutMs }: RetryOptions,
): Promise<Response | ConnectionError> {
  request.signal.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    return await fetch(new Request(request, { signal }));
  } catch (error) {
    request.signal.throwIfAborted();
    const reason = timeout.signal.aborted ? `no response within ${timeoutMs} ms` : reasonOf(error);
    return new ConnectionError(`${new URL(request.url).origin} does not respond (${reason}).`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the code or the message of the innermost cause: `fetch` itself says no more than that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error ? String(error.code) : error.message;
}

/** Returns how long to wait before the next attempt, in milliseconds; null if there must be none. */
async function delayMs(
  outcome: Response | ConnectionError,
  retries: number,
  isRepeatable: boolean,
): Promise<number | null> {
  if (outcome instanceof ConnectionError) return isRepeatable ? backoffMs(retries) : null;
  const isRetryable = outcome.status === 429 || (isRepeatable && (await isTransient(outcome, retries)));
  if (!isRetryable) return null;
  const askedMs = retryAfterMs(outcome.headers.get('retry-after'), Date.now());
  if (askedMs === null) return backoffMs(retries);
  return askedMs > MAX_RETRY_AFTER_MS ? null : askedMs + jitter(BASE_MS);
}

/** After a lost response the first attempt may still be running: the API then returns 409 until it has ended. */
async function isTransient(response: Response, retries: number): Promise<boolean> {
  if (response.status === 503) return true;
  if (response.status !== 409 || retries === 0) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (
    typeof problem === 'object' &&
    problem !== null &&
    'code' in problem &&
    problem.code === 'idempotency_in_progress'
  );
}

/** Returns a delay that doubles with each retry, of which a random half is spared. */
export function backoffMs(retries: number): number {
  const fullMs = Math.min(CAP_MS, BASE_MS * 2 ** retries);
  return fullMs / 2 + jitter(fullMs / 2);
}

/** Returns the milliseconds of a `Retry-After` header, in seconds or as a date; null if there is none. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

function jitter(maxMs: number): number {
  return Math.random() * maxMs;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
