import type { OpenAPIObject } from '@nestjs/swagger';
import type supertest from 'supertest';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { aPlan, aCustomer } from '../../support/builders';
import { apiRoutes, pathOf, type ApiRoute } from '../../support/api-routes';
import { sendBytes, sendRaw, type RawResponse } from '../../support/raw-request';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf, problemOf, type ProblemBody } from '../../support/wire';

/** Payment providers may add query parameters of their own to this URL. */
const ANY_QUERY = '/v1/payments/webhook/{provider}';
const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

let app: TestApp;
let organization: TestOrganization;
let document: OpenAPIObject;
let routes: ApiRoute[];

beforeAll(async () => {
  app = await startTestApp({ TEST_CLOCK: 'on' });
  organization = await app.anOrganization();
  document = buildOpenApi(app.app);
  routes = apiRoutes(document);
});
afterAll(() => app.stop());

const codeOf = ({ status, text }: RawResponse): [number, string] => [
  status,
  (JSON.parse(text) as ProblemBody).code,
];

describe('request methods', () => {
  it('an unsupported method is refused with 405 and Allow on every path, and with 401 without a valid key', async () => {
    const urls = new Map(routes.map((it) => [it.path, pathOf(it, UNKNOWN_ID)]));
    for (const [path, url] of urls) {
      const methods = routes.filter((it) => it.path === path).map((it) => it.method);
      for (const key of [undefined, 'svc_live_unknown']) {
        const anonymous = await sendRaw(app.url, { method: 'PATCH', path: url, ...(key && { key }) });
        expect([path, ...codeOf(anonymous)]).toEqual([path, 401, 'unauthorized']);
        expect(anonymous.headers.get('allow')).toBeNull();
        expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
      }
      const refused = await sendRaw(app.url, { method: 'PATCH', path: url, key: organization.rawKey });
      expect([path, ...codeOf(refused)]).toEqual([path, 405, 'method_not_allowed']);
      const allowed = (refused.headers.get('allow') ?? '').split(', ');
      expect(allowed).toEqual(expect.arrayContaining(methods));
      expect(allowed.includes('HEAD')).toBe(allowed.includes('GET'));
    }
  });

  it('POST on a record, DELETE on a list with a trailing slash, and OPTIONS are refused with 405', async () => {
    const { detail } = await problemOf(
      organization.post(`/v1/customers/${UNKNOWN_ID}`, {}),
      405,
      'method_not_allowed',
    );
    expect(detail).toBe('POST is not supported at this path. Supported: GET, PUT, DELETE, HEAD.');
    for (const [method, path, allow] of [
      ['OPTIONS', '/v1/customers', 'POST, GET, HEAD'],
      ['DELETE', '/v1/customers/', 'POST, GET, HEAD'],
      ['GET', '/v1/organizations', 'POST'],
      ['PUT', '/v1/events', 'POST, GET, HEAD'],
      ['DELETE', '/v1/events/batch', 'POST, GET, HEAD'],
    ] as const) {
      const response = await sendRaw(app.url, { method, path, key: organization.rawKey });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, allow]);
    }
  });

  it('any method on an unknown path returns 404, with or without a key', async () => {
    await problemOf(app.request.patch('/v1/unicorns'), 404, 'not_found');
    await problemOf(organization.put('/v1/unicorns', {}), 404, 'not_found');
    await problemOf(organization.delete('/v1/customers/a/b'), 404, 'not_found');
  });

  it('HEAD returns the status and headers of GET without a body', async () => {
    const head = { method: 'HEAD', path: '/v1/customers' };
    const { status, headers, text } = await sendRaw(app.url, { ...head, key: organization.rawKey });
    expect([status, headers.get('x-total-count'), text]).toEqual([200, '0', '']);
    expect((await sendRaw(app.url, head)).status).toBe(401);
  });
});

