import type { OutboundClient } from '../../src/platform/outbound';
import { MisbehavingReceiver } from '../support/misbehaving-receiver';
import { anOutboundClient, postTo } from '../support/outbound-fixture';

const DEADLINE_MS = 400;
const MB = 1024 * 1024;

let receiver: MisbehavingReceiver;
let client: OutboundClient;

beforeAll(async () => {
  receiver = await MisbehavingReceiver.start();
});
beforeEach(() => {
  client = anOutboundClient();
});
afterEach(() => client.close());
afterAll(() => receiver.stop());

const post = (mode: string) => postTo(client, receiver.url(mode));

/** Returns the process memory outside V8's heap. Bodies are outside it, and the heap itself grows unpredictably. */
function bytesOutsideHeap(): number {
  const { rss, heapTotal } = process.memoryUsage();
  return rss - heapTotal;
}

describe('a POST', () => {
  it('returns a success with the body for status 200', async () => {
    const outcome = await post('ok');
    expect(outcome).toEqual({
      httpStatus: 200,
      responseBody: 'ok',
      success: true,
      errorMessage: null,
      retryAfterSeconds: null,
      localFault: null,
      durationMs: expect.any(Number) as number,
    });
    expect(Number.isInteger(outcome.durationMs)).toBe(true);
  });

  it('sends exactly the given bytes and headers', async () => {
    const body = Buffer.from([0, 0xff, 0x0a, 0xe2, 0x80, 0xa8]);
    await client.post({
      url: receiver.url('ok/bytes?a=b%20c'),
      headers: { 'x-svc-event': 'a.b' },
      body,
      onBehalfOf: 'acme',
    });
    const [request] = receiver.requestsTo('ok/bytes');
    expect(request).toMatchObject({ method: 'POST', path: '/ok/bytes?a=b%20c', body });
    expect(request?.headers).toMatchObject({ 'x-svc-event': 'a.b', 'content-length': '6' });
    expect(Object.keys(request?.headers ?? {})).not.toContain('accept-encoding');
  });

  it('sends the default User-Agent unless the request has its own', async () => {
    const named = anOutboundClient({ userAgent: 'billing/1' });
    await postTo(named, receiver.url('ok/agent'));
    await named.post({
      url: receiver.url('ok/agent'),
      headers: { 'User-Agent': 'own' },
      body: Buffer.alloc(0),
      onBehalfOf: 'acme',
    });
    expect(receiver.requestsTo('ok/agent').map(({ headers }) => headers['user-agent'])).toEqual([
      'billing/1',
      'own',
    ]);
    await named.close();
  });

  it.each([200, 201, 202, 204, 299])('returns a success for status %i', async (status) => {
    expect(await post(`status/${status}`)).toMatchObject({
      httpStatus: status,
      success: true,
      errorMessage: null,
    });
  });

  it.each([304, 400, 401, 404, 410, 429, 500, 503, 599])(
    'returns a failure that names the status for status %i',
    async (status) => {
      const outcome = await post(`status/${status}`);
      expect(outcome).toMatchObject({ httpStatus: status, success: false, retryAfterSeconds: null });
      expect(outcome.errorMessage).toMatch(new RegExp(`^http_status: the endpoint returned ${status}`));
    },
  );

  it.each(['204', '204?body', '204?header=Transfer-Encoding:chunked', '204?header=Content-Length:0'])(
    'returns a success for status %s, whatever body its headers announce',
    async (mode) => {
      const outcome = await post(`bodiless/${mode}`);
      expect(outcome).toMatchObject({ httpStatus: 204, success: true, errorMessage: null });
      expect(outcome.durationMs).toBeLessThan(DEADLINE_MS);
    },
  );

  it.each(['304', '304?body'])(
    'reports only the status for status %s with a Content-Length',
    async (mode) => {
      const { httpStatus, errorMessage } = await post(`bodiless/${mode}`);
      expect(httpStatus).toBe(304);
      expect(errorMessage).toBe(
        'http_status: the endpoint returned 304 (Not Modified), and only a 2xx status counts as success',
      );
      expect(errorMessage).toBe((await post('status/304')).errorMessage);
    },
  );

  it.each(['102', '103'])('ignores an interim response %s with a Content-Length', async (status) => {
    expect(await post(`bodiless-1xx/${status}`)).toMatchObject({ success: true, responseBody: 'ok' });
  });

  it('accepts a response body that is terminated by closing the connection', async () => {
    expect(await post('until-close')).toMatchObject({
      success: true,
      responseBody: 'whole',
      errorMessage: null,
    });
  });
});

