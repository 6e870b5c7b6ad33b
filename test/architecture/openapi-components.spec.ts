import type { OpenAPIObject } from '@nestjs/swagger';
import { eventKinds } from '../../src/platform/outbox/event-catalogue';
import { apiRoutes, type JsonSchema } from '../support/api-routes';
import { expectNone } from '../support/findings';
import { useTestApp } from '../support/use-test-app';

const MAX_GZIPPED_BYTES = 60 * 1024;
const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

interface Choice {
  oneOf: { $ref: string }[];
  discriminator: { propertyName: string; mapping: Record<string, string> };
}

describe('the components of the API description', () => {
  const app = useTestApp();
  let document: OpenAPIObject;
  let schemas: Record<string, JsonSchema>;

  beforeAll(async () => {
    const answer = await app.request.get('/openapi.json').expect(200);
    document = answer.body as OpenAPIObject;
    schemas = document.components?.schemas as Record<string, JsonSchema>;
  });

  it('the description is gzipped to at most 60 KB and revalidated by its ETag', async () => {
    const plain = await app.request.get('/openapi.json').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const answer = await fetch(`${app.url}/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(MAX_GZIPPED_BYTES);
    expect(await answer.json()).toEqual(plain.body);
    const etag = String(plain.headers.etag);
    await app.request.get('/openapi.json').set('If-None-Match', etag).expect(304);
    await app.request.get('/openapi.json').set('If-None-Match', '"another"').expect(200);
  });

  it('each event kind has a schema with an example, and WebhookEvent is one of them', () => {
    const event = schemas.WebhookEvent as unknown as Choice;
    expect(event.discriminator.propertyName).toBe('webhook_type');
    expect(Object.keys(event.discriminator.mapping)).toEqual(eventKinds().map((it) => it.kind));
    expect(event.oneOf.map((it) => it.$ref)).toEqual(Object.values(event.discriminator.mapping));
    for (const { kind, objectType } of eventKinds()) {
      const name = event.discriminator.mapping[kind]?.split('/').at(-1) ?? '';
      const schema = schemas[name];
      expect(schema?.properties?.webhook_type?.enum).toEqual([kind]);
      expect(schema?.required).toContain(objectType);
      expect(schema?.example).toMatchObject({ webhook_type: kind, object_type: objectType });
      const { object_id, [objectType]: object } = schema?.example as Record<string, unknown>;
      expect(object).toMatchObject({ id: object_id });
      const operation = (document as unknown as { webhooks: Record<string, { post: object }> }).webhooks[
        kind
      ];
      expect(JSON.stringify(operation?.post)).toContain(`/schemas/${name}"`);
    }
    expect(schemas.WebhookDelivery?.properties?.payload).toMatchObject(reference('WebhookEvent'));
  });

  it('charges are one of the charge models, each with the schema of its properties', () => {
    for (const name of ['ChargeInput', 'Charge']) {
      const charge = schemas[name] as unknown as Choice;
      const models = Object.keys(charge.discriminator.mapping);
      expect(charge.discriminator.propertyName).toBe('charge_model');
      expect(models).toEqual(expect.arrayContaining(['standard', 'graduated', 'graduated_percentage']));
      expect(charge.oneOf).toHaveLength(models.length);
    }
    const { charge_model: model, properties } = schemas.PackageChargeInput?.properties ?? {};
    expect(model?.enum).toEqual(['package']);
    expect(properties?.required).toEqual(['amount', 'package_size']);
    expect(Object.keys(properties?.properties ?? {})).toEqual(['amount', 'package_size', 'free_units']);
    expect(properties?.additionalProperties).toBe(false);
    expect(schemas.PackageCharge?.properties?.properties?.additionalProperties).toBeUndefined();
  });

  it('errors refer to one response per status', () => {
    const paths = document.paths as Record<string, Record<string, { responses: Record<string, object> }>>;
    const own = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status, response]) => Number(status) >= 400 && !('$ref' in response))
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expectNone(own, 'These responses do not refer to a component: see problem-responses.ts.');
    expect(Object.keys(document.components?.responses ?? {})).toEqual(
      expect.arrayContaining(['Unauthorized', 'NotFound', 'UnprocessableEntity', 'ServiceUnavailable']),
    );
  });

  it('every integer has a format, and amounts have 64 bits', () => {
    const wrong: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, format } = value as JsonSchema;
      const expected = path.endsWith('_cents') ? ['int64'] : ['int32', 'int64'];
      if ([type].flat().includes('integer') && !expected.includes(format ?? '')) wrong.push(path);
      for (const [key, child] of Object.entries(value)) walk(child, `${path}/${key}`);
    };
    walk({ paths: document.paths, components: document.components }, '');
    expectNone(wrong, 'These integers lack a format: see public-document.ts.');
  });

  it('every group is described, organizations first, and every operation has a description', () => {
    const tags = document.tags ?? [];
    expect(tags[0]?.name).toBe('Organizations');
    const routes = apiRoutes(document);
    const used = new Set(routes.flatMap((it) => it.operation.tags ?? []));
    expect(tags.map((it) => it.name)).toEqual(expect.arrayContaining([...used]));
    expect(tags.filter((it) => (it.description ?? '') === '')).toEqual([]);
    expectNone(
      routes.filter((it) => (it.operation.description ?? '') === '').map((it) => it.name),
      'These operations have no description: add one to @ApiOperation().',
    );
  });

  it('has no broken reference', () => {
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)];
    expect(referred.length).toBeGreaterThan(500);
    const components = document.components as Record<string, Record<string, unknown>>;
    const broken = referred.filter(([, kind = '', name = '']) => !(name in (components[kind] ?? {})));
    expectNone(
      broken.map(([reference]) => reference),
      'These references lead nowhere:',
    );
  });

  it('does not use `nullable`, which OpenAPI 3.1 does not have', () => {
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('names no schema after a class of the code', () => {
    expectNone(
      Object.keys(schemas).filter((it) => it.endsWith('Dto')),
      'These schemas keep the suffix of their classes: see public-document.ts.',
    );
  });
});