describe('an unknown query parameter', () => {
  const BOGUS = 'unknown_field bogus';
  const refusal = (name: string) => ({
    field: name,
    code: 'unknown_field',
    message: `"${name}" is not a query parameter of this operation.`,
  });

  it('is refused with 422 on every route except payment webhooks', async () => {
    const surprises: unknown[] = [];
    for (const route of routes.filter((it) => it.path !== ANY_QUERY)) {
      const path = `${pathOf(route, UNKNOWN_ID)}?bogus=1`;
      const request = { method: route.method, path, key: organization.rawKey };
      const { status, text } = await sendRaw(app.url, request);
      const { errors = [] } = JSON.parse(text) as ProblemBody;
      const isNamed = errors.some((it) => JSON.stringify(it) === JSON.stringify(refusal('bogus')));
      if (status !== 422 || !isNamed) surprises.push([route.name, status, text]);
    }
    expect(surprises).toEqual([]);
    await app.request.post('/v1/payments/webhook/manual?bogus=1').send({}).expect(401);
    await app.request.get('/health/live?bogus=1').expect(200);
  });

  it('is reported beside a repeated parameter, and every enumerated parameter is checked', async () => {
    const surprises: unknown[] = [];
    const strict = routes.filter((it) => it.path !== ANY_QUERY);
    const cases = strict.flatMap((route) =>
      route.queryParameters.flatMap(({ name, schema }) => [
        { route, query: `${name}=a&${name}=a&bogus=1&bogus=1`, expected: [`invalid_type ${name}`, BOGUS] },
        ...(schema?.enum === undefined
          ? []
          : [{ route, query: `${name}=bogus`, expected: [`invalid_value ${name}`] }]),
      ]),
    );
    expect(cases.length).toBeGreaterThan(0);
    for (const { route, query, expected } of cases) {
      const path = `${pathOf(route, UNKNOWN_ID)}?${query}`;
      const { status, text } = await sendRaw(app.url, {
        method: route.method,
        path,
        key: organization.rawKey,
      });
      const errors = (JSON.parse(text) as ProblemBody).errors?.map((it) => `${it.code} ${it.field}`) ?? [];
      const isNamed = expected.every((it) => errors.includes(it));
      if (status !== 422 || !isNamed) surprises.push([route.name, query, text]);
    }
    expect(surprises).toEqual([]);
  });

  it('prevents the operation, but a missing key is reported first', async () => {
    const { id } = await aCustomer(organization, { external_id: 'kept' });
    await problemOf(app.request.delete(`/v1/customers/${id}?bogus=1`), 401, 'unauthorized');
    await problemOf(organization.delete(`/v1/customers/${id}?bogus=1`), 422, 'validation_failed');
    await organization.get(`/v1/customers/${id}`).expect(200);
  });

  it('is reported as unknown even if it is repeated, when the route takes no query parameters', async () => {
    const { errors } = await problemOf(
      organization.get(`/v1/customers/${UNKNOWN_ID}?a=1&a=2&toString=1`),
      422,
      'validation_failed',
    );
    expect(errors).toEqual([refusal('a'), refusal('toString')]);
  });

  it('does not use up the Idempotency-Key', async () => {
    const postTo = (query: string) =>
      organization.post(`/v1/customers${query}`, { external_id: 'keyed' }).set('Idempotency-Key', 'k1');
    await problemOf(postTo('?bogus=1'), 422, 'validation_failed');
    expect((await postTo('').expect(201)).headers).not.toHaveProperty('idempotency-replayed');
  });
});

it('a query that is not percent-encoded UTF-8 is refused with 422, except by payment webhooks', async () => {
  const message = (field: string) =>
    `${field} must be percent-encoded UTF-8; a literal "%" is written as "%25".`;
  for (const [path, field] of [
    ['/v1/customers?limit=5&external_id=%E4', 'external_id'],
    ['/v1/customers?%C0%AF=1', 'query'],
    ['/v1/events?from=%', 'from'],
    ['/v1/event_types?a=%ED%A0%80', 'a'],
  ] as const) {
    const { text } = await sendRaw(app.url, { method: 'GET', path, key: organization.rawKey });
    const { status, errors } = JSON.parse(text) as ProblemBody;
    expect([path, status, errors]).toEqual([
      path,
      422,
      [{ field, code: 'invalid_format', message: message(field) }],
    ]);
  }
  const webhook = { method: 'POST', path: '/v1/payments/webhook/manual?ref=%E4', body: '{}' };
  expect((await sendRaw(app.url, webhook)).status).toBe(401);
});

