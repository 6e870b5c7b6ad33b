import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, exampleBody, pathOf, requiredQuery, type ApiRoute } from '../../support/api-routes';
import { MAIL_SERVER, seedEveryKind } from '../../support/seed-every-kind';
import { collectionOf, type KnownIds } from '../../support/seed-from-description';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** Replaces the example URL, so that no request leaves this machine. */
const REPLACED = { url: 'http://127.0.0.1:4/' };

/**
 * Calls every operation of the API description with the IDs of another organization. A new module is covered
 * automatically: if one of its records cannot be created from the examples in its description, the first test
 * fails.
 */
describe('isolation between organizations', () => {
  // No worker, so that only the tests change records.
  const app = useTestApp({ ROLE: 'api', ...MAIL_SERVER });
  let document: OpenAPIObject;
  let routes: ApiRoute[];
  let owner: TestOrganization;
  let stranger: TestOrganization;
  let owned: KnownIds;
  let ownedIds: string[];
  /** One of each kind of record. */
  let oneOfEach: string[];
  /** The second ID of a path, by the name of its parameter. */
  let parts: Record<string, string>;

  beforeAll(async () => {
    document = buildOpenApi(app.app);
    routes = apiRoutes(document);
    owner = await app.anOrganization();
    ({ owned, parts } = await seedEveryKind(owner, document, routes));
    ownedIds = [owner.id, ...[...owned.values()].flat()];
    oneOfEach = [owner.id, ...[...owned.values()].flatMap((ids) => ids.slice(0, 1))];
    stranger = await app.anOrganization();
  });

  /**
   * Returns the routes that name a record in their path. Routes below a payment provider do not: each
   * organization has its own connection to each provider.
   */
  const byId = (): ApiRoute[] =>
    routes.filter((it) => it.secured && it.pathParameters.length > 0 && it.pathParameters[0] !== 'provider');
  const call = (by: TestOrganization, route: ApiRoute, path: string) => {
    const body = route.body === null ? undefined : exampleBody(document, route, REPLACED);
    if (route.method === 'GET') return by.get(path);
    if (route.method === 'DELETE') return by.delete(path);
    return route.method === 'PUT' ? by.put(path, body) : by.post(path, body);
  };
  const pathFor = (route: ApiRoute, id: string): string =>
    pathOf(route, id, parts[route.pathParameters[1] ?? '']);
  const idsFor = (route: ApiRoute): string[] => owned.get(collectionOf(route) ?? '') ?? [];
  const everythingOf = async (organization: TestOrganization): Promise<Record<string, unknown>> => {
    const shown: Record<string, unknown> = {};
    for (const route of routes) {
      const { method, path, pathParameters } = route;
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const text = JSON.stringify(await bodyOf(organization.get(path + requiredQuery(route))));
      shown[path] = text.replace(/"(last_used_at|checked_at)":("[^"]*"|null)/g, '');
    }
    return shown;
  };

  it('the owner has a record for every operation with an ID in its path', async () => {
    const unseeded = byId().filter((it) => idsFor(it).length === 0);
    expect(unseeded.map((it) => it.name)).toEqual([]);
    // A stream does not end; test/e2e/webhooks/inbox-stream.spec.ts reads it.
    for (const route of byId().filter((it) => it.method === 'GET' && !it.path.endsWith('/stream'))) {
      // Some customers have no usage to read, so one 200 per route is enough.
      const statuses = await Promise.all(
        idsFor(route).map(async (id) => (await owner.get(pathFor(route, id))).status),
      );
      expect({ route: route.name, found: statuses.includes(200) }).toEqual({
        route: route.name,
        found: true,
      });
    }
  });

  it("every operation on another organization's record returns 404 and changes nothing", async () => {
    const before = await everythingOf(owner);
    const leaks: string[] = [];
    for (const route of byId()) {
      for (const id of idsFor(route)) {
        const response = await call(stranger, route, pathFor(route, id));
        if (response.status !== 404) leaks.push(`${route.name}: ${response.status}`);
        if (response.text.includes(id)) leaks.push(`${route.name} contains the ID`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await everythingOf(owner)).toEqual(before);
  });

  it("a request for another organization's ID gets the same response as one for an unknown ID", async () => {
    for (const route of byId().filter((it) => it.method === 'GET')) {
      const [id = ''] = idsFor(route);
      const [foreign, unknown] = [
        await stranger.get(pathFor(route, id)),
        await stranger.get(pathOf(route, '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a')),
      ];
      const shape = ({ body }: { body: Record<string, unknown> }): unknown => ({ ...body, request_id: '' });
      expect(shape(foreign as { body: Record<string, unknown> })).toEqual(
        shape(unknown as { body: Record<string, unknown> }),
      );
    }
  });

  it('no list or count includes records of another organization', async () => {
    for (const route of routes) {
      const { name, method, path, pathParameters, queryParameters } = route;
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const response = await stranger.get(path + requiredQuery(route)).expect(200);
      const leaked = ownedIds.filter((id) => response.text.includes(id));
      expect({ name, leaked }).toEqual({ name, leaked: [] });
      if (!queryParameters.some((it) => it.name === 'skip')) continue;
      const own = path.endsWith('/api_keys') ? 1 : 0;
      expect({ name, total: Number(response.headers['x-total-count']) }).toEqual({ name, total: own });
      expect(response.body).toHaveLength(own);
    }
  });

  it("filtering a list by another organization's ID returns no records", async () => {
    const lists = routes.filter(
      (it) => it.method === 'GET' && it.queryParameters.some(({ name }) => name === 'skip'),
    );
    for (const { name, path, queryParameters } of lists.filter((it) => it.pathParameters.length === 0)) {
      for (const parameter of queryParameters.filter((it) => it.schema?.format === 'uuid')) {
        for (const id of oneOfEach) {
          const response = await stranger.get(`${path}?${parameter.name}=${id}`).expect(200);
          const total = response.headers['x-total-count'];
          expect({ name, body: response.body as unknown, total }).toEqual({ name, body: [], total: '0' });
        }
      }
    }
  });

  it("another organization's ID in a body is refused with 404 or 422", async () => {
    const before = await everythingOf(owner);
    for (const route of routes.filter(
      (it) => it.method === 'POST' && it.secured && it.pathParameters.length === 0,
    )) {
      for (const [field, schema] of Object.entries(route.body ?? {})) {
        if (schema.format !== 'uuid') continue;
        for (const id of oneOfEach) {
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

  it('no header or parameter selects another organization', async () => {
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

  it("an Idempotency-Key never replays another organization's response", async () => {
    const body = { external_id: 'same-key' };
    const first = await owner.post('/v1/customers', body).set('Idempotency-Key', 'shared').expect(201);
    const second = await stranger.post('/v1/customers', body).set('Idempotency-Key', 'shared').expect(201);
    expect((first.body as { id: string }).id).not.toBe((second.body as { id: string }).id);
    expect(second.headers['idempotency-replayed']).toBeUndefined();
  });
});
