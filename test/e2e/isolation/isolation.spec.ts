import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, exampleBody, pathOf, type ApiRoute } from '../../support/api-routes';
import {
  collectionOf,
  knownIds,
  seedFromDescription,
  type KnownIds,
} from '../../support/seed-from-description';
import { meterTheExample } from '../../support/metered-subscription';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf } from '../../support/wire';

/** Values that would otherwise be sent to the network. */
const REPLACED = { url: 'http://127.0.0.1:4/', timestamp: undefined };

/**
 * Two organizations, and every operation of the API description called by the one with the ids of the other.
 * A new module is covered as soon as its routes are described; if its records cannot be made from the
 * examples in its description, the first test says so.
 */
describe('isolation of organizations', () => {
  let app: TestApp;
  let document: OpenAPIObject;
  let routes: ApiRoute[];
  let owner: TestOrganization;
  let stranger: TestOrganization;
  let owned: KnownIds;
  let ownedIds: string[];

  beforeAll(async () => {
    // No worker, so that records change only when they are told to.
    app = await startTestApp({ ROLE: 'api' });
    document = buildOpenApi(app.app);
    routes = apiRoutes(document);
    owner = await app.anOrganization();
    owned = await seedFromDescription(owner, document, routes);
    await meterTheExample(app, owner);
    await seedFromDescription(owner, document, routes);
    await owner.post('/v1/customers', { external_id: 'known-to-the-endpoint' }).expect(201);
    owned = await knownIds(owner, routes);
    ownedIds = [owner.id, ...[...owned.values()].flat()];
    stranger = await app.anOrganization();
  });
  afterAll(() => app.stop());

  const byId = (): ApiRoute[] => routes.filter((it) => it.secured && it.pathParameters.length > 0);
  const call = (by: TestOrganization, route: ApiRoute, path: string) => {
    const body = route.body === null ? undefined : exampleBody(document, route, REPLACED);
    if (route.method === 'GET') return by.get(path);
    if (route.method === 'DELETE') return by.delete(path);
    return route.method === 'PUT' ? by.put(path, body) : by.post(path, body);
  };
  const idsFor = (route: ApiRoute): string[] => owned.get(collectionOf(route) ?? '') ?? [];
  const everythingOf = async (organization: TestOrganization): Promise<Record<string, unknown>> => {
    const shown: Record<string, unknown> = {};
    for (const { method, path, pathParameters } of routes) {
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const text = JSON.stringify(await bodyOf(organization.get(path)));
      shown[path] = text.replace(/"last_used_at":("[^"]*"|null)/g, '');
    }
    return shown;
  };

  it('has a record of the owner for every operation with an id', async () => {
    const unseeded = byId().filter((it) => idsFor(it).length === 0);
    expect(unseeded.map((it) => it.name)).toEqual([]);
    for (const route of byId().filter((it) => it.method === 'GET')) {
      const answers = await Promise.all(idsFor(route).map(async (id) => owner.get(pathOf(route, id))));
      const statuses = answers.map((it) => it.status);
      expect({ route: route.name, statuses }).toEqual({
        route: route.name,
        statuses: expect.arrayContaining([200]) as number[],
      });
    }
  });

  it('answers 404 to every operation on another organization’s record, and changes nothing', async () => {
    const before = await everythingOf(owner);
    const leaks: string[] = [];
    for (const route of byId()) {
      for (const id of idsFor(route)) {
        const response = await call(stranger, route, pathOf(route, id));
        if (response.status !== 404) leaks.push(`${route.name}: ${response.status}`);
        if (response.text.includes(id)) leaks.push(`${route.name} repeats the id`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('answers the same to another organization’s id as to an unknown one', async () => {
    for (const route of byId().filter((it) => it.method === 'GET')) {
      const [id = ''] = idsFor(route);
      const [foreign, unknown] = [
        await stranger.get(pathOf(route, id)),
        await stranger.get(pathOf(route, '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a')),
      ];
      const shape = ({ body }: { body: Record<string, unknown> }): unknown => ({ ...body, request_id: '' });
      expect(shape(foreign as { body: Record<string, unknown> })).toEqual(
        shape(unknown as { body: Record<string, unknown> }),
      );
    }
  });

  it('shows nothing of another organization in any list or count', async () => {
    for (const { name, method, path, pathParameters, queryParameters } of routes) {
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const response = await stranger.get(path).expect(200);
      const leaked = ownedIds.filter((id) => response.text.includes(id));
      expect({ name, leaked }).toEqual({ name, leaked: [] });
      if (!queryParameters.some((it) => it.name === 'skip')) continue;
      const own = path.endsWith('/api_keys') ? 1 : 0;
      expect({ name, total: Number(response.headers['x-total-count']) }).toEqual({ name, total: own });
      expect(response.body).toHaveLength(own);
    }
  });

  it('finds nothing by a filter with another organization’s id', async () => {
    const lists = routes.filter((it) => it.method === 'GET' && it.pathParameters.length === 0);
    for (const { name, path, queryParameters } of lists) {
      for (const parameter of queryParameters.filter((it) => it.schema?.format === 'uuid')) {
        for (const id of ownedIds) {
          const response = await stranger.get(`${path}?${parameter.name}=${id}`).expect(200);
          const total = response.headers['x-total-count'];
          expect({ name, body: response.body as unknown, total }).toEqual({ name, body: [], total: '0' });
        }
      }
    }
  });

  it('refuses another organization’s id in a body', async () => {
    const before = await everythingOf(owner);
    for (const route of routes.filter(
      (it) => it.method === 'POST' && it.secured && it.pathParameters.length === 0,
    )) {
      for (const [field, schema] of Object.entries(route.body ?? {})) {
        if (schema.format !== 'uuid') continue;
        for (const id of ownedIds) {
          const body = { ...exampleBody(document, route, REPLACED), [field]: id };
          const { status, text } = await stranger.post(route.path, body);
          expect({ route: route.name, field, refused: status === 404 || status === 422, text }).toMatchObject(
            { refused: true },
          );
        }
      }
    }
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('lets no header choose the organization', async () => {
    const names = [
      'X-Organization-Id',
      'X-Tenant-Id',
      'Organization-Id',
      'X-Forwarded-User',
      'X-Original-URL',
      'X-HTTP-Method-Override',
    ];
    for (const name of names) {
      const response = await stranger.get('/v1/organizations/current').set(name, owner.id).expect(200);
      expect((response.body as { id: string }).id).toBe(stranger.id);
      await stranger.get('/v1/customers').set(name, owner.id).expect(200, []);
    }
    await stranger.get(`/v1/customers?organization_id=${owner.id}`).expect(422);
    await stranger.post('/v1/customers', { external_id: 'x', organization_id: owner.id }).expect(422);
  });

  it('replays no answer of another organization', async () => {
    const body = { external_id: 'same-key' };
    const first = await owner.post('/v1/customers', body).set('Idempotency-Key', 'shared').expect(201);
    const second = await stranger.post('/v1/customers', body).set('Idempotency-Key', 'shared').expect(201);
    expect((first.body as { id: string }).id).not.toBe((second.body as { id: string }).id);
    expect(second.headers['idempotency-replayed']).toBeUndefined();
  });
});
