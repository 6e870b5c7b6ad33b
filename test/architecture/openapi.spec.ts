import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { API_GROUPS } from '../../src/bootstrap/api-groups';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { allRoutes, resolve, type ApiRoute, type JsonSchema } from '../support/api-routes';
import { differences, hasExample, objectsIn } from '../support/api-document';
import { expectListed, expectNoFindings } from '../support/findings';
import { useTestApp } from '../support/use-test-app';

const ROOT = join(__dirname, '../..');
const COMMITTED = join(ROOT, 'openapi.json');

describe('the API description', () => {
  const app = useTestApp();
  let document: OpenAPIObject;
  let routes: ApiRoute[];

  beforeAll(() => {
    document = buildOpenApi(app.app, API_GROUPS);
    routes = allRoutes(document);
  });

  it('is OpenAPI 3.1 and served without a key as the code produces it', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const served = await app.request.get('/openapi.json').expect(200);
    expect(served.body).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await app.request.get('/docs').redirects(1).expect(200);
    expect(page.text).toContain('swagger-ui');
  });

  it('equals the committed openapi.json', () => {
    expectNoFindings(
      differences(JSON.parse(readFileSync(COMMITTED, 'utf8')), JSON.parse(JSON.stringify(document))),
      'openapi.json is not what the code produces. Run "npm run openapi" and commit openapi.json with your change.',
    );
  });

  it('equals the committed types of the SDK', async () => {
    await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/api-types.mjs'), '--check']);
  });

  it('gives every operation a summary, a tag and a unique id', () => {
    expectOfAll(
      ({ operation }) => (operation.summary ?? '') !== '',
      'These operations lack a summary: add @ApiOperation({ summary }) to their methods.',
    );
    expectOfAll(
      ({ operation }) => (operation.tags ?? []).length === 1,
      'These operations need exactly one tag: add @ApiTags() to their controllers.',
    );
    const ids = routes.map((it) => it.operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of every operation what it needs', () => {
    expectOfAll(
      ({ operation }) => operation.security !== undefined,
      'These operations lack `security`: add @ApiBearerAuth(), or `security: [{}]` to @ApiOperation().',
    );
  });

  it('requires the Bearer scheme for every unlisted operation', () => {
    const open = routes.filter((it) => !it.secured && !it.admin).map((it) => it.name);
    expectListed(open, Object.keys(WITHOUT_KEY), {
      unlisted:
        'These operations lack @ApiBearerAuth() on their controllers; or add them to WITHOUT_KEY in this file with a reason.',
      missing:
        'These operations of WITHOUT_KEY in this file need a key or do not exist: remove them from the list.',
    });
    const operators = routes
      .filter((it) => it.admin !== it.path.startsWith('/v1/admin/'))
      .map((it) => it.name);
    expectNoFindings(
      operators,
      'The routes below /v1/admin/, and no others, need @AdminRoutes() on their controllers.',
    );
    const schemes = document.components?.securitySchemes ?? {};
    for (const { operation } of routes) {
      for (const name of (operation.security ?? []).flatMap((it) => Object.keys(it))) {
        expect(schemes[name]).toMatchObject({ type: 'http', scheme: 'bearer' });
      }
    }
  });

  it('describes the errors of every operation as problems', () => {
    const lacks = (status: string): string => `These operations lack ${status}: see completeOperations().`;
    expectOfAll(({ secured, operation }) => !secured || '401' in operation.responses, lacks('401'));
    expectOfAll(({ admin, operation }) => !admin || '401' in operation.responses, lacks('401'));
    expectOfAll(({ operation }) => '503' in operation.responses, lacks('503'));
    expectOfAll((it) => it.pathParameters.length === 0 || '404' in it.operation.responses, lacks('404'));
    expectOfAll((it) => !hasInput(it) || '422' in it.operation.responses, lacks('422'));
    for (const { name, operation } of routes) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const described = { name, status, types: Object.keys(content ?? {}) };
        if (Number(status) >= 400) expect(described.types).toEqual(['application/problem+json']);
      }
    }
  });

  it('describes every response, with a schema unless it has no body', () => {
    for (const { name, operation } of routes) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect({ name, status, described: description !== '' }).toEqual({ name, status, described: true });
        if (status !== '204') expect({ name, status, content }).toHaveProperty('content');
      }
    }
  });

  it('returns 201 from creations and 204 from deletions', () => {
    expectOfAll(
      ({ name, method, operation }) =>
        method !== 'DELETE' || (name in IN_THE_BACKGROUND ? '202' : '204') in operation.responses,
      'These deletions must return 204: add @HttpCode(204) and @ApiNoContentResponse().',
    );
    const creations = routes.filter(
      (it) => it.method === 'POST' && !/\}|\/batch$|\/preview$|\/webhook\//.test(it.path),
    );
    expectNoFindings(
      creations.filter((it) => !('201' in it.operation.responses)).map((it) => it.name),
      'These creations must return 201: add @ApiCreatedResponse().',
    );
  });

  it('lists every group in the order of the story, with a description', () => {
    const groups = document.tags ?? [];
    expect(groups[0]?.name).toBe('Organizations');
    expect(groups.filter((it) => (it.description ?? '') === '')).toEqual([]);
    const listed = new Set(groups.map((it) => it.name));
    const used = routes.flatMap((it) => it.operation.tags ?? []);
    expect(used.filter((it) => !listed.has(it))).toEqual([]);
  });

  it('requires no body without a required field', () => {
    const needless = routes.filter((it) => {
      const schema = it.operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) return false;
      const needed = (resolve(document, schema).required ?? []).length > 0;
      return it.operation.requestBody?.required === true && !needed;
    });
    expectNoFindings(
      needless.map((it) => it.name),
      'These operations require a body without a required field: see describeBody() in request-bodies.ts.',
    );
  });

  it('closes every request body, because unknown fields are refused', () => {
    const open = routes.flatMap(({ name, operation }) => {
      const body = operation.requestBody?.content['application/json']?.schema;
      return body === undefined ? [] : objectsIn(document, body, 'open').map((it) => `${name}: ${it}`);
    });
    expectNoFindings(
      open,
      'These objects need additionalProperties: false: see describeBody() in request-bodies.ts.',
    );
  });

  it('leaves every response open, because it may get more fields', () => {
    const closed = routes.flatMap(({ name, operation }) =>
      Object.values(operation.responses).flatMap(({ content }) => {
        const response = content?.['application/json']?.schema;
        return response === undefined
          ? []
          : objectsIn(document, response, 'closed').map((it) => `${name}: ${it}`);
      }),
    );
    expectNoFindings(
      closed,
      'These classes describe requests and responses: declare a class of its own for the response.',
    );
  });

  it('gives every unlisted list skip, limit, order_by, cursors, X-Total-Count and Link', () => {
    const lists = routes.filter(
      (it) => it.method === 'GET' && schemaOf(it)?.type === 'array' && !(it.name in WHOLE_LISTS),
    );
    expect(lists.length).toBeGreaterThan(0);
    for (const { name, queryParameters, operation } of lists) {
      const names = queryParameters.map((it) => it.name);
      expect({ name, names }).toEqual({
        name,
        names: expect.arrayContaining(['skip', 'limit', 'order_by', 'after', 'before']) as string[],
      });
      expect(operation.responses['200']?.headers).toMatchObject({ 'X-Total-Count': {}, Link: {} });
      const [skip, limit] = ['skip', 'limit'].map(
        (it) => queryParameters.find(({ name: n }) => n === it)?.schema,
      );
      expect(skip).toMatchObject({ type: 'integer', default: 0, minimum: 0 });
      expect(limit).toMatchObject({ type: 'integer', default: 100, minimum: 1, maximum: 1000 });
    }
  });

  it('accepts Idempotency-Key on exactly the POST operations with a key', () => {
    const offered = routes.filter((it) =>
      it.operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
    );
    const expected = routes.filter((it) => it.method === 'POST' && it.secured);
    expect(offered.map((it) => it.name)).toEqual(expected.map((it) => it.name));
  });

  it('gives every property and parameter an example or a reference', () => {
    const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, JsonSchema>);
    const properties = schemas.flatMap(([schema, { properties: all = {} }]) =>
      Object.entries(all)
        .filter(([, it]) => !hasExample(it))
        .map(([name]) => `${schema}.${name}`),
    );
    expectNoFindings(properties, 'These properties lack an `example` in their DTO field.');
    const parameters = routes.flatMap(({ name: route, queryParameters }) =>
      queryParameters
        .filter((it) => !(it.description ?? '').includes(', e.g. `') && !hasExample(it.schema))
        .map((it) => `${route} ${it.name}`),
    );
    expectNoFindings(parameters, 'These query parameters lack an `example` in their DTO field.');
  });

  it('has no example for a filter or Idempotency-Key, because Swagger UI would send it', () => {
    const filled = routes.flatMap(({ name: route, operation }) =>
      (operation.parameters ?? [])
        .filter((it) => it.required !== true && !('default' in (it.schema ?? {})))
        .filter((it) => it.example !== undefined || it.schema?.example !== undefined)
        .map((it) => `${route} ${it.name}`),
    );
    expectNoFindings(
      filled,
      'These parameters need their example in the description: see describeParameter().',
    );
  });

  /** Fails with the operations for which `test` is false. */
  function expectOfAll(test: (route: ApiRoute) => boolean, remedy: string): void {
    expectNoFindings(
      routes.filter((it) => !test(it)).map((it) => it.name),
      remedy,
    );
  }
});