describe('a read-only field', () => {
  const readOnly = (field: string, verb: string) => ({
    field,
    code: 'read_only',
    message: `"${field}" cannot be ${verb}.`,
  });
  const errorsOf = async (request: supertest.Test) =>
    (await problemOf(request, 422, 'validation_failed')).errors;

  it('is refused as read_only, and an unknown field as unknown_field, when a GET response is sent back with PUT', async () => {
    const { id } = await aCustomer(organization, { external_id: 'ro' });
    const customer = await bodyOf<object>(organization.get(`/v1/customers/${id}`));
    const errors = await errorsOf(organization.put(`/v1/customers/${id}`, { ...customer, hue: 'red' }));
    const names = ['id', 'created_at', 'updated_at'];
    expect(errors).toEqual(expect.arrayContaining(names.map((it) => readOnly(it, 'changed'))));
    expect(errors?.filter((it) => it.code !== 'read_only')).toEqual([
      { field: 'hue', code: 'unknown_field', message: '"hue" is not a field.' },
    ]);
    const { id: planId } = await aPlan(organization);
    expect(await errorsOf(organization.put(`/v1/plans/${planId}`, { code: 'other' }))).toEqual([
      readOnly('code', 'changed'),
    ]);
  });

  it('is refused as read_only in a POST, in list entries, and again with the same Idempotency-Key', async () => {
    expect(await errorsOf(organization.post('/v1/customers', { external_id: 'c', id: UNKNOWN_ID }))).toEqual([
      readOnly('id', 'set'),
    ]);
    const plan = {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      currency: 'EUR',
      charges: [{ billable_metric_id: UNKNOWN_ID, charge_model: 'standard', id: UNKNOWN_ID }],
    };
    const send = () => organization.post('/v1/plans', plan).set('Idempotency-Key', 'k2');
    for (const errors of [await errorsOf(send()), await errorsOf(send())])
      expect(errors).toContainEqual(readOnly('charges.0.id', 'set'));
  });

  it('is refused as read_only in a single usage event, in a batch, and with an Idempotency-Key', async () => {
    const event = { transaction_id: 't', code: 'c', external_customer_id: 'x', late: true };
    const expected = [readOnly('late', 'set')];
    expect(await errorsOf(organization.post('/v1/events', event))).toEqual(expected);
    const keyed = organization.post('/v1/events', event).set('Idempotency-Key', 'k3');
    expect(await errorsOf(keyed)).toEqual(expected);
    const batch = await organization.post('/v1/events/batch', { events: [event] }).expect(207);
    expect(batch.body).toMatchObject({ results: [{ errors: [readOnly('events.0.late', 'set')] }] });
    const { message } = (await errorsOf(organization.post('/v1/events/batch', { accepted: 1 })))?.[0] ?? {};
    expect(message).toBe('"accepted" is not a field.');
  });
});

describe('ambiguous HTTP', () => {
  it('a request that a proxy could parse differently is refused with 400 and its connection closed', async () => {
    const post = 'POST /v1/events HTTP/1.1\r\nHost: localhost\r\n';
    const chunk = '\r\n\r\n0\r\n\r\n';
    for (const [bytes, sentence] of [
      ['GET /health/live HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n', /Host header is missing/],
      ['GET /health/live HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', /must not be repeated/],
      ['GET /health/live HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', /must not be repeated/],
      [`${post}Transfer-Encoding: xchunked\r\nTransfer-Encoding: chunked${chunk}`, /must not be repeated/],
      [`${post}Transfer-Encoding: gzip, chunked${chunk}`, /must be "chunked"/],
      ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', /not a proxy/],
    ] as const) {
      const [headers = '', body = ''] = (await sendBytes(app.url, bytes)).split('\r\n\r\n');
      const problem = JSON.parse(body) as ProblemBody;
      expect([problem.status, problem.code]).toEqual([400, 'malformed_request']);
      expect(problem.detail).toMatch(sentence);
      expect(headers).toContain(`\r\nX-Request-Id: ${problem.request_id}`);
      expect(headers).toContain('\r\nConnection: close');
      if (bytes.includes('mine')) expect(problem.request_id).toBe('mine');
    }
  });

  it('HTTP/1.0 requests without Host and chunked requests are served', async () => {
    const old = await sendBytes(app.url, 'GET /health/live HTTP/1.0\r\n\r\n');
    expect(old).toContain('HTTP/1.1 200 ');
    const chunked = await sendBytes(
      app.url,
      'POST /v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    );
    expect(chunked).toContain('HTTP/1.1 401 ');
  });
});

describe('numbers', () => {
  const postText = (body: string): Promise<RawResponse> =>
    sendRaw(app.url, { method: 'POST', path: '/v1/customers', key: organization.rawKey, body });

  it('a number that a double would alter is refused with the error of its field', async () => {
    const whole = 'must be a whole number';
    for (const [number, problem] of [
      ['30.00000000000000000001', whole],
      ['29.99999999999999999999', whole],
      ['30.5e-20', whole],
      ['1e400', whole],
      ['9007199254740993', 'must be at most 3650'],
      ['-99999999999999999999', 'must be at least 0'],
      ['3000000000000000000001e1', 'must be at most 3650'],
    ]) {
      const response = await postText(`{"external_id":"exact","net_payment_term":${number}}`);
      const { errors } = JSON.parse(response.text) as ProblemBody;
      expect([number, errors?.map((it) => it.message)]).toEqual([number, [`net_payment_term ${problem}.`]]);
    }
    const metadata = await postText('{"external_id":"exact","metadata":{"a":0.10000000000000000001}}');
    expect(codeOf(metadata)).toEqual([422, 'validation_failed']);
  });

  it('a whole number is accepted in every spelling', async () => {
    for (const number of ['30', '30.0', '30.00000000000000000000', '3e1', '300E-1', '3.0e+1']) {
      const external = `"exact-${number}"`;
      const response = await postText(`{"external_id":${external},"net_payment_term":${number}}`);
      expect([number, response.status]).toEqual([number, 201]);
      expect(JSON.parse(response.text)).toMatchObject({ net_payment_term: 30 });
    }
  });
});
