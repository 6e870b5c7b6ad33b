import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import type supertest from 'supertest';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, pathOf } from '../../support/api-routes';
import { aSubscription } from '../../support/builders';
import { sendBytes } from '../../support/raw-request';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf, problemOf, type ProblemBody } from '../../support/wire';

const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const MIB = 1024 * 1024;
const TOO_LARGE = String(MIB + 1);
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Answer {
  status: number | undefined;
  code: string;
  wasAskedOn: boolean;
}

let app: TestApp;
let organization: TestOrganization;
let authorization: string;

beforeAll(async () => {
  app = await startTestApp({ TEST_CLOCK: 'on' });
  organization = await app.anOrganization();
  authorization = `Bearer ${organization.rawKey}`;
});
afterAll(() => app.stop());

describe('a request body over the limit', () => {
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

describe('a body of a GET, HEAD or DELETE', () => {
  const withBody = (request: supertest.Test, body: string) =>
    request.set('Content-Type', 'application/json').send(body);
  const messages = async (request: supertest.Test) =>
    (await problemOf(request, 422, 'validation_failed')).errors?.map((it) => it.message);

  it('is refused with 422 on every route, and without a valid key with 401', async () => {
    const surprises: unknown[] = [];
    const routes = apiRoutes(buildOpenApi(app.app));
    for (const route of routes.filter((it) => ['GET', 'DELETE'].includes(it.method))) {
      const { method, name } = route;
      const path = pathOf(route, UNKNOWN_ID);
      const call = method === 'GET' ? organization.get(path) : organization.delete(path);
      const { status, text } = await withBody(call, '{"bogus":1}');
      if (status !== 422 || !text.includes(`${method} takes no body; remove`)) surprises.push([name, text]);
    }
    expect(surprises).toEqual([]);
    await problemOf(withBody(app.request.get('/v1/customers'), '{"bogus":1}'), 401, 'unauthorized');
    const head = `HEAD /v1/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${organization.rawKey}\r\n`;
    const json = 'Content-Type: application/json\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnull';
    expect(await sendBytes(app.url, head + json)).toContain('HTTP/1.1 422 ');
  });

  it('prevents the operation; the error names the query parameter to use instead', async () => {
    const { id } = await aSubscription(organization);
    const path = `/v1/subscriptions/${id}`;
    expect(await messages(withBody(organization.delete(path), '{"on_termination_action":"skip"}'))).toEqual([
      'DELETE takes no body; send "on_termination_action" as a query parameter.',
    ]);
    expect(await bodyOf(organization.get(path))).toMatchObject({ status: 'active' });
  });

  it('is accepted if it is an empty object, and refused if it is any other JSON', async () => {
    await withBody(organization.get('/v1/customers'), ' {} ').expect(200);
    for (const body of ['[]', 'null', '"a"', '0']) {
      expect(await messages(withBody(organization.get('/v1/customers'), body))).toEqual([
        'GET takes no body; send it without one.',
      ]);
    }
  });
});

describe('request headers', () => {
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

  it('If-None-Match is ignored', async () => {
    await organization.get('/v1/organizations/current').set('If-None-Match', '*').expect(200);
  });
});
