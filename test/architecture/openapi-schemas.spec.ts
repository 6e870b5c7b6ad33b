import type { OpenAPIObject } from '@nestjs/swagger';
import { API_GROUPS } from '../../src/bootstrap/api-groups';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { allRoutes, resolve, type JsonSchema } from '../support/api-routes';
import { useTestApp } from '../support/use-test-app';

interface WebhookOperation {
  post: { requestBody: { content: { 'application/json': { example: Record<string, unknown> } } } };
}

describe('the schemas of the API description', () => {
  const app = useTestApp();
  let document: OpenAPIObject;
  let schemas: Record<string, JsonSchema>;

  beforeAll(() => {
    document = buildOpenApi(app.app, API_GROUPS);
    schemas = document.components?.schemas ?? {};
  });

  it('names its schemas without the suffix of the classes', () => {
    expect(Object.keys(schemas).filter((it) => it.endsWith('Dto'))).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/Dto"/);
    expect(schemas.Delivery?.properties?.payload).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/WebhookEvent' }],
    });
  });

  it('has a schema for the properties of every charge model', () => {
    for (const name of ['ChargeInput', 'Charge']) {
      const { charge_model: model, properties } = schemas[name]?.properties ?? {};
      expect(properties?.oneOf).toHaveLength(model?.enum?.length ?? 0);
    }
  });

  it('names the size of every integer', () => {
    const sizes = new Set<unknown>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, format } = value as { type?: unknown; format?: unknown };
      if ([type].flat().includes('integer')) sizes.add(format);
      Object.values(value).forEach(visit);
    };
    visit([document.components, document.paths]);
    expect([...sizes].sort()).toEqual(['int32', 'int64']);
  });

  it('has an example for every kind of webhook that fits its own schema', () => {
    const webhooks = (document as unknown as { webhooks: Record<string, WebhookOperation> }).webhooks;
    for (const [kind, { post }] of Object.entries(webhooks)) {
      const { example } = post.requestBody.content['application/json'];
      expect(example).toMatchObject({ webhook_type: kind });
      expect(example).toHaveProperty(String(example.object_type));
    }
  });

  it('has an example for every body, without ids that have a key as an alternative', () => {
    const bodies = allRoutes(document).flatMap(({ name, operation }) => {
      const content = operation.requestBody?.content['application/json'];
      return content === undefined ? [] : [{ name, example: content.example }];
    });
    expect(bodies.filter((it) => it.example === undefined).map((it) => it.name)).toEqual([]);
    expect(bodies.length).toBeGreaterThan(40);
    const wallet = bodies.find((it) => it.name === 'POST /v1/wallets')?.example;
    expect(wallet).toHaveProperty('external_customer_id');
    expect(wallet).not.toHaveProperty('customer_id');
  });

  it('has no dangling reference', () => {
    const text = JSON.stringify(document);
    for (const [, target] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(() => resolve(document, { $ref: target ?? '' })).not.toThrow();
    }
  });

  it('does not use `nullable`, which OpenAPI 3.1 lacks', () => {
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});
