import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { sendBytes } from '../../support/raw-request';
import { startTestApp, type TestApp } from '../../support/test-app';
import type { ProblemBody } from '../../support/wire';

const MIB = 1024 * 1024;
const TOO_LARGE = String(MIB + 1);
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Answer {
  status: number | undefined;
  code: string;
  wasAskedOn: boolean;
}

describe('a request body over the limit', () => {
  let app: TestApp;
  let authorization: string;

  beforeAll(async () => {
    app = await startTestApp();
    authorization = `Bearer ${(await app.anOrganization()).rawKey}`;
  });
  afterAll(() => app.stop());

  /** Sends headers and part of a body but never ends it. Resolves with the response. */
  const answerTo = (path: string, headers: OutgoingHttpHeaders, body = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
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

  const refused = { status: 413, code: 'payload_too_large', wasAskedOn: false };

  it.each(['/v1/customers', '/v1/events', '/v1/events/batch'])(
    'POST %s is refused because of its Content-Length before the body arrives',
    async (path) => {
      expect(await answerTo(path, { 'Content-Length': TOO_LARGE })).toEqual(refused);
    },
  );

  it.each(['/v1/customers', '/v1/events'])(
    'POST %s with Expect: 100-continue is refused before a 100 Continue is sent',
    async (path) => {
      const expecting = { Expect: '100-continue', 'Content-Length': TOO_LARGE };
      expect(await answerTo(path, expecting)).toEqual(refused);
    },
  );

  it.each(['/v1/customers', '/v1/events'])(
    'POST %s is refused once its chunked body exceeds the limit',
    async (path) => {
      const chunked = { 'Transfer-Encoding': 'chunked' };
      expect(await answerTo(path, chunked, ' '.repeat(MIB + 1))).toEqual(refused);
    },
  );

  it('the connection serves further requests after a refused body', async () => {
    const before = await fetch(`${app.url}/v1/customers`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization },
      body: ' '.repeat(2 * MIB),
    });
    expect(before.status).toBe(413);
    await before.text();
    await app.request.get('/health/live').expect(200);
  });
});

describe('request headers', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

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

  it('Expect: 100-continue triggers 100 Continue, and any other expectation is ignored', async () => {
    for (const [expectation, isMet] of [
      ['100-continue', true],
      ['something', false],
    ] as const) {
      const [wasAskedOn, answer] = await organizationWith(expectation);
      expect([wasAskedOn, answer.statusCode]).toEqual([isMet, 201]);
      expect(answer.headers).toHaveProperty('x-request-id');
    }
  });

  it('no header is ignored, however many precede it', async () => {
    const { rawKey } = await app.anOrganization();
    const many = `GET /v1/customers HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(2500)}`;
    const key = `Authorization: Bearer ${rawKey}\r\n`;
    expect(await sendBytes(app.url, `${many}${key}Connection: close\r\n\r\n`)).toContain('HTTP/1.1 200 ');
    expect(await sendBytes(app.url, `${many}${key}Host: b\r\n\r\n`)).toContain('HTTP/1.1 400 ');
  });

  it('If-None-Match is ignored, because responses have no ETag', async () => {
    const organization = await app.anOrganization();
    await organization.get('/v1/organizations/current').set('If-None-Match', '*').expect(200);
  });
});
