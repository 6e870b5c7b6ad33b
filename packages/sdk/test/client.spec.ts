import { ApiError, BillingClient, ConnectionError, TimeoutError, versionOf } from '../src/index.js';
import { problem, ScriptedServer } from './scripted-server.js';

const NOW = { 'retry-after': '0' };

describe('the client', () => {
  let server: ScriptedServer;
  let client: BillingClient;

  beforeAll(async () => {
    server = await ScriptedServer.start();
    client = new BillingClient({ baseUrl: server.url, apiKey: 'svc_live_1', maxRetries: 2 });
  });
  afterAll(() => server.stop());

  const keys = (): unknown[] => server.requests.map((it) => it.headers['idempotency-key']);

  it('sends JSON with the key, and returns the body', async () => {
    server.script({ status: 201, body: { id: 'c1' } });
    expect(await client.customers.create({ external_id: 'cust_1042' })).toEqual({ id: 'c1' });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/v1/customers',
      body: '{"external_id":"cust_1042"}',
    });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer svc_live_1',
      'content-type': 'application/json',
    });
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['', '/', '/v1', '/v1/'])('accepts a base URL that ends with "%s"', async (ending) => {
    server.script({ status: 204 });
    await new BillingClient({ baseUrl: `${server.url}/billing${ending}` }).customers.delete('c1');
    expect(server.requests[0]).toMatchObject({ method: 'DELETE', url: '/billing/v1/customers/c1', body: '' });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('encodes IDs, and refuses those that would lead to another path', async () => {
    server.script({ status: 200, body: {} });
    await client.customers.get('a/b?c');
    expect(server.requests[0]?.url).toBe('/v1/customers/a%2Fb%3Fc');
    for (const id of ['', '.', '..']) expect(() => client.customers.get(id)).toThrow(TypeError);
  });

  it('throws the problem of the service', async () => {
    const errors = [{ field: 'email', code: 'invalid_format', message: 'email is not an address.' }];
    server.script(problem(422, 'validation_failed', { errors }));
    const error = await client.customers.create({ external_id: 'x' }).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'It failed.',
      requestId: 'r1',
      errors,
    });
    expect((error as ApiError).errorOf('email')?.code).toBe('invalid_format');
    expect(server.requests).toHaveLength(1);
  });

  it('throws unexpected_response for an error page, for a page with status 200, and for a redirect', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<html>' };
    const redirect = { status: 302, headers: { location: '/elsewhere' } };
    for (const reply of [{ ...page, status: 500 }, { ...page, status: 200 }, redirect]) {
      server.script(reply);
      const expected = { status: reply.status, code: 'unexpected_response' };
      await expect(client.customers.get('c1')).rejects.toMatchObject(expected);
      expect(server.requests).toHaveLength(1);
    }
  });

  it('retries a POST under the same Idempotency-Key after a 429, a 503 and a lost response', async () => {
    for (const reply of [
      { ...problem(429, 'rate_limited'), headers: NOW },
      { ...problem(503, 'service_unavailable'), headers: NOW },
      'lost',
    ] as const) {
      server.script(reply, { status: 201, body: { id: 'c1' } });
      await expect(client.customers.create({ external_id: 'x' })).resolves.toEqual({ id: 'c1' });
      expect(new Set(keys()).size).toBe(1);
      expect(server.requests).toHaveLength(2);
    }
    server.script({ status: 201, body: {} }, { status: 201, body: {} });
    await client.customers.create({ external_id: 'x' });
    await client.customers.create({ external_id: 'x' });
    expect(new Set(keys()).size).toBe(2);
  });

  it('retries while the first attempt is still running', async () => {
    server.script(
      { ...problem(409, 'idempotency_in_progress'), headers: NOW },
      { status: 201, body: { id: 'c1' } },
    );
    await expect(client.customers.create({ external_id: 'x' })).resolves.toEqual({ id: 'c1' });
    server.script(problem(409, 'conflict'));
    await expect(client.customers.create({ external_id: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('sends the Idempotency-Key of the caller', async () => {
    server.script({ status: 201, body: {} });
    await client.customers.create({ external_id: 'x' }, { idempotencyKey: 'order-1042' });
    expect(keys()).toEqual(['order-1042']);
  });

  it('knows the version of a record that it returned, and sends it as If-Match', async () => {
    server.script({ status: 200, headers: { etag: '"7"' }, body: { id: 'c1' } }, { status: 200, body: {} });
    const read = await client.customers.get('c1');
    expect(versionOf(read)).toBe('"7"');
    expect(versionOf({ ...read })).toBeUndefined();
    const updated = await client.customers.update('c1', { name: 'Jane' }, { ifMatch: versionOf(read) });
    expect(server.requests.map((it) => it.headers['if-match'])).toEqual([undefined, '"7"']);
    expect(versionOf(updated)).toBeUndefined();
  });

  it('sends no key for usage events, which it repeats because of their transaction_id', async () => {
    server.script('lost', { status: 201, body: { id: 'e1' } });
    await expect(client.usageEvents.create({ transaction_id: 't1', code: 'calls' })).resolves.toEqual({
      id: 'e1',
    });
    expect(keys()).toEqual([undefined, undefined]);
  });

  it('does not repeat the creation of an organization after a lost response', async () => {
    server.script('lost');
    const failure = client.organizations.create({ name: 'Acme' });
    await expect(failure).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(1);
  });

  it('gives up after maxRetries, and at once if Retry-After is longer than a minute', async () => {
    const unavailable = { ...problem(503, 'service_unavailable'), headers: NOW };
    server.script(unavailable, unavailable, unavailable, unavailable);
    await expect(client.customers.get('c1')).rejects.toMatchObject({ status: 503, retryAfter: 0 });
    expect(server.requests).toHaveLength(3);
    server.script({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '61' } });
    await expect(client.customers.get('c1')).rejects.toMatchObject({ status: 429, retryAfter: 61 });
    server.script(unavailable);
    await expect(client.customers.get('c1', { maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
  });

  it('limits the time of an attempt', async () => {
    server.script('silent');
    const call = client.customers.get('c1', { timeoutMs: 20, maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    await expect(call).rejects.toThrow('took longer than 20 ms');
  });

  it('names the reason of a failed connection', async () => {
    const closed = await ScriptedServer.start();
    const { url } = closed;
    await closed.stop();
    const call = new BillingClient({ baseUrl: url, maxRetries: 0 }).customers.get('c1');
    await expect(call).rejects.toThrow(`GET ${url}/v1/customers/c1 failed: ECONNREFUSED.`);
  });

  it('throws the reason of the signal during an attempt, during a wait and before', async () => {
    const reason = new Error('Stopped');
    for (const reply of [
      'silent',
      { ...problem(503, 'service_unavailable'), headers: { 'retry-after': '50' } },
    ] as const) {
      const controller = new AbortController();
      server.script(reply);
      server.onRequest = () => void setImmediate(() => controller.abort(reason));
      await expect(client.customers.get('c1', { signal: controller.signal })).rejects.toBe(reason);
    }
    server.script();
    await expect(client.customers.get('c1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it('refuses a base URL that is not a web address', () => {
    for (const baseUrl of ['localhost:3000', 'ftp://localhost'])
      expect(() => new BillingClient({ baseUrl })).toThrow(TypeError);
  });
});
