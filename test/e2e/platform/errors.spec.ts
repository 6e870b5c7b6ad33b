import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { aCustomer } from '../../support/builders';
import { sendBytes, sendRaw } from '../../support/raw-request';
import { organizationWithKey, startTestApp } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import {
  UUID_V7,
  bodyOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
  type ProblemBody,
} from '../../support/wire';

const MIB = 1024 * 1024;

/** Express throws on these request targets or finds no path in them. */
const UNREADABLE_TARGETS = [
  'http://[',
  'http://',
  'http://%@x/v1/customers',
  'foo://%@x/',
  '//%@x#',
  '//%@x/v1#a',
];

const jsonIn = (charset: string): string => `application/json; charset=${charset}`;

describe('errors', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);

  const postText = (body: string | Buffer, contentType: string | null = 'application/json', headers = {}) => {
    const request = { method: 'POST', path: '/v1/customers', key: organization.rawKey };
    return sendRaw(app.url, { ...request, body, contentType, headers });
  };
  const codeOf = ({ status, text }: { status: number; text: string }): unknown[] => [
    status,
    (JSON.parse(text) as ProblemBody).code,
  ];

  it('an object with 100,000 keys is refused with a short 422', async () => {
    const keys = Array.from({ length: 110_000 }, (_, n) => `"${n.toString(36)}":0`);
    for (const body of [`{${keys.join()}}`, `{"external_id":"c","metadata":{${keys.join()}}}`]) {
      const response = await postText(body);
      expect(codeOf(response)).toEqual([422, 'validation_failed']);
      expect(response.text.length).toBeLessThan(1000);
    }
  });

  it('a 422 names at most 100 invalid fields', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field_${n}`, n]));
    const { errors, detail } = await problemOf(
      organization.post('/v1/customers', body),
      422,
      'validation_failed',
    );
    expect(errors).toHaveLength(100);
    expect(detail).toMatch(/ And 401 more\.$/);
  });

  it('a body that is not JSON is refused with 400', async () => {
    for (const text of [
      '{',
      '{"a":1,}',
      'null,',
      '{"external_id": c1}',
      '\u0000',
      '{"a":"\u0001"}',
      'NaN',
      '{}{}',
    ]) {
      expect(codeOf(await postText(text))).toEqual([400, 'malformed_json']);
    }
    await problemOf(organization.post('/v1/customers').type('json').send('{'), 400, 'malformed_json');
  });

  it('invalid UTF-8, duplicate keys and deep nesting are refused with 400', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"external_id":"'),
      Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]);
    expect(codeOf(await postText(bad))).toEqual([400, 'malformed_json']);
    expect(codeOf(await postText('{"external_id":"a","external_id":"b"}'))).toEqual([400, 'malformed_json']);
    expect(codeOf(await postText('{"external_id":"a","external_\\u0069d":"b"}'))).toEqual([
      400,
      'malformed_json',
    ]);
    const deep = `{"metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect(codeOf(await postText(deep))).toEqual([400, 'malformed_json']);
  });

  it('a 401 has a WWW-Authenticate challenge and does not reveal the reason', async () => {
    const response = await app.request.get('/v1/customers');
    expect(response.headers['www-authenticate']).toBe('Bearer');
    await problemOf(app.request.get('/v1/customers'), 401, 'unauthorized');
  });

  it('an unknown path or ID returns 404', async () => {
    await problemOf(organization.get('/v1/unicorns'), 404, 'not_found');
    await problemOf(organization.get('/'), 404, 'not_found');
    await problemOf(organization.get('/v2/customers'), 404, 'not_found');
    await problemOf(organization.get(`/v1/customers/${randomUUID()}`), 404, 'not_found');
  });

  it('a value that must be unique but is already taken is refused with 409', async () => {
    await aCustomer(organization, { external_id: 'taken' });
    await problemOf(organization.post('/v1/customers', { external_id: 'taken' }), 409, 'conflict');
  });

  it('a body over 1 MiB is refused with 413, even if it is chunked or compressed', async () => {
    const body = JSON.stringify({ external_id: 'big' });
    expect(codeOf(await postText(body.padEnd(MIB + 1)))).toEqual([413, 'payload_too_large']);
    expect((await postText(body.padEnd(MIB))).status).toBe(201);
    const bomb = gzipSync(Buffer.alloc(50 * MIB, ' '));
    const encoding = { 'content-encoding': 'gzip' };
    expect(codeOf(await postText(bomb, 'application/json', encoding))).toEqual([413, 'payload_too_large']);
    const chunked = await fetch(`${app.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${organization.rawKey}`, 'content-type': 'application/json' },
      body: new Blob([body.padEnd(2 * MIB)]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
    await chunked.arrayBuffer();
  });

  it('a media type other than JSON is refused with 415', async () => {
    for (const type of [
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/xml'],
      null,
      ...['utf-7', '"ISO-8859-1"', 'foo', 'utf-8; charset=utf-16'].map(jsonIn),
    ]) {
      const body = Buffer.from('{"external_id":"typed"}');
      expect(codeOf(await postText(body, type))).toEqual([415, 'unsupported_media_type']);
    }
    const { text } = await postText('{}', 'application/json;charset=latin1');
    expect(text).toContain('The charset \\"latin1\\" is not supported: encode the body in UTF-8');
    const encoded = await postText('{}', 'application/json', { 'content-encoding': 'rot13' });
    expect(codeOf(encoded)).toEqual([415, 'unsupported_media_type']);
  });

  it('JSON with a charset, a vendor type or compression is accepted', async () => {
    const body = (id: string): string => JSON.stringify({ external_id: id });
    const charsets = ['utf-8', 'UTF8', '"Utf-8"', 'us-ascii; q=1'].map(jsonIn);
    for (const type of [...charsets, 'application/vnd.api+json']) {
      expect([type, (await postText(body(type), type)).status]).toEqual([type, 201]);
    }
    for (const [coding, compressed] of [
      ['gzip', gzipSync(body('gzip'))],
      ['br', brotliCompressSync(body('br'))],
    ] as const) {
      const { status } = await postText(compressed, 'application/json', { 'content-encoding': coding });
      expect([coding, status]).toEqual([coding, 201]);
    }
  });

  it('a body that is cut short or does not match its Content-Encoding is refused with 400', async () => {
    const compressed = { gzip: gzipSync('[1]'), deflate: deflateSync('[1]'), br: brotliCompressSync('[1]') };
    for (const [encoding, whole] of Object.entries(compressed)) {
      for (const body of [whole.subarray(0, -3), whole.subarray(0, 1), '{}']) {
        const { text } = await postText(body, 'application/json', { 'content-encoding': encoding });
        const detail = `The body is incomplete or not valid ${encoding}, which its Content-Encoding announces.`;
        expect(JSON.parse(text)).toMatchObject({ status: 400, code: 'malformed_json', detail });
      }
    }
  });

  it('a 422 names every invalid field, parameter and ID', async () => {
    const body = { external_id: 5, metadata: { a: 1 }, tax_codes: ['a', ''], hue: 'red' };
    const problem = await problemOf(organization.post('/v1/customers', body), 422, 'validation_failed');
    expect(problem.errors?.map((it) => [it.field, it.code]).sort()).toEqual([
      ['external_id', 'invalid_type'],
      ['hue', 'unknown_field'],
      ['metadata.a', 'invalid_type'],
      ['tax_codes.1', 'invalid_value'],
    ]);
    for (const { field, message } of problem.errors ?? []) expect(message).toContain(field);
    expect(await wrongFieldsOf(organization.get('/v1/customers?skip=-1&limit=0'))).toEqual(['skip', 'limit']);
    expect(await wrongFieldsOf(organization.get('/v1/customers/7'))).toEqual(['id']);
  });

  it('a path that is not percent-encoded UTF-8 is refused with 422', async () => {
    for (const id of ['%zz', '%', '%C0%80', '%F0%9F']) {
      const path = `/v1/customers/${id}`;
      const response = await sendRaw(app.url, { method: 'GET', path, key: organization.rawKey });
      expect([id, codeOf(response)]).toEqual([id, [422, 'validation_failed']]);
    }
  });

  it('a JSON body that is not an object is refused with 422', async () => {
    for (const text of [
      '[]',
      '"text"',
      '1',
      ' 12345678901234567890',
      'true',
      'null',
      '[{"external_id":"x"}]',
    ]) {
      const { errors } = JSON.parse((await postText(text)).text) as ProblemBody;
      expect(errors).toMatchObject([{ field: 'body', code: 'invalid_type' }]);
    }
    for (const text of ['{}', '']) {
      const { errors } = JSON.parse((await postText(text)).text) as ProblemBody;
      expect(errors).toMatchObject([{ field: 'external_id', code: 'required' }]);
    }
  });

  it('reserved keys are refused with 422 and never reach an object', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']) {
      const response = await postText(`{"external_id":"r","metadata":{"${key}":{"polluted":"yes"}}}`);
      expect(codeOf(response)).toEqual([422, 'validation_failed']);
    }
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('field names such as toString are refused with 422', async () => {
    for (const field of ['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']) {
      const body = { external_id: 'inherited', [field]: 'x' };
      expect(await wrongFieldsOf(organization.post('/v1/customers', body))).toEqual([field]);
    }
  });

  it('a database timeout returns 503 with Retry-After', async () => {
    const impatient = await startTestApp({ DATABASE_TIMEOUT_MS: '1000' }, app.database);
    const { id, rawKey, apiKeyId } = organization;
    const hurried = organizationWithKey(impatient.request, id, { id: apiKeyId, raw_key: rawKey });
    await app.database.query('BEGIN');
    await app.database.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    try {
      const startedAt = performance.now();
      const response = await hurried.get('/v1/customers');
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await problemOf(hurried.post('/v1/customers', { external_id: 'x' }), 503, 'service_unavailable');
    } finally {
      await app.database.query('ROLLBACK');
      await impatient.stop();
    }
    await organization.get('/v1/customers').expect(200);
  });

  it("every response has a request ID: the caller's if it is valid, otherwise a new one", async () => {
    const idFor = async (given?: string): Promise<string | undefined> => {
      const request = app.request.get('/health/live');
      return (await (given === undefined ? request : request.set('X-Request-Id', given))).headers[
        'x-request-id'
      ];
    };
    expect(await idFor('order-42/retry:1')).toBe('order-42/retry:1');
    for (const given of [undefined, '', 'x'.repeat(129), 'a b', 'a"b', '<script>', '${jndi:x}']) {
      expect(await idFor(given)).toMatch(UUID_V7);
    }
    const problem = await app.request.get('/v1/customers').set('X-Request-Id', 'mine');
    expect((problem.body as ProblemBody).request_id).toBe('mine');
  });

  it('a request that is not valid HTTP returns a problem in the same format', async () => {
    const head = 'GET /v1/customers HTTP/1.1\r\nHost: localhost\r\n';
    for (const [bytes, status, code] of [
      [`${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      [`${head}no header\r\n\r\n`, 400, 'malformed_request'],
      ['\u0016\u0003\u0001\u0002\u0000', 400, 'malformed_request'],
      ...UNREADABLE_TARGETS.map(
        (target) =>
          [
            `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
            404,
            'not_found',
          ] as const,
      ),
    ] as const) {
      const [headers = '', body = ''] = (await sendBytes(app.url, bytes)).split('\r\n\r\n');
      const problem = JSON.parse(body) as ProblemBody;
      expect([problem.status, problem.code]).toEqual([status, code]);
      expect(headers).toContain(`HTTP/1.1 ${status} `);
      expect(headers).toContain('\r\nContent-Type: application/problem+json');
      expect(headers).toContain(`\r\nX-Request-Id: ${problem.request_id}`);
    }
    await app.request.get('/health/live').expect(200);
  });

  it('a trailing slash in the path is ignored', async () => {
    const { id } = await bodyOf<CustomerBody>(
      organization.post('/v1/customers/', { external_id: 'slash' }),
      201,
    );
    expect(await bodyOf(organization.get(`/v1/customers/${id}/`))).toMatchObject({ external_id: 'slash' });
    await organization.get('/v1/customers/?external_id=slash').expect(200);
    await organization.get('/v1/webhook_endpoints/hooks/list/').expect(200);
    await organization.get('/v1/webhook_endpoints/delivery_stats/').expect(200);
    await organization.put(`/v1/customers/${id}/`, { name: 'x' }).expect(200);
    await organization.delete(`/v1/customers/${id}/`).expect(204);
    await problemOf(app.request.get('/v1/customers/'), 401, 'unauthorized');
  });
});
