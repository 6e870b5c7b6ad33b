import { BillingClient, ConnectionError, type components } from '@billing-service/sdk';
import { short, VerificationError } from './narrator';

const DEADLINE_MS = 15_000;

/** The service is unreachable. */
export class UnreachableError extends Error {}

/** A response of the service. */
export interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

type Bodies = components['schemas'];

export type ApiKey = Bodies['ApiKey'] & Partial<Pick<Bodies['CreatedApiKey'], 'raw_key'>>;
export type Endpoint = Bodies['CreatedWebhookEndpoint'];
export type Customer = Bodies['Customer'];
export type Delivery = Bodies['Delivery'];
export type Attempt = Bodies['DeliveryAttempt'];
export type DeliveryStats = Bodies['DeliveryStats'];
export type Subscription = Bodies['Subscription'];
export type Invoice = Bodies['Invoice'];
export type Problem = Bodies['Problem'];

/** An HTTP client of the service. */
export class ApiClient {
  /** The Bearer token; null: no Authorization header. */
  key: string | null = null;

  /** @param interrupted aborts requests in progress. */
  constructor(
    readonly url: string,
    private readonly interrupted: AbortSignal,
  ) {}

  /** Sends a request; resolves whatever the status of the response is. */
  async send<Body>(method: string, path: string, body?: object, headers = {}): Promise<ApiResponse<Body>> {
    // A retry would hide what a step is about to show.
    const client = new BillingClient({
      baseUrl: this.url,
      apiKey: this.key ?? undefined,
      maxRetries: 0,
      timeoutMs: DEADLINE_MS,
    });
    // The test clock is in no API description, so that paths are no more than text here.
    const request = client.http.request as (method: string, path: string, init: object) => Promise<Exchange>;
    const init = { body, headers, signal: this.interrupted, parseAs: 'text' };
    const { data, error, response } = await request(method, path, init).catch((thrown: unknown) => {
      this.interrupted.throwIfAborted();
      throw thrown instanceof ConnectionError ? new UnreachableError(thrown.message) : thrown;
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (response.ok ? parse(data) : error) as Body,
    };
  }

  /** Sends a request and checks the status of its response. */
  async expect<Body>(status: number, method: string, path: string, body?: object): Promise<Body> {
    const response = await this.send<Body>(method, path, body);
    if (response.status !== status) {
      const actual = `${response.status} ${short(JSON.stringify(response.body), 600)}`;
      throw new VerificationError(`${method} ${path} returns ${status}\n     actual    ${actual}`);
    }
    return response.body;
  }
}

function parse(text: string | undefined): unknown {
  return text === undefined || text === '' ? null : JSON.parse(text);
}

interface Exchange {
  data?: string;
  error?: unknown;
  response: Response;
}
