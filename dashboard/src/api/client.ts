import { BillingClient, ConnectionError, ProblemError, type Problem } from '@billing-service/sdk';
import type { ItemOf, ListPath, ResultOf, paths } from '@billing-service/sdk';
import type { Client, ClientPathsWithMethod } from 'openapi-fetch';
import { isPageInUse } from '../lib/page-use';
import { sessionGate } from './session-gate';

const DEADLINE_MS = 30_000;
/** Longer than anybody takes to sign in again, during which a request waits. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Sends a request with the session's cookie. When the session has expired, the request waits until the user has signed
 * in again and is then repeated, so that no form loses what was typed. A page that nobody uses says so: what it reads by
 * itself must not keep the session alive.
 */
async function send(request: Request): Promise<Response> {
  request.headers.set('X-Requested-With', 'dashboard');
  if (!isPageInUse()) request.headers.set('X-Background', 'true');
  for (;;) {
    const response = await fetch(request.clone(), {
      credentials: 'same-origin',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    if (response.status !== 401) return response;
    await sessionGate.signedInAgain(request.signal);
  }
}

/** The SDK on behalf of the session. */
const client = new BillingClient({
  baseUrl: `${window.location.origin}/dashboard/api`,
  fetch: send,
  maxRetries: 2,
  timeoutMs: PATIENCE_MS,
});

type Method = 'get' | 'post' | 'put' | 'delete';
export type PathWith<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Init {
  /** Values of the braces in the path. */
  path?: Readonly<Record<string, string>> | undefined;
  query?: Query | undefined;
  body?: unknown;
  /** Sent as `If-Match`: the change is refused with 412 if the record has changed since. */
  etag?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

interface Exchange {
  data?: unknown;
  error?: unknown;
  response: Response;
}

async function exchange(method: Method, path: string, init: Init): Promise<Exchange> {
  const request = client.http.request as (method: Method, path: string, init: object) => Promise<Exchange>;
  const { path: pathValues, query, body, etag, signal } = init;
  const result = await request(method, path, {
    params: { path: pathValues, query },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
    ...(etag === undefined || etag === null ? {} : { headers: { 'If-Match': etag } }),
  });
  if (!result.response.ok) throw problemOf(result.response, result.error);
  return result;
}

/** Returns the API's own words for a refusal. */
export function problemOf({ status }: Response, body: unknown): Error {
  if (typeof body === 'object' && body !== null && 'code' in body && 'detail' in body) {
    return new ProblemError(body as Problem);
  }
  return new ConnectionError(`The service responded with status ${status}.`);
}

export interface Loaded<Body> {
  body: Body;
  etag: string | null;
}

/** Returns a record with its ETag, for a form that sends it back. */
export async function load<Path extends PathWith<'get'>>(
  path: Path,
  init: Init = {},
): Promise<Loaded<ResultOf<Path, 'get'>>> {
  const { data, response } = await exchange('get', path, init);
  return { body: data as ResultOf<Path, 'get'>, etag: response.headers.get('etag') };
}

export interface Page<Item> {
  items: Item[];
  /** Cursors of the neighbouring pages; null at the ends. */
  after: string | null;
  before: string | null;
}

/** Returns one page of a list, with the cursors of its neighbours (RFC 8288 `Link`). */
export async function loadPage<Path extends ListPath>(
  path: Path,
  init: Init = {},
): Promise<Page<ItemOf<Path>>> {
  const { data, response } = await exchange('get', path, init);
  const link = response.headers.get('link') ?? '';
  return { items: data as ItemOf<Path>[], after: cursorOf(link, 'after'), before: cursorOf(link, 'before') };
}

/** Sends a change. Bodies come from forms; the API validates them. */
export async function change<M extends 'post' | 'put' | 'delete', Path extends PathWith<M>>(
  method: M,
  path: Path,
  init: Init = {},
): Promise<ResultOf<Path, M>> {
  const { data } = await exchange(method, path, init);
  return data as ResultOf<Path, M>;
}

const RELATIONS = { after: 'next', before: 'prev' } as const;

/** Returns the cursor to the next (`after`) or the previous (`before`) page from a `Link` header. */
export function cursorOf(link: string, cursor: keyof typeof RELATIONS): string | null {
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!parameters.includes(`rel="${RELATIONS[cursor]}"`)) continue;
    return new URL(target, 'http://relative').searchParams.get(cursor);
  }
  return null;
}
