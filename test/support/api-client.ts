import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from './ledger';

const GIVE_UP_MS = 15_000;
const PERSIST_MS = 60_000;

/** A response of the API; status 0 means that the connection broke. */
export interface ApiAnswer {
  status: number;
  body: unknown;
  retryAfter: string | null;
  replayed: boolean;
  ms: number;
}

export interface LoadOptions {
  /** Number of concurrent requests. */
  concurrency: number;
  /** Number of customers to create. Without it, requests continue until the signal aborts. */
  count?: number;
  signal?: AbortSignal;
  /** Pause in ms of each concurrent client after a response. */
  pauseMs?: number;
  /**
   * Retries under the same Idempotency-Key, for up to a minute, after a 409, a 503 or a broken connection.
   */
  persistent?: boolean;
}

/** An HTTP client of one organization, for services that run as processes. */
export class ApiClient {
  private created = 0;

  constructor(
    /** Changes when the service restarts. */
    public baseUrl: string,
    readonly organizationId: string,
    readonly rawKey: string,
  ) {}

  /** Creates an organization and returns its client. */
  static async signUp(baseUrl: string): Promise<ApiClient> {
    const { status, body } = await send('POST', `${baseUrl}/v1/organizations`, { name: 'Fault' }, {});
    if (status !== 201)
      throw new Error(`Could not create an organization: ${status} ${JSON.stringify(body)}`);
    const { id, api_key: key } = body as { id: string; api_key: { raw_key: string } };
    return new ApiClient(baseUrl, id, key.raw_key);
  }

  request(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    return send(method, this.baseUrl + path, body, { authorization: `Bearer ${this.rawKey}`, ...headers });
  }

  /** Registers an endpoint; returns its ID and secret. */
  async anEndpoint(url: string, fields: object = {}): Promise<{ id: string; secret: string }> {
    const { status, body } = await this.request('POST', '/v1/webhook_endpoints', { url, ...fields });
    if (status !== 201) throw new Error(`Could not create an endpoint: ${status} ${JSON.stringify(body)}`);
    return body as { id: string; secret: string };
  }

  /** Creates customers, each of which emits one event for every endpoint, and records the responses. */
  async createCustomers(options: LoadOptions, ledger = new Ledger()): Promise<Ledger> {
    const { concurrency, count = Infinity, signal, pauseMs = 0 } = options;
    let begun = 0;
    const client = async (): Promise<void> => {
      while (begun < count && signal?.aborted !== true) {
        begun++;
        await this.createCustomer(ledger, options.persistent === true);
        if (pauseMs > 0) await sleep(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, client));
    return ledger;
  }

  private async createCustomer(ledger: Ledger, persistent: boolean): Promise<void> {
    const externalId = `customer-${++this.created}-${randomUUID()}`;
    const headers: Record<string, string> = persistent ? { 'idempotency-key': externalId } : {};
    ledger.unacknowledged.add(externalId);
    const giveUpAt = performance.now() + PERSIST_MS;
    while (performance.now() < giveUpAt) {
      const answer = await this.request('POST', '/v1/customers', { external_id: externalId }, headers);
      ledger.note(answer);
      if (answer.status === 201) ledger.acknowledge(externalId, (answer.body as { id: string }).id);
      if (answer.status === 0) await sleep(50); // the service is unavailable: do not retry in a tight loop
      if (!persistent || ![0, 409, 503].includes(answer.status)) return;
      await sleep(50);
    }
  }
}

async function send(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const startedAt = performance.now();
  const answered = { body: null as unknown, retryAfter: null as string | null, replayed: false };
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    answered.retryAfter = response.headers.get('retry-after');
    answered.replayed = response.headers.has('idempotency-replayed');
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    if (response.status !== 204) answered.body = await (isJson ? response.json() : response.text());
    return { ...answered, status: response.status, ms: performance.now() - startedAt };
  } catch {
    return { ...answered, status: 0, ms: performance.now() - startedAt };
  }
}
