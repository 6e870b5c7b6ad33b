import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, exampleBody, pathOf, resolve, type ApiRoute } from '../../support/api-routes';
import {
  BAD_BODIES,
  BAD_IDS,
  BAD_LIST_QUERIES,
  BAD_VALUES,
  badParameterValues,
} from '../../support/bad-input';
import { isLong } from '../../support/long-form';
import { sendRaw, type RawRequest } from '../../support/raw-request';
import { collectionOf, seedFromDescription, type KnownIds } from '../../support/seed-from-description';
import type { ProblemBody } from '../../support/wire';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
/** Replaces example values. Nothing listens at the URL of the endpoints. */
const REPLACED = { url: 'http://127.0.0.1:4/', timestamp: undefined };
/** Payment webhooks verify the signature of the raw body before they parse it. */
const RAW_BODIES = '/v1/payments/webhook/';

/** Number of concurrent requests. */
const AT_ONCE = 8;

jest.setTimeout(120_000);

interface Case extends RawRequest {
  about: string;
  expected?: number;
}

/**
 * Returns every second case, or all cases in the long form. The number of values is odd, so that each value
 * is tested with every second field.
 */
function sample(cases: Case[]): Case[] {
  return isLong ? cases : cases.filter((_, index) => index % 2 === 0);
}

