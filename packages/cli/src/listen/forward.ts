import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 15_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** Headers of the connection to the inbox, which the new request has of its own. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

/** A request to send on. */
export interface Forwarded {
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a request to a receiver, again and again while nobody listens there; returns the status of the response.
 * @param onUnreachable is told the reason, once.
 */
export async function forward(
  url: string,
  { headers, body }: Forwarded,
  signal: AbortSignal,
  onUnreachable: (reason: string) => void,
): Promise<number> {
  const own = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(LAST_RETRY_MS, delayMs * 2)) {
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
      const init = { method: 'POST', headers: own, body, signal: deadline, redirect: 'manual' } as const;
      const response = await fetch(url, init);
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      signal.throwIfAborted();
      if (delayMs === FIRST_RETRY_MS) onUnreachable(reasonOf(error));
      await sleep(delayMs, undefined, { signal });
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
