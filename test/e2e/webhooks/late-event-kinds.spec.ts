import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, resolve } from '../../support/api-routes';
import { useTestApp } from '../../support/use-test-app';

class ZoneDto {
  id = '';
}

// Runs after every import, as in a module that is loaded after webhooks.
defineEvent({ kind: 'zone.created', objectType: 'zone', trigger: 'Zone created', payload: ZoneDto });

describe('an event kind that is declared after webhooks is loaded', () => {
  const app = useTestApp({ ROLE: 'api' });

  it('filters deliveries by kind and by object type', async () => {
    const acme = await app.anOrganization();
    await acme.get('/v1/webhook_endpoints/hooks/list?webhook_type=zone.created').expect(200, []);
    await acme.get('/v1/webhook_endpoints/hooks/list?object_type=zone').expect(200, []);
  });

  it('is named in the 422 for an unknown kind', async () => {
    const acme = await app.anOrganization();
    const refused = await acme.get('/v1/webhook_endpoints/hooks/list?webhook_type=nope').expect(422);
    expect((refused.body as { detail: string }).detail).toMatch(/must be one of: .*zone\.created/);
  });

  it('is in the API description of both filters', () => {
    const document = buildOpenApi(app.app);
    const route = apiRoutes(document).find((it) => it.name === 'GET /v1/webhook_endpoints/hooks/list');
    const enumOf = (name: string): unknown => {
      const schema = route?.queryParameters.find((it) => it.name === name)?.schema;
      return schema === undefined ? undefined : resolve(document, schema).enum;
    };
    expect(enumOf('webhook_type')).toContain('zone.created');
    expect(enumOf('object_type')).toContain('zone');
  });
});
