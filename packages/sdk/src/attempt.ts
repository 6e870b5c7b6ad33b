import { ApiError, ConnectionError, TimeoutError } from './errors.js';

export interface AttemptedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  fetch: typeof globalThis.fetch;
}

/** A successful response. */
export interface Reply<Body> {
  body: Body;
  headers: Headers;
}

/**
 * Sends a request once. The time limit includes the body of the response.
 *
 * @throws ApiError for every status but 2xx; ConnectionError; the reason of the aborted signal
 */
export async function attempt<Body>(request: AttemptedRequest): Promise<Reply<Body>> {
  const { url, method, headers, body, timeoutMs, signal, fetch } = request;
  // AbortSignal.any would keep a listener on a long-lived signal for each call on Node 20.
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(abort, timeoutMs);
  try {
    // A followed redirect would send a POST again as a GET, and a key to wherever it leads.
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: controller.signal,
    });
    return replyOf<Body>(response, await response.text());
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    if (controller.signal.aborted) {
      throw new TimeoutError(`${method} ${url} took longer than ${timeoutMs} ms.`, { cause: error });
    }
    throw new ConnectionError(`${method} ${url} failed: ${reasonOf(error)}.`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function replyOf<Body>(response: Response, text: string): Reply<Body> {
  const body = parse(text);
  // A body that is not JSON comes from another server, such as a captive portal, even if the status is 200.
  if (!response.ok || body === NOT_JSON) throw new ApiError(response.status, response.headers, body);
  return { body: body as Body, headers: response.headers };
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** `fetch` says only "fetch failed"; its cause has the code, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
