import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openApiText } from '../../src/commands/openapi/openapi-text';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { AcmePayModule } from '../examples/acme-pay/acme-pay.module';
import { CappedChargeModule } from '../examples/capped-charge/capped-charge.module';
import {
  answerSchemaOf,
  apiRoutes,
  hasExample,
  hasInput,
  objectsIn,
  resolve,
  type ApiRoute,
  type JsonSchema,
} from '../support/api-routes';
import { expectListed, expectNone } from '../support/findings';
import { differences } from '../support/json-differences';
import { startTestApp, type TestApp } from '../support/test-app';

const COMMITTED = join(__dirname, '../../openapi.json');

/** Operations that need no API key, and why. */
const WITHOUT_KEY: Record<string, string> = {
  'POST /v1/organizations': 'creates the first API key',
  'POST /v1/payments/webhook/{provider}': 'providers sign instead of sending a key',
  'GET /documents/{token}': 'the token is the permission',
};

/** Lists without paging, and why. */
const WHOLE_LISTS: Record<string, string> = {
  'GET /v1/event_types': 'the catalogue is short and the same for all organizations',
  'GET /v1/webhook_endpoints/delivery_stats': 'published as one entry per endpoint',
  'GET /v1/webhook_endpoints/hooks/{id}/delivery_attempts': 'published as all attempts of the webhook',
};

const PAGING = ['skip', 'limit', 'order_by', 'after', 'before', 'X-Total-Count', 'Link'];