describe('a redirect', () => {
  it.each(['301', '302', '303', '307', '308'])('with status %s is not followed', async (status) => {
    const outcome = await post(`redirect/${status}?to=${encodeURIComponent(receiver.url('ok/redirected'))}`);
    expect(outcome).toMatchObject({ httpStatus: Number(status), success: false });
    expect(outcome.errorMessage).toMatch(/^http_status: .* redirects are not followed$/);
    expect(receiver.requestsTo('ok/redirected')).toEqual([]);
  });
});

describe('Retry-After', () => {
  it.each([
    ['retry-after/120', 503, 120],
    ['retry-after/120?status=429', 429, 120],
    ['retry-after/0', 503, 0],
    ['retry-after/999999999', 503, 86_400],
    ['retry-after/soon', 503, null],
    ['retry-after/-5', 503, null],
    ['retry-after/120?status=500', 500, null],
    ['retry-after/120?status=202', 202, null],
  ])(
    'in the response to %s with status %i yields %s seconds',
    async (mode, httpStatus, retryAfterSeconds) => {
      expect(await post(mode)).toMatchObject({ httpStatus, retryAfterSeconds });
    },
  );

  it('can be an HTTP date', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfterSeconds } = await post(`retry-after/${encodeURIComponent(date)}`);
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(90);
  });
});

describe('the deadline', () => {
  beforeEach(() => {
    client = anOutboundClient({ deadlineMs: DEADLINE_MS });
  });

  it.each([
    ['hang', null, /^timeout: the endpoint did not respond within 400 ms$/],
    ['drip-headers', null, /^timeout: the endpoint did not respond/],
    ['endless-1xx', null, /^timeout: the endpoint did not respond/],
    [
      'drip-body',
      200,
      /^timeout: the endpoint returned 200, but the response body did not end within 400 ms$/,
    ],
  ])('ends a request to %s and closes the connection', async (mode, httpStatus, message) => {
    const outcome = await post(mode);
    expect(outcome).toMatchObject({ httpStatus, success: httpStatus === 200 });
    expect(outcome.errorMessage).toMatch(message);
    expect(outcome.durationMs).toBeGreaterThanOrEqual(DEADLINE_MS - 5);
    expect(outcome.durationMs).toBeLessThan(DEADLINE_MS * 2);
    expect(client.stats).toMatchObject({ inFlight: 0, connections: 0, origins: 0 });
    await receiver.until(({ openConnections }) => openConnections === 0);
  });

  it('does not discard the part of a slow body that arrived in time', async () => {
    expect((await post('drip-body')).responseBody).toMatch(/^x+$/);
  });
});

