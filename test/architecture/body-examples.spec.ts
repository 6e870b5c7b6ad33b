import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { apiRoutes } from '../support/api-routes';
import { expectNone } from '../support/findings';
import { schemaProblems } from '../support/json-schema';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the examples of request bodies', () => {
  let app: TestApp;
  let document: OpenAPIObject;

  beforeAll(async () => {
    app = await startTestApp();
    document = buildOpenApi(app.app);
  });
  afterAll(() => app.stop());

  it('exist for every body and match its schema', () => {
    const bodies = apiRoutes(document).flatMap(({ name, operation }) =>
      Object.values(operation.requestBody?.content ?? {}).map((content) => ({ name, ...content })),
    );
    expect(bodies.length).toBeGreaterThan(30);
    const problems = bodies.flatMap(({ name, schema, example }) =>
      example === undefined
        ? [`${name} has none`]
        : schemaProblems(document, schema, example).map((it) => `${name}: ${it}`),
    );
    expectNone(problems, 'Correct the examples of these fields, which body-examples.ts puts together:');
  });

  it.each([
    ['a wrong type', { amount_cents: '4900' }, 'body.amount_cents is not of type'],
    ['a value outside the enum', { interval: 'daily' }, 'body.interval is none of its enum'],
    ['an unknown field', { price: 1 }, 'body.price is not described'],
    ['a missing field', { code: undefined }, 'body.code is missing'],
  ])('would fail with %s', (_, change, problem) => {
    const route = apiRoutes(document).find((it) => it.name === 'POST /v1/plans');
    const { schema, example = {} } = route?.operation.requestBody?.content['application/json'] ?? {};
    const changed = JSON.parse(JSON.stringify({ ...example, ...change })) as object;
    expect(schemaProblems(document, schema, changed)).toEqual([expect.stringContaining(problem)]);
  });
});
