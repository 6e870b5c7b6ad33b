import createClient, { type Client } from 'openapi-fetch';
import { ConnectionError, errorOf } from './errors.js';
import type { paths } from './openapi.js';
import { nextCursor } from './pages.js';
import { retryingFetch } from './retry.js';
import type { InitArgs, InitOf, ItemOf, ListPath, Method, Send } from './types.js';

const MAX_RETRIES = 4;
const TIMEOUT_MS = 30_000;

export interface BillingClientOptions {
  /** Address of the service, such as `https://billing.example.com`. */
  baseUrl: string;
  /** API key or admin token, sent as the Bearer token. */
  apiKey?: string | undefined;
  /** Number of retries after the first attempt; 4 by default, 0 for none. */
  maxRetries?: number | undefined;
  /** Deadline of an attempt for the headers of the response, in milliseconds; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Sends a request; the global `fetch` by default. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * A client of the billing service. `get`, `post`, `put` and `delete` take a path of the API description and return the
 * body of the response.
 * @throws ProblemError if the API refuses a request, ConnectionError if it does not respond.
 */
export class BillingClient {
  /** The same requests without exceptions: resolves to `data` or `error`, with the `response`. */
  readonly http: Client<paths>;

  readonly get: Send<'get'>;
  readonly post: Send<'post'>;
  readonly put: Send<'put'>;
  readonly delete: Send<'delete'>;

  constructor(options: BillingClientOptions) {
    const { apiKey, maxRetries = MAX_RETRIES, timeoutMs = TIMEOUT_MS } = options;
    const send = options.fetch ?? ((request: Request) => fetch(request));
    this.http = createClient<paths>({
      baseUrl: options.baseUrl,
      fetch: retryingFetch({ maxRetries, timeoutMs, fetch: send }),
      ...(apiKey === undefined ? {} : { headers: { Authorization: `Bearer ${apiKey}` } }),
    });
    this.get = this.sender('get');
    this.post = this.sender('post');
    this.put = this.sender('put');
    this.delete = this.sender('delete');
  }

  /** Iterates over all items of a list, page by page; `limit` is the size of a page. */
  async *list<Path extends ListPath, Init extends InitOf<Path, 'get'>>(
    path: Path,
    ...init: InitArgs<Path, 'get', Init>
  ): AsyncGenerator<ItemOf<Path>, void, undefined> {
    const [options = {}] = init as [ListOptions?];
    let query = options.params?.query ?? {};
    for (;;) {
      const page = await this.exchange('get', path, { ...options, params: { ...options.params, query } });
      yield* page.data as ItemOf<Path>[];
      const after = nextCursor(page.response.headers.get('link'));
      if (after === null) return;
      const { skip: _, ...rest } = query;
      query = { ...rest, after };
    }
  }

  private sender<M extends Method>(method: M): Send<M> {
    const send = async (path: string, init?: object): Promise<unknown> =>
      (await this.exchange(method, path, init)).data;
    return send as Send<M>;
  }

  private async exchange(method: Method, path: string, init: object = {}): Promise<Exchange> {
    const request = this.http.request as (method: Method, path: string, init: object) => Promise<Exchange>;
    const exchange = await request(method, path, init).catch((error: unknown) => {
      // The connection was lost within the body of the response.
      if (error instanceof TypeError) throw new ConnectionError(error.message, { cause: error });
      throw error;
    });
    if (!exchange.response.ok) throw errorOf(exchange.response, exchange.error);
    return exchange;
  }
}

interface ListOptions {
  params?: { query?: Record<string, unknown> };
}

interface Exchange {
  data?: unknown;
  error?: unknown;
  response: Response;
}