describe('an oversized response', () => {
  it('is truncated, and its connection is closed', async () => {
    const outcome = await post('huge-body');
    expect(outcome).toMatchObject({ httpStatus: 200, success: true, responseBody: 'x'.repeat(1_000) });
    expect(outcome.errorMessage).toBe(
      'http_status: the endpoint returned 200, but the response body was truncated because it exceeds 16384 bytes',
    );
    await receiver.until(({ openConnections }) => openConnections === 0);
  });

  it('is one whose body exceeds 16 KiB: a body of exactly 16 KiB is not truncated', async () => {
    expect((await post('body/16384')).errorMessage).toBeNull();
    expect((await post('body/16385')).errorMessage).toMatch(/^http_status: .* was truncated/);
  });

  it('is not decompressed', async () => {
    const { success, responseBody } = await post('gzip-bomb');
    expect(success).toBe(true);
    expect(responseBody?.length).toBeLessThanOrEqual(1_000);
    expect(responseBody).toMatch(/^\x1f/);
  });

  it('with a header of 1 MB is a failure', async () => {
    const outcome = await post('huge-header');
    expect(outcome).toMatchObject({ httpStatus: null, responseBody: null, success: false });
    expect(outcome.errorMessage).toBe('http_status: the response headers are too large');
  });

  it('of endless interim responses fails before the deadline', async () => {
    const outcome = await post('flood-1xx');
    expect(outcome).toMatchObject({ httpStatus: null, success: false });
    expect(outcome.errorMessage).toMatch(
      /^http_status: the endpoint sent more than \d+ bytes of interim responses/,
    );
    expect(outcome.durationMs).toBeLessThan(5_000);
  });

  it('does not increase the memory of the process', async () => {
    const modes = ['huge-body', 'gzip-bomb', 'huge-header', 'flood-1xx'];
    const round = () => Promise.all(modes.map((mode) => post(mode)));
    await round();
    const before = bytesOutsideHeap();
    for (let n = 0; n < 50; n += 1) await round();
    expect((bytesOutsideHeap() - before) / MB).toBeLessThan(50);
  });
});

describe('a response after unsolicited interim responses', () => {
  it.each(['continue/ahead', 'continue/together'])(
    'is a success, and its connection is reused (%s)',
    async (mode) => {
      const before = receiver.connections;
      for (let n = 0; n < 3; n += 1) {
        expect(await post(mode)).toMatchObject({ httpStatus: 200, responseBody: 'ok', errorMessage: null });
      }
      expect(receiver.connections).toBe(before + 1);
      expect(client.stats.resends).toBe(0);
    },
  );
});

describe('a broken response', () => {
  it('is a success if its status is 2xx', async () => {
    const outcome = await post('reset-mid-body');
    expect(outcome).toMatchObject({ httpStatus: 200, success: true, responseBody: 'partial' });
    expect(outcome.errorMessage).toMatch(
      /^connection_reset: the endpoint returned 200, but the connection was closed/,
    );
  });

  it('is a failure if its status is 500', async () => {
    const outcome = await post('truncated');
    expect(outcome).toMatchObject({ httpStatus: 500, success: false, responseBody: 'partial' });
    expect(outcome.errorMessage).toMatch(
      /^http_status: the endpoint returned 500; the connection was closed/,
    );
  });

  it.each([
    ['reset', /^connection_reset: /],
    ['close', /^connection_reset: /],
    ['not-http', /^http_status: the response is not valid HTTP/],
    ['status-099', /^http_status: the response is not valid HTTP/],
    ['status-101', /^http_status: the response is not valid HTTP/],
    ['two-lengths', /^http_status: the response is not valid HTTP/],
  ])('from %s is a failure without a status', async (mode, message) => {
    const outcome = await post(mode);
    expect(outcome).toMatchObject({ httpStatus: null, responseBody: null, success: false });
    expect(outcome.errorMessage).toMatch(message);
  });

  it.each([
    ['nul', 'ab'],
    ['invalid-utf8', 'a\ufffd\ufffd(\ufffd\ufffd\ufffdb'],
  ])('with %s is returned without invalid characters', async (mode, responseBody) => {
    expect(await post(mode)).toMatchObject({ success: true, responseBody, errorMessage: null });
  });
});

describe('a request that cannot be sent', () => {
  it('resolves to an outcome instead of throwing', async () => {
    const url = receiver.url('ok');
    const headers = { 'x-bad': 'a\nb' };
    const outcome = await client.post({ url, headers, body: Buffer.alloc(0), onBehalfOf: 'acme' });
    expect(outcome).toMatchObject({ httpStatus: null, success: false });
    expect(outcome.errorMessage).toMatch(/^http_status: the request could not be sent/);
    expect(await post('ok')).toMatchObject({ success: true });
  });

  it('fails with connection_refused after close()', async () => {
    await client.close();
    expect((await post('ok')).errorMessage).toBe('connection_refused: the service is shutting down');
  });
});