/** Sends bad input to every operation of the API description, including future ones. */
describe('bad input', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);
  let document: OpenAPIObject;
  let routes: ApiRoute[];
  let known: KnownIds;

  beforeAll(async () => {
    document = buildOpenApi(app.app);
    routes = apiRoutes(document);
    // Create the records that the example bodies refer to; otherwise requests would be refused for a missing record,
    // not for the bad input.
    known = await seedFromDescription(organization, document, routes);
  });

  const caseOf = (route: ApiRoute, about: string, rest: Partial<Case> = {}): Case => ({
    method: route.method,
    path: pathOf({ ...route, path: route.path.replace('{provider}', 'stripe') }, UNKNOWN_ID),
    about,
    ...rest,
  });
  /**
   * Sends the requests. Returns a description of each response with an unexpected status or without a problem
   * body.
   */
  const surprises = async (cases: Case[], accepts: (status: number) => boolean): Promise<string[]> => {
    expect(cases.length).toBeGreaterThan(0);
    const found: string[] = [];
    const waiting = [...cases];
    const worker = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { about, expected, ...request } = next;
        const { status, text, headers } = await sendRaw(app.url, { key: organization.rawKey, ...request });
        const type = headers.get('content-type') ?? '';
        const isProblem = status < 400 || type.startsWith('application/problem+json');
        const fine = expected === undefined ? accepts(status) : status === expected;
        if (!fine || !isProblem) {
          found.push(`${request.method} ${request.path} with ${about}: ${status} ${text}`.slice(0, 400));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return found;
  };
  /** Returns the fields that are lists of objects, each with an example body and entry. */
  const listsOfObjects = () =>
    routes.flatMap((route) =>
      Object.entries(route.body ?? {}).flatMap(([field, { items }]) => {
        if (items === undefined) return [];
        const names = Object.keys(resolve(document, items).properties ?? {});
        const body = exampleBody(document, route, REPLACED);
        const [entry = {}] = body[field] as object[];
        return names.length === 0 ? [] : [{ route, field, body, entry, names }];
      }),
    );
  const refused = (status: number): boolean => status >= 400 && status < 500;
  const noFailure = (status: number): boolean => status < 500;

  it('every operation refuses an invalid body', async () => {
    const writing = routes.filter(
      (it) => ['POST', 'PUT', 'PATCH'].includes(it.method) && !it.path.startsWith(RAW_BODIES),
    );
    const cases = writing.flatMap((route) =>
      BAD_BODIES.map(({ status, ...bad }) => caseOf(route, bad.about, { ...bad, expected: status })),
    );
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('an invalid value in one field never causes a 5xx', async () => {
    const cases = routes
      .filter((it) => it.method === 'POST')
      .flatMap((route) =>
        Object.keys(route.body ?? {}).flatMap((field) =>
          BAD_VALUES.map((value) => {
            const body = JSON.stringify({ ...exampleBody(document, route, REPLACED), [field]: value });
            return caseOf(route, `${field} = ${JSON.stringify(value)}`.slice(0, 60), { body });
          }),
        ),
      );
    expect(await surprises(sample(cases), noFailure)).toEqual([]);
  });

  it('every operation refuses an invalid list of objects', async () => {
    const cases = listsOfObjects().flatMap(({ route, field, body, entry }) =>
      [null, 1, 'text', [], [entry], { ...entry, no_such_field: 1 }, { ...entry, toString: 'x' }].map(
        (value) => {
          const text = JSON.stringify({ ...body, [field]: [value] });
          // A batch reports each entry and stores the valid ones.
          const expected = route.path.endsWith('/batch') ? 207 : 422;
          return caseOf(route, `${field} = ${JSON.stringify([value])}`, { body: text, expected });
        },
      ),
    );
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('an invalid value in an object of a list never causes a 5xx', async () => {
    const cases = listsOfObjects().flatMap(({ route, field, body, entry, names }) =>
      names.flatMap((name) =>
        BAD_VALUES.map((value) => {
          const text = JSON.stringify({ ...body, [field]: [{ ...entry, [name]: value }] });
          return caseOf(route, `${field}.0.${name} = ${JSON.stringify(value)}`.slice(0, 60), { body: text });
        }),
      ),
    );
    expect(await surprises(sample(cases), noFailure)).toEqual([]);
  });

  it('every operation refuses a field of the wrong type', async () => {
    const cases = routes.flatMap((route) =>
      Object.entries(route.body ?? {}).flatMap(([field, { type }]) =>
        wrongTypes(type).map((value) => {
          const body = JSON.stringify({ ...exampleBody(document, route, REPLACED), [field]: value });
          return caseOf(route, `${field} = ${JSON.stringify(value)}`, { body, expected: 422 });
        }),
      ),
    );
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('every operation refuses a number that a double would alter', async () => {
    const cases = routes
      .filter((it) => it.body !== null && !it.path.startsWith(RAW_BODIES))
      .flatMap((route) => {
        const text = JSON.stringify(exampleBody(document, route, REPLACED));
        return [...text.matchAll(/"(\w+)":\[?-?\d+(?=[,}\]])/g)].map(({ 0: found, 1: field, index }) => {
          const end = index + found.length;
          const body = `${text.slice(0, end)}.00000000000000000001${text.slice(end)}`;
          return caseOf(route, `${field} with 20 decimals`, { body, expected: 422 });
        });
      });
    expect(cases.length).toBeGreaterThan(20);
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('every operation refuses an invalid ID in the path', async () => {
    const cases = routes
      .filter((it) => it.pathParameters.length > 0 && it.secured)
      .flatMap((route) =>
        BAD_IDS.map((id) => ({
          ...caseOf(route, 'an invalid ID'),
          path: route.path.replace(/\{[^}]+\}/g, id),
          ...(route.body === null ? {} : { body: JSON.stringify(exampleBody(document, route, REPLACED)) }),
        })),
      );
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('every list refuses invalid paging parameters', async () => {
    const lists = routes.filter((it) => it.queryParameters.some(({ name }) => name === 'skip'));
    const cases = lists.flatMap((route) =>
      BAD_LIST_QUERIES.map((query) =>
        caseOf(route, '', { path: `${pathOf(route, UNKNOWN_ID)}?${query}`, expected: 422 }),
      ),
    );
    // In a list below a record, a 422 precedes the 404: parameters are validated before the record is looked
    // up.
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('every operation refuses an invalid query parameter', async () => {
    const cases = routes
      .filter((it) => !it.path.startsWith(RAW_BODIES))
      .flatMap((route) =>
        route.queryParameters.flatMap((parameter) =>
          badParameterValues(parameter).map((value) =>
            caseOf(route, '', {
              path: `${pathOf(route, UNKNOWN_ID)}?${parameter.name}=${value}`,
              expected: 422,
            }),
          ),
        ),
      );
    expect(await surprises(cases, refused)).toEqual([]);
  });

  it('every PUT names each field that it cannot change, of a GET response or of the body of the creation', async () => {
    await organization.put('/v1/payment_providers/stripe', { webhook_secret: 'whsec_1' }).expect(200);
    const updates = routes.filter(({ method, body }) => method === 'PUT' && body !== null);
    expect(updates.length).toBeGreaterThan(0);
    for (const route of updates) {
      const collection = collectionOf(route) ?? '';
      const path = pathOf(route, known.get(collection)?.[0] ?? 'stripe');
      const current = (await organization.get(path).expect(200)).body as object;
      const creation = routes.find((it) => it.method === 'POST' && `${it.path}/{id}` === route.path);
      const sent = { ...(creation === undefined ? {} : exampleBody(document, creation)), ...current };
      const { errors = [] } = (await organization.put(path, { ...sent, hue: 'red' }).expect(422))
        .body as ProblemBody;
      const readOnly = Object.keys(sent).filter((it) => !(it in (route.body ?? {})));
      const unknown = errors.filter((it) => it.code === 'unknown_field').map((it) => it.field);
      expect({ path, unknown }).toEqual({ path, unknown: ['hue'] });
      const named = readOnly.map((it) => `"${it}" cannot be changed.`);
      expect(errors.map((it) => it.message)).toEqual(expect.arrayContaining(named));
    }
  });

  it('invalid headers and paths never cause a 5xx', async () => {
    const long = 'x'.repeat(8000);
    const cases: Case[] = [
      { method: 'GET', path: '/v1/customers', about: 'a long query', headers: {} },
      ...[
        '/%',
        '/%ff',
        '/v1/%00',
        '/v1/customers/%E0%A4%A',
        '//v1//customers',
        `/${long}`,
        `/v1/customers?${long}`,
      ].map((path): Case => ({ method: 'GET', path, about: 'this path' })),
      ...[
        'Idempotency-Key',
        'X-Request-Id',
        'Accept',
        'If-None-Match',
        'Range',
        'Accept-Encoding',
        'Cookie',
      ].map((name): Case => ({
        method: 'POST',
        path: '/v1/customers',
        about: name,
        headers: { [name]: long },
        body: '{}',
      })),
      {
        method: 'POST',
        path: '/v1/customers',
        about: 'a long content type',
        contentType: `application/${long}`,
        body: '{}',
      },
      { method: 'DELETE', path: '/v1/customers', about: 'a body', body: '{' },
    ];
    expect(await surprises(cases, noFailure)).toEqual([]);
  });

  it('the service is healthy and no prototype is polluted afterwards', async () => {
    await organization.get('/v1/organizations/current').expect(200);
    await app.request.get('/health/ready').expect(200);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

/** Returns values of all JSON types except that of the schema. Leaves out null, which many fields accept. */
function wrongTypes(type: string | string[] | undefined): unknown[] {
  const all: [string, unknown][] = [
    ['boolean', true],
    ['number', 12.5],
    ['string', 'text'],
    ['array', [1]],
    ['object', { a: 1 }],
  ];
  const own = [type ?? []].flat().map((it) => (it === 'integer' ? 'number' : it));
  return own.length === 0 ? [] : all.filter(([name]) => !own.includes(name)).map(([, value]) => value);
}