function hasInput(route: ApiRoute): boolean {
  return route.pathParameters.length + route.queryParameters.length > 0 || route.body !== null;
}

function schemaOf(route: ApiRoute): JsonSchema | undefined {
  return route.operation.responses['200']?.content?.['application/json']?.schema;
}

/** Operations that need no API key, and why. */
const WITHOUT_KEY: Record<string, string> = {
  'POST /v1/organizations': 'creates the first key',
  'GET /v1/documents/{token}': 'a link is for people without a key: its token is the permission',
  'GET /v1/documents/{token}/document.pdf': 'as above',
  'POST /v1/payments/webhook/{provider}': 'providers have no key: their signature authenticates them',
};

/** Lists without paging, and why. */
const WHOLE_LISTS: Record<string, string> = {
  'GET /v1/event_types': 'the catalogue is short and the same for everyone',
  'GET /v1/webhook_endpoints/delivery_stats': 'published as one entry per endpoint',
  'GET /v1/analytics/deliveries': 'a series by day with a bounded span',
  'GET /v1/analytics/invoices': 'a series by day with a bounded span',
  'GET /v1/analytics/mrr': 'a series by day with a bounded span',
  'GET /v1/analytics/receivables': 'an entry per currency',
  'GET /v1/analytics/usage': 'a series by day with a bounded span',
  'GET /v1/webhook_endpoints/hooks/{id}/delivery_attempts': 'published as all attempts of the webhook',
};

/** Deletions that take longer than a request, and why. */
const IN_THE_BACKGROUND: Record<string, string> = {
  'DELETE /v1/admin/organizations/{id}': 'removes all records of an organization',
};