describe('the API description', () => {
  let app: TestApp;
  let document: OpenAPIObject;
  let routes: ApiRoute[];

  beforeAll(async () => {
    app = await startTestApp();
    document = buildOpenApi(app.app);
    routes = apiRoutes(document);
  });
  afterAll(() => app.stop());

  const expectOfAll = (test: (route: ApiRoute) => boolean, remedy: string): void =>
    expectNone(
      routes.filter((it) => !test(it)).map((it) => it.name),
      remedy,
    );

  it('is OpenAPI 3.1, generated from the code and served without a key', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const served = await app.request.get('/openapi.json').expect(200);
    expect(served.body).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await app.request.get('/docs').redirects(1).expect(200);
    expect(page.text).toContain('swagger-ui');
  });

  it('equals the committed openapi.json', () => {
    expectNone(
      differences(JSON.parse(readFileSync(COMMITTED, 'utf8')), JSON.parse(JSON.stringify(document))),
      'openapi.json does not match the code. Run "npm run openapi" and commit the file with your change. It differs at:',
    );
  });

  it('gives every operation a summary, a tag and a unique ID', () => {
    expectOfAll(
      ({ operation }) => (operation.summary ?? '') !== '',
      'These operations have no summary: add @ApiOperation({ summary }) to their methods.',
    );
    expectOfAll(
      ({ operation }) => (operation.tags ?? []).length === 1,
      'These operations need exactly one tag: add @ApiTags() to their controllers.',
    );
    const ids = routes.map((it) => it.operation.operationId);
    expectNone(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      'These operation IDs occur twice: rename the methods of the controllers.',
    );
  });

  it('gives every operation the Bearer scheme, except those listed with a reason', () => {
    const open = routes.filter((it) => !it.secured).map((it) => it.name);
    expectListed(open, Object.keys(WITHOUT_KEY), {
      unlisted:
        'Add @ApiBearerAuth() to the controllers of these operations, or add them to WITHOUT_KEY in this file with a reason:',
      missing: 'These operations need a key or do not exist: remove them from WITHOUT_KEY in this file.',
    });
    const schemes = document.components?.securitySchemes ?? {};
    for (const { operation } of routes) {
      for (const name of (operation.security ?? []).flatMap((it) => Object.keys(it))) {
        expect(schemes[name]).toMatchObject({ type: 'http', scheme: 'bearer' });
      }
    }
  });

  it('lets Swagger UI send what operations without an API key accept', () => {
    const named = (name: string) => routes.find((it) => it.name === name)?.operation;
    const creation = named('POST /v1/organizations');
    expect(creation?.security).toEqual([{}, { adminToken: [] }]);
    expect(document.components?.securitySchemes?.adminToken).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    const parameters = named('POST /v1/payments/webhook/{provider}')?.parameters ?? [];
    expect(parameters.map((it) => `${it.in} ${it.name} ${String(it.required)}`)).toEqual(
      expect.arrayContaining([
        'path provider true',
        'query connection false',
        'header Stripe-Signature false',
        'header X-Razorpay-Signature false',
        'header Webhook-Signature false',
      ]),
    );
  });

  it('enumerates the names of payment providers in every request', () => {
    const published = ['stripe', 'razorpay', 'gocardless', 'dodopayments', 'manual'];
    const names = expect.arrayContaining(published) as string[];
    const schemas = routes.flatMap(({ name, operation, body }) => [
      ...(operation.parameters ?? [])
        .filter((it) => it.name === 'provider')
        .map((it) => ({ name: `${name} ${it.in}`, schema: it.schema })),
      ...(body?.provider === undefined ? [] : [{ name: `${name} body`, schema: body.provider }]),
    ]);
    expect(schemas.length).toBeGreaterThan(6);
    for (const { name, schema } of schemas) {
      expect({ name, schema }).toMatchObject({ name, schema: { type: 'string', enum: names } });
    }
  });

  it('gives amounts the type integer, and alternatives no type beside anyOf or oneOf', () => {
    const wrong: string[] = [];
    const walk = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { anyOf, oneOf, type, format } = schema as Record<string, unknown>;
      const isChoice = Array.isArray(anyOf) || Array.isArray(oneOf);
      if (isChoice && (type !== undefined || format !== undefined)) wrong.push(path);
      if (path.endsWith('_cents') && ![type].flat().includes('integer')) wrong.push(path);
      for (const [key, child] of Object.entries(schema)) walk(child, `${path}/${key}`);
    };
    walk({ paths: document.paths, schemas: document.components?.schemas }, '');
    expect(wrong.filter((it) => !it.includes('/example'))).toEqual([]);
    expect(JSON.stringify(document.paths)).toContain('"anyOf"');
  });

  it('describes the errors of every operation, each as a problem', () => {
    const lack = (status: string): string => `These operations lack ${status}: see completeOperations().`;
    expectOfAll(({ secured, operation }) => !secured || '401' in operation.responses, lack('401'));
    expectOfAll(({ operation }) => '503' in operation.responses, lack('503'));
    expectOfAll((it) => it.pathParameters.length === 0 || '404' in it.operation.responses, lack('404'));
    expectOfAll((it) => !hasInput(it) || '422' in it.operation.responses, lack('422'));
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

  it('documents 201 for creation and 204 for deletion', () => {
    expectOfAll(
      ({ method, operation }) => method !== 'DELETE' || '204' in operation.responses,
      'These deletions must return 204: add @HttpCode(204) and @ApiNoContentResponse().',
    );
    const creations = routes.filter(
      (it) => it.method === 'POST' && !/\}|\/batch$|\/preview$|\/webhook\//.test(it.path),
    );
    expectNone(
      creations.filter((it) => !('201' in it.operation.responses)).map((it) => it.name),
      'These creations must return 201: add @ApiCreatedResponse().',
    );
  });

  it('requires a body only if a field or an alternative in it is required', () => {
    const needless = routes.filter((it) => {
      const schema = it.operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) return false;
      const { required = [], properties = {} } = resolve(document, schema);
      const oneOfTwo = Object.values(properties).some((it) => it['x-alternative']?.required === true);
      const needed = required.length > 0 || oneOfTwo;
      return it.operation.requestBody?.required === true && !needed;
    });
    expectNone(
      needless.map((it) => it.name),
      'These operations require a body without a required field: see request-bodies.ts.',
    );
  });

  it('refuses unknown fields in every request body', () => {
    const open = routes.flatMap(({ name, operation }) => {
      const body = operation.requestBody?.content['application/json']?.schema;
      return body === undefined ? [] : objectsIn(document, body, 'open').map((it) => `${name}: ${it}`);
    });
    expectNone(open, 'These objects need additionalProperties: false: see request-bodies.ts.');
  });

  it('allows additional fields in every response', () => {
    const closed = routes.flatMap(({ name, operation }) =>
      Object.values(operation.responses).flatMap(({ content }) => {
        const answer = content?.['application/json']?.schema;
        return answer === undefined
          ? []
          : objectsIn(document, answer, 'closed').map((it) => `${name}: ${it}`);
      }),
    );
    expectNone(closed, 'These classes describe a request and a response: declare a class for the response.');
  });

  it('gives every paged list skip, limit, order_by, cursors, X-Total-Count and Link', () => {
    const lists = routes.filter(
      (it) => it.method === 'GET' && answerSchemaOf(it)?.type === 'array' && !(it.name in WHOLE_LISTS),
    );
    expect(lists.length).toBeGreaterThan(0);
    for (const { name, queryParameters, operation } of lists) {
      const headers = Object.keys(operation.responses['200']?.headers ?? {});
      const described = [...queryParameters.map((it) => it.name), ...headers];
      expect({ name, described }).toEqual({ name, described: expect.arrayContaining(PAGING) as string[] });
      const [skip, limit] = ['skip', 'limit'].map(
        (it) => queryParameters.find(({ name: n }) => n === it)?.schema,
      );
      expect(skip).toMatchObject({ type: 'integer', default: 0, minimum: 0 });
      expect(limit).toMatchObject({ type: 'integer', default: 100, minimum: 1, maximum: 1000 });
    }
  });

  it('accepts Idempotency-Key on exactly the POST operations that need an API key', () => {
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
    expectNone(properties, 'These properties have no example: add `example` to their field decorators.');
    const parameters = routes.flatMap(({ name: route, queryParameters }) =>
      queryParameters
        .filter((it) => !(it.description ?? '').includes(', e.g. `') && !hasExample(it.schema))
        .map((it) => `${route} ${it.name}`),
    );
    expectNone(parameters, 'These parameters have no example: add `example` to their field decorators.');
  });

  it('has no example for a filter or Idempotency-Key, because Swagger UI would send it', () => {
    const filled = routes.flatMap(({ name: route, operation }) =>
      (operation.parameters ?? [])
        .filter((it) => it.required !== true && !('default' in (it.schema ?? {})))
        .filter((it) => it.example !== undefined || it.schema?.example !== undefined)
        .map((it) => `${route} ${it.name}`),
    );
    expectNone(
      filled,
      'These parameters must have their example in the description only: see operations.ts.',
    );
  });

  // Last, because the names remain in every description that this process builds.
  it('names the charge models and payment providers of a team, also when the command writes it', async () => {
    const added = JSON.parse(await openApiText([AcmePayModule, CappedChargeModule])) as OpenAPIObject;
    const schemas = added.components?.schemas as Record<string, JsonSchema>;
    expect(schemas.ChargeInput?.oneOf).toContainEqual({ $ref: '#/components/schemas/CappedChargeInput' });
    expect(schemas.CappedChargeInput?.properties?.properties?.required).toEqual(['amount', 'cap_amount']);
    const webhook = apiRoutes(added).find((it) => it.name === 'POST /v1/payments/webhook/{provider}');
    const provider = webhook?.operation.parameters?.find((it) => it.name === 'provider');
    expect(provider?.schema?.enum).toEqual(expect.arrayContaining(['stripe', 'acme_pay']));
  });
});
