import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, exampleBody, pathOf, type ApiRoute } from '../../support/api-routes';
import { addCollectedRows } from '../../support/collected-rows';
import {
  collectionOf,
  knownIds,
  seedFromDescription,
  type KnownIds,
} from '../../support/seed-from-description';
import { NO_MAIL_SERVER } from '../../support/mail-server';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf } from '../../support/wire';

/** Values that would otherwise be sent to the network. */
const REPLACED = { url: 'http://127.0.0.1:4/' };

/** Keys that a body may have in place of an id: the stranger has no record with the key of the example. */
const KEYS: Record<string, string> = {
  external_customer_id: 'customer_id',
  plan_code: 'plan_id',
  invoice_number: 'invoice_id',
  dunning_campaign_code: 'dunning_campaign_id',
};

const withIds = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, unknown] => {
      const id = KEYS[name];
      return id === undefined ? [name, value] : [id, randomUUID()];
    }),
  );

/** A series has a row for every day, also for those without anything to count. */
const isEmptyDay = (row: object): boolean =>
  'date' in row && Object.entries(row).every(([name, value]) => name === 'date' || value === 0);

jest.setTimeout(120_000);

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
  /** Ids of records below another record, by path parameter. */
  const inner = new Map<string, string>();

  beforeAll(async () => {
    // No worker, so that records change only when they are told to.
    app = await startTestApp({ ROLE: 'api', ...NO_MAIL_SERVER });
    document = buildOpenApi(app.app);
    routes = apiRoutes(document);
    owner = await app.anOrganization();
    owned = await seedFromDescription(owner, document, routes);
    await owner.post('/v1/customers', { external_id: 'known-to-the-endpoint' }).expect(201);
    await seedByHand();
    owned = new Map([...(await knownIds(owner, routes)), ['/v1/usage_thresholds', [await aThreshold()]]]);
    ownedIds = [owner.id, ...[...owned.values()].flat()];
    stranger = await app.anOrganization();
  });
  afterAll(() => app.stop());

  /** What needs more than its own example: usage of what is subscribed, money for what is due. */
  const seedByHand = async (): Promise<void> => {
    const [plan_id = ''] = owned.get('/v1/plans') ?? [];
    const metric = { code: 'isolated', name: 'Isolated', aggregation_type: 'count' };
    await owner.post('/v1/billable_metrics', metric).expect(201);
    const external_subscription_id = 'isolated';
    const user = await bodyOf<{ id: string }>(owner.post('/v1/customers', { external_id: 'user' }), 201);
    const subscription = { external_id: external_subscription_id, customer_id: user.id, plan_id };
    await owner.post('/v1/subscriptions', subscription).expect(201);
    const event = { transaction_id: 'isolated', code: metric.code, external_subscription_id };
    await owner.post('/v1/events', event).expect(201);
    const { currency } = await bodyOf<{ currency: string }>(owner.get(`/v1/plans/${plan_id}`));
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    // Of a customer without a wallet or credit, which would leave nothing to pay.
    const payer = await bodyOf<{ id: string }>(owner.post('/v1/customers', { external_id: 'payer' }), 201);
    const invoice = await bodyOf<{ id: string }>(
      owner.post('/v1/invoices/one_off', { customer_id: payer.id, currency, fees }),
      201,
    );
    await owner.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 1 }).expect(201);
    await addCollectedRows(app.database, owner, { invoiceId: invoice.id, customerId: payer.id });
    inner.set('provider', 'stripe');
    await owner.post(`/v1/invoices/${invoice.id}/send`, { to: 'zoe@example.com' }).expect(201);
    // No worker composes it.
    await app.database.query(
      `INSERT INTO email_messages SELECT organization_id, id, 'message', created_at FROM emails`,
    );
    const coupon = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'forever' };
    await owner.post('/v1/coupons', { code: 'isolated', name: 'Isolated', ...coupon }).expect(201);
    const applied = owner.post(`/v1/customers/${payer.id}/coupons`, { coupon_code: 'isolated' });
    inner.set('applied_coupon_id', (await bodyOf<{ id: string }>(applied, 201)).id);
    const [endpoint = ''] = owned.get('/v1/webhook_endpoints') ?? [];
    const recovery = owner.post(`/v1/webhook_endpoints/${endpoint}/recover`, {
      since: '2026-01-01T00:00:00Z',
    });
    inner.set('recovery_id', (await bodyOf<{ id: string }>(recovery)).id);
    const migration = owner.post(`/v1/plans/${plan_id}/migrate`, { at: 'now' });
    inner.set('migration_id', (await bodyOf<{ id: string }>(migration, 202)).id);
  };
  const aThreshold = async (): Promise<string> => {
    const path = `/v1/plans/${owned.get('/v1/plans')?.[0] ?? ''}/usage_thresholds`;
    return (await bodyOf<{ id: string }>(owner.post(path, { amount_cents: 123_456 }), 201)).id;
  };

  /**
   * Those below a provider name no record: each organization has a connection of its own to each provider. Streams do not
   * end; test/e2e/webhooks/inbox.spec.ts covers them.
   */
  const byId = (): ApiRoute[] =>
    routes.filter(
      ({ secured, path, pathParameters: [first] }) =>
        secured && first !== undefined && first !== 'provider' && !path.endsWith('/stream'),
    );
  const call = (by: TestOrganization, route: ApiRoute, path: string) => {
    const body = route.body === null ? undefined : withIds(exampleBody(document, route, REPLACED));
    if (route.method === 'GET') return by.get(path);
    if (route.method === 'DELETE') return by.delete(path);
    return route.method === 'PUT' ? by.put(path, body) : by.post(path, body);
  };
  const pathFor = (route: ApiRoute, id: string): string =>
    pathOf(route, id, route.pathParameters.map((it) => inner.get(it)).find((it) => it !== undefined) ?? id);
  const idsFor = (route: ApiRoute): string[] => owned.get(collectionOf(route) ?? '') ?? [];
  const everythingOf = async (organization: TestOrganization): Promise<Record<string, unknown>> => {
    const shown: Record<string, unknown> = {};
    for (const { method, path, pathParameters } of routes) {
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const text = JSON.stringify(await bodyOf(organization.get(path)));
      shown[path] = text.replace(/"(last_used_at|checked_at)":("[^"]*"|null)/g, '');
    }
    return shown;
  };

  it('has a record of the owner for every operation with an id', async () => {
    const unseeded = byId().filter((it) => idsFor(it).length === 0);
    expect(unseeded.map((it) => it.name)).toEqual([]);
    for (const route of byId().filter((it) => it.method === 'GET')) {
      // Not every customer has usage to show, but one has.
      const statuses = await Promise.all(
        idsFor(route).map(async (id) => (await owner.get(pathFor(route, id))).status),
      );
      expect({ route: route.name, found: statuses.includes(200) }).toEqual({
        route: route.name,
        found: true,
      });
    }
  });

  it('answers 404 to every operation on another organization’s record, and changes nothing', async () => {
    const before = await everythingOf(owner);
    const leaks: string[] = [];
    for (const route of byId()) {
      for (const id of idsFor(route)) {
        const response = await call(stranger, route, pathFor(route, id));
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
        await stranger.get(pathFor(route, id)),
        await stranger.get(pathFor(route, '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a')),
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
      // The stranger's own key, and the entry of its creation.
      const own = /\/(?:api_keys|audit_log)$/.test(path) ? 1 : 0;
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
          const found = (response.body as object[]).filter((row) => !isEmptyDay(row));
          expect({ name, found, total }).toEqual({
            name,
            found: [],
            total: name.includes('/analytics/') ? undefined : '0',
          });
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
