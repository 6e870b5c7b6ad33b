import { short, VerificationError } from './narrator';

const DEADLINE_MS = 15_000;

/** The service could not be reached; the message names its URL. */
export class UnreachableError extends Error {}

/** A response with its body parsed as JSON. */
export interface ApiAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export class ApiClient {
  /** The Bearer token; null to send no Authorization header. */
  key: string | null = null;

  /** @param interrupted aborts requests in progress */
  constructor(
    readonly url: string,
    private readonly interrupted: AbortSignal,
  ) {}

  /** Sends a request. Resolves for every response status, including errors. */
  async send<Body>(method: string, path: string, body?: object, headers = {}): Promise<ApiAnswer<Body>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.key === null ? {} : { Authorization: `Bearer ${this.key}` }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any([this.interrupted, AbortSignal.timeout(DEADLINE_MS)]),
    }).catch((error: unknown) => {
      this.interrupted.throwIfAborted();
      throw new UnreachableError(`${this.url} does not respond (${reason(error)}).`);
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) as Body };
  }

  /** Sends a request and returns the body. Fails the check if the response has another status. */
  async expect<Body>(status: number, method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.send<Body>(method, path, body);
    if (answer.status !== status) {
      const got = `${answer.status} ${short(JSON.stringify(answer.body), 600)}`;
      throw new VerificationError(`${method} ${path} returns ${status}\n     got       ${got}`);
    }
    return answer.body;
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text; // another server sent this; the check of the status will fail
  }
}

function reason(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  return cause?.code ?? name;
}
