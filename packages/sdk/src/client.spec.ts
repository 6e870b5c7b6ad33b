import { BillingClient, type BillingClientOptions } from './client.js';
import { ConnectionError, ProblemError, UnexpectedResponseError } from './errors.js';

type Answer = Response | Error;
const BODY = { params: { query: { limit: 2 } } };

/** A client whose service gives these answers, and the requests that it got. */
function clientOf(answers: Answer[], options: Partial<BillingClientOptions> = {}) {
  const requests: Request[] = [];
  const fetch = (request: Request): Promise<Response> => {
    requests.push(request);
    const answer = answers.shift() ?? new Error('no answer left');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return {
    client: new BillingClient({ baseUrl: 'http://billing.test', apiKey: 'key', fetch, ...options }),
    requests,
  };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ type: 'x', title: 'X', status, detail: `It is ${code}.`, code, request_id: 'r1' }, status, headers);
const now = { 'retry-after': '0' };

function create(client: BillingClient, headers: Record<string, string> = {}) {
  return client.post('/v1/customers', { body: { external_id: 'c' }, headers });
}

describe('BillingClient', () => {
  it('sends the key and returns the body', async () => {
    const { client, requests } = clientOf([json({ id: '1' }, 201)]);
    expect(await create(client)).toEqual({ id: '1' });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key');
    expect(requests[0]?.url).toBe('http://billing.test/v1/customers');
  });

  it('keeps one Idempotency-Key over all retries of a POST, and a new one for the next', async () => {
    const { client, requests } = clientOf([
      new TypeError('fetch failed'),
      problem(503, 'overloaded', now),
      problem(409, 'idempotency_in_progress', now),
      json({}, 201),
      json({}, 201),
    ]);
    await create(client);
    await create(client);
    const keys = requests.map((it) => it.headers.get('idempotency-key'));
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[4]).not.toBe(keys[0]);
    expect(await Promise.all(requests.map((it) => it.text()))).toEqual(Array(5).fill('{"external_id":"c"}'));
  });

  it("keeps the caller's Idempotency-Key, and gives none to other methods", async () => {
    const { client, requests } = clientOf([json({}, 201), json([])]);
    await create(client, { 'Idempotency-Key': 'mine' });
    await client.get('/v1/customers');
    expect(requests.map((it) => it.headers.get('idempotency-key'))).toEqual(['mine', null]);
  });

  it('throws the problem of the API with its code, status and fields', async () => {
    const body = {
      status: 422,
      code: 'validation_failed',
      detail: 'No.',
      errors: [{ field: 'name', code: 'x' }],
    };
    const { client } = clientOf([json(body, 422)]);
    const error: unknown = await create(client).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 422,
      message: 'No.',
      errors: [{ field: 'name' }],
    });
    expect([ProblemError.is(error, 'validation_failed'), ProblemError.is(error, 'not_found')]).toEqual([
      true,
      false,
    ]);
  });

  it('gives up after maxRetries with the last problem', async () => {
    const { client, requests } = clientOf(
      Array.from({ length: 3 }, () => problem(429, 'rate_limited', now)),
      { maxRetries: 2 },
    );
    await expect(client.get('/v1/customers')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(requests).toHaveLength(3);
  });

  it('repeats a POST without Idempotency-Key only after 429', async () => {
    const lost = clientOf([new TypeError('fetch failed')]);
    const organization = { body: { name: 'A' } };
    await expect(lost.client.post('/v1/organizations', organization)).rejects.toThrow(ConnectionError);
    const busy = clientOf([problem(503, 'overloaded', now)]);
    await expect(busy.client.post('/v1/organizations', organization)).rejects.toMatchObject({
      code: 'overloaded',
    });
    const limited = clientOf([problem(429, 'rate_limited', now), json({ id: '1' }, 201)]);
    expect(await limited.client.post('/v1/organizations', organization)).toEqual({ id: '1' });
    expect(limited.requests[1]?.headers.has('idempotency-key')).toBe(false);
  });

  it('retries neither other errors nor a 409 that no earlier attempt explains', async () => {
    const { client, requests } = clientOf([
      problem(409, 'idempotency_in_progress'),
      problem(500, 'internal_error'),
    ]);
    await expect(create(client)).rejects.toMatchObject({ status: 409 });
    await expect(client.get('/v1/customers')).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(2);
  });

  it('leaves a Retry-After of over a minute to the caller', async () => {
    const { client } = clientOf([problem(429, 'rate_limited', { 'retry-after': '3600' })]);
    await expect(client.get('/v1/customers')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('throws ConnectionError when the deadline passes, and the reason of an aborted signal at once', async () => {
    const hanging = (request: Request): Promise<Response> =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    const { client } = clientOf([], { fetch: hanging, timeoutMs: 5, maxRetries: 0 });
    await expect(client.get('/v1/customers')).rejects.toThrow(/no response within 5 ms/);
    const patient = clientOf([], { fetch: hanging }).client;
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(patient.get('/v1/customers', { signal })).rejects.toThrow('stopped');
  });

  it('throws UnexpectedResponseError for what is not of the API', async () => {
    const { client } = clientOf([new Response('<html>Bad gateway</html>', { status: 502 })]);
    await expect(client.get('/v1/customers')).rejects.toThrow(UnexpectedResponseError);
  });

  it('iterates over all pages of a list', async () => {
    const next = {
      link: '</v1/customers?limit=2&after=abc>; rel="next", </v1/customers?before=x>; rel="prev"',
    };
    const { client, requests } = clientOf([json([{ id: '1' }, { id: '2' }], 200, next), json([{ id: '3' }])]);
    const ids: string[] = [];
    for await (const { id } of client.list('/v1/customers', BODY)) ids.push(id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(requests.map((it) => new URL(it.url).search)).toEqual(['?limit=2', '?limit=2&after=abc']);
  });

  it('returns undefined for a response without a body', async () => {
    const { client } = clientOf([new Response(null, { status: 204 })]);
    const id = { params: { path: { id: '1' } } };
    await expect(client.delete('/v1/customers/{id}', id)).resolves.toBeUndefined();
  });

  it('resolves http requests with data or error', async () => {
    const { client } = clientOf([problem(404, 'not_found')]);
    const { data, error, response } = await client.http.GET('/v1/customers');
    expect([data, error?.code, response.status]).toEqual([undefined, 'not_found', 404]);
  });
});
