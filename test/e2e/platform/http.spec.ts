import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { eventually } from '../../support/eventually';
import { sendBytes } from '../../support/raw-request';
import { useTestApp } from '../../support/use-test-app';
import type { ProblemBody } from '../../support/wire';

const MIB = 1024 * 1024;
const TOO_LARGE = String(MIB + 1);
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a body that is too large', () => {
  const app = useTestApp();
  let authorization: string;

  beforeAll(async () => {
    authorization = `Bearer ${(await app.anOrganization()).rawKey}`;
  });

  const refused = { status: 413, code: 'payload_too_large', wasAskedOn: false };

  it.each(['/v1/customers', '/v1/events', '/v1/events/batch'])(
    'POST %s is refused by its declared length before the body arrives',
    async (path) => {
      expect(await answerTo(path, { 'Content-Length': TOO_LARGE })).toEqual(refused);
    },
  );

  it.each(['/v1/customers', '/v1/events'])('POST %s does not send 100 Continue for it', async (path) => {
    const expecting = { Expect: '100-continue', 'Content-Length': TOO_LARGE };
    expect(await answerTo(path, expecting)).toEqual(refused);
  });

  it.each(['/v1/customers', '/v1/events'])(
    'POST %s is refused once its chunked body exceeds the limit',
    async (path) => {
      const chunked = { 'Transfer-Encoding': 'chunked' };
      expect(await answerTo(path, chunked, ' '.repeat(MIB + 1))).toEqual(refused);
    },
  );

  it('its connection serves further requests once the body has ended', async () => {
    const before = await fetch(`${app.url}/v1/customers`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization },
      body: ' '.repeat(2 * MIB),
    });
    expect(before.status).toBe(413);
    await before.text();
    await app.request.get('/health/live').expect(200);
  });

  /** Sends headers and the start of a body that never ends, and returns the response. */
  function answerTo(path: string, headers: OutgoingHttpHeaders, body = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let wasAskedOn = false;
      const sent = request(`${app.url}${path}`, {
        method: 'POST',
        headers: { ...JSON_TYPE, authorization, ...headers },
      });
      sent.on('continue', () => (wasAskedOn = true));
      sent.on('response', (answer: IncomingMessage) => {
        void json(answer).then((problem) => {
          resolve({ status: answer.statusCode, code: (problem as ProblemBody).code, wasAskedOn });
          sent.destroy();
        });
      });
      sent.on('error', reject);
      sent.flushHeaders();
      if (body !== '') sent.write(body);
    });
  }
});

describe('Expect and If-None-Match', () => {
  const app = useTestApp();

  const organizationWith = (expectation: string): Promise<[boolean, IncomingMessage]> =>
    new Promise((resolve, reject) => {
      const body = '{"name":"Acme"}';
      let wasAskedOn = false;
      const headers = { ...JSON_TYPE, 'Content-Length': body.length, Expect: expectation };
      const sent = request(`${app.url}/v1/organizations`, { method: 'POST', headers });
      sent.on('continue', () => {
        wasAskedOn = true;
        sent.end(body);
      });
      sent.on('response', (answer: IncomingMessage) => resolve([wasAskedOn, answer.resume()]));
      sent.on('error', reject);
      if (expectation === '100-continue') sent.flushHeaders();
      else sent.end(body);
    });

  it('Expect: 100-continue is honoured and any other expectation is ignored', async () => {
    for (const [expectation, isMet] of [
      ['100-continue', true],
      ['something', false],
    ] as const) {
      const [wasAskedOn, answer] = await organizationWith(expectation);
      expect([wasAskedOn, answer.statusCode]).toEqual([isMet, 201]);
      expect(answer.headers).toHaveProperty('x-request-id');
    }
  });

  it('If-None-Match never matches, because responses have no version', async () => {
    const organization = await app.anOrganization();
    await organization.get('/v1/organizations/current').set('If-None-Match', '*').expect(200);
  });
});

describe('a request that two servers may read differently', () => {
  const app = useTestApp();

  it('it is refused with 400, and its connection is closed', async () => {
    const post = 'POST /v1/events HTTP/1.1\r\nHost: localhost\r\n';
    const chunk = '\r\n\r\n0\r\n\r\n';
    for (const [bytes, sentence] of [
      ['GET /health/live HTTP/1.1\r\n\r\n', /Host header is missing/],
      ['GET /health/live HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', /only once/],
      ['GET /health/live HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', /only once/],
      [`${post}TE: xchunked\r\nTE: chunked\r\n\r\n`, /only once/],
      [`${post}Transfer-Encoding: xchunked\r\nTransfer-Encoding: chunked${chunk}`, /only once/],
      [`${post}Transfer-Encoding: gzip, chunked${chunk}`, /must be "chunked"/],
      ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', /not a proxy/],
    ] as const) {
      const [headers = '', body = ''] = (await sendBytes(app.url, bytes)).split('\r\n\r\n');
      const problem = JSON.parse(body) as ProblemBody;
      expect([problem.status, problem.code]).toEqual([400, 'malformed_request']);
      expect(problem.detail).toMatch(sentence);
      expect(headers).toContain(`\r\nX-Request-Id: ${problem.request_id}`);
      expect(headers).toContain('\r\nConnection: close');
    }
    const old = await sendBytes(app.url, 'GET /health/live HTTP/1.0\r\n\r\n');
    expect(old).toContain('HTTP/1.1 200 ');
    const chunked = `${post}Transfer-Encoding: Chunked\r\nConnection: close${chunk}`;
    expect(await sendBytes(app.url, chunked)).toContain('HTTP/1.1 401 ');
  });
});

describe('limits of connections', () => {
  const app = useTestApp({ HEADERS_TIMEOUT_MS: '1000', MAX_CONNECTIONS: '16' });

  it('a head that does not arrive in time gets 408, and its connection is closed', async () => {
    const startedAt = performance.now();
    const answer = await sendBytes(app.url, 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - startedAt).toBeLessThan(10_000); // Node would look only after 30 s
  });

  it('a connection beyond MAX_CONNECTIONS is closed, and one that ends makes room', async () => {
    const { hostname, port } = new URL(app.url);
    const open = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => resolve(socket));
        socket.on('error', () => undefined);
      });
    app.app.getHttpServer().closeAllConnections();
    const sockets = await Promise.all(Array.from({ length: 16 }, open));
    expect(await sendBytes(app.url, LIVE).catch(() => '')).toBe('');
    for (const socket of sockets) socket.destroy();
    await eventually(async () => {
      const answer = await sendBytes(app.url, LIVE).catch(() => '');
      return answer.includes(' 200 ') ? true : null;
    });
  });
});

interface Answer {
  status: number | undefined;
  code: string;
  wasAskedOn: boolean;
}
