import { attempt, type Reply } from './attempt.js';
import { ApiError, ConnectionError } from './errors.js';
import type { RequestOptions } from './resource.js';
import { pause, retryDelay } from './retries.js';
import { rememberVersion } from './versions.js';

export interface ClientOptions {
  /** URL of the service, with or without `/v1`. */
  baseUrl: string;
  /** API key; only `organizations.create` works without one, or takes the admin token. */
  apiKey?: string | undefined;
  /** Time limit of each attempt in milliseconds. @defaultValue 30000 */
  timeoutMs?: number | undefined;
  /** Number of retries after the first attempt. @defaultValue 3 */
  maxRetries?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** A call of the API, independent of its attempts. */
export interface Call {
  method: string;
  /** Path with `/v1`, and with a query if it comes from a Link header. */
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  /** Whether a POST takes an Idempotency-Key. */
  isKeyed?: boolean;
  /** Whether a POST can be repeated without an Idempotency-Key. */
  isIdempotent?: boolean;
}

/** Sends requests: authentication, Idempotency-Key, retries. */
export class Transport {
  private readonly origin: string;

  constructor(private readonly options: ClientOptions) {
    const url = new URL(options.baseUrl);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new TypeError('baseUrl must begin with https:// or http://.');
    }
    this.origin = url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  }

  /** Sends a request and returns the body of the response. */
  async send<Body>(call: Call, options?: RequestOptions): Promise<Body> {
    return (await this.request<Body>(call, options)).body;
  }

  /**
   * Sends a request until it succeeds, fails for good, or its retries are used up.
   *
   * @throws ApiError, ConnectionError, or the reason of the aborted signal
   */
  async request<Body>(call: Call, options: RequestOptions = {}): Promise<Reply<Body>> {
    const { signal, maxRetries = this.options.maxRetries ?? 3 } = options;
    const request = this.requestOf(call, options);
    const isRepeatable = call.method !== 'POST' || call.isIdempotent === true || call.isKeyed === true;
    for (let retry = 0; ; retry++) {
      signal?.throwIfAborted();
      try {
        const reply = await attempt<Body>(request);
        rememberVersion(reply.body, reply.headers);
        return reply;
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof ConnectionError) || retry >= maxRetries)
          throw error;
        const delay = retryDelay(error, retry, isRepeatable);
        if (delay === null) throw error;
        await pause(delay, signal);
      }
    }
  }

  private requestOf(call: Call, options: RequestOptions): Parameters<typeof attempt>[0] {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (this.options.apiKey !== undefined) headers['authorization'] = `Bearer ${this.options.apiKey}`;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const key = options.idempotencyKey ?? (call.isKeyed === true ? crypto.randomUUID() : undefined);
    if (key !== undefined && call.method === 'POST') headers['idempotency-key'] = key;
    if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
    return {
      url: `${this.origin}${call.path}${queryOf(call.query)}`,
      method: call.method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      timeoutMs: options.timeoutMs ?? this.options.timeoutMs ?? 30_000,
      signal: options.signal,
      fetch: this.options.fetch ?? globalThis.fetch,
    };
  }
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
