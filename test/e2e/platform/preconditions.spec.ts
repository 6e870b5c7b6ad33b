import { Client } from 'pg';
import { EXAMPLE_LOGO } from '../../../src/modules/documents/logos/logo.dto';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, pathOf, type ApiRoute } from '../../support/api-routes';
import { aCustomer, aSubscription, aWallet } from '../../support/builders';
import { untilLockWait } from '../../support/lock-waits';
import {
  collectionOf,
  knownIds,
  seedFromDescription,
  type KnownIds,
} from '../../support/seed-from-description';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

const STALE = '"of-another-time"';
/** Bodies of the routes that have a required field. */
const BODIES: Record<string, object> = {
  'PUT /v1/organizations/current/logo': { content: EXAMPLE_LOGO },
  'PUT /v1/customers/{id}/dunning_campaign': { dunning_campaign_id: null },
  'PUT /v1/customers/{id}/payment_providers/{provider}': { provider_customer_id: 'cus_NffrFeUfNV2Hib' },
  'PUT /v1/payment_providers/{provider}': { webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
};
for (const owner of ['', '/customers/{id}', '/subscriptions/{id}', '/invoices/{id}']) {
  BODIES[`PUT /v1${owner}/collection_settings`] = { collection_method: 'manual' };
}
/** Nothing listens there: credentials are stored unchecked. */
const NO_PROVIDER = { PROVIDER_BASE_URLS: 'stripe=http://127.0.0.1:4' };

describe('preconditions', () => {
  const app = useTestApp({ ROLE: 'api', ...NO_PROVIDER });
  const organization = useOrganization(app);

  const tagOf = async (path: string, by: TestOrganization = organization): Promise<string> =>
    (await by.get(path).expect(200)).headers.etag ?? '';
  const customerPath = async (): Promise<string> => `/v1/customers/${(await aCustomer(organization)).id}`;
  const putIf = (tag: string, path: string, body: object) =>
    organization.put(path, body).set('If-Match', tag);

  describe('on every PUT of the API description', () => {
    let routes: ApiRoute[];
    let puts: ApiRoute[];
    let known: KnownIds;
    let owner: TestOrganization;

    beforeAll(async () => {
      const document = buildOpenApi(app.app);
      routes = apiRoutes(document);
      puts = routes.filter((it) => it.method === 'PUT');
      owner = await app.anOrganization();
      await seedFromDescription(owner, document, routes);
      await aSubscription(owner);
      await aWallet(owner);
      const connection = {
        ...BODIES['PUT /v1/payment_providers/{provider}'],
        credentials: { secret_key: 'sk_test_1' },
      };
      await owner.put('/v1/payment_providers/stripe', connection).expect(200);
      known = new Map([...(await knownIds(owner, routes)), ['/v1/payment_providers', ['stripe']]]);
      const customer = known.get('/v1/customers')?.at(-1) ?? '';
      const mapping = { provider_customer_id: 'cus_before' };
      await owner.put(`/v1/customers/${customer}/payment_providers/stripe`, mapping).expect(200);
    });

    const pathFor = (route: ApiRoute): string =>
      pathOf(route, known.get(collectionOf(route) ?? '')?.at(-1) ?? '-', 'stripe');

    it('the object has an ETag, a changed one is refused with 412, the current one is accepted', async () => {
      expect(puts.length).toBeGreaterThanOrEqual(12);
      for (const route of puts) {
        const path = pathFor(route);
        const body = BODIES[route.name] ?? {};
        const current = await tagOf(path, owner);
        const refused = await owner.put(path, body).set('If-Match', STALE);
        const unchanged = await tagOf(path, owner);
        const accepted = await owner.put(path, body).set('If-Match', current);
        const seen = {
          refused: [refused.status, (refused.body as { code: string }).code],
          unchanged: unchanged === current,
          accepted: accepted.status,
          tag: accepted.headers.etag ?? '',
        };
        const tag = await tagOf(path, owner);
        const expected = { refused: [412, 'precondition_failed'], unchanged: true, accepted: 200, tag };
        expect({ route: route.name, ...seen }).toEqual({ route: route.name, ...expected });
      }
    });

    it('the description has If-Match and 412', () => {
      for (const { name, operation } of puts) {
        const described = operation.parameters?.some((it) => it.name === 'If-Match');
        expect({ name, described, refused: '412' in operation.responses }).toEqual({
          name,
          described: true,
          refused: true,
        });
      }
    });

    it('the description has the ETag of each object that a GET returns', async () => {
      for (const { method, name, path, pathParameters, operation } of routes) {
        if (method !== 'GET' || pathParameters.length > 0) continue;
        const described = 'ETag' in (operation.responses['200']?.headers ?? {});
        const { headers } = await owner.get(path);
        expect({ name, tagged: 'etag' in headers }).toEqual({ name, tagged: described });
      }
    });
  });

  it('a PUT with the ETag that the last one returned is accepted, with one before it refused', async () => {
    const path = await customerPath();
    const first = await tagOf(path);
    const second = (await putIf(first, path, { name: 'B' }).expect(200)).headers.etag ?? '';
    const third = (await putIf(second, path, { name: 'C' }).expect(200)).headers.etag ?? '';
    expect(new Set([first, second, third]).size).toBe(3);
    await problemOf(putIf(second, path, { name: 'D' }), 412, 'precondition_failed');
    await putIf(`${second}, ${third}`, path, { name: 'E' }).expect(200);
    await putIf('*', path, { name: 'F' }).expect(200);
    await problemOf(putIf(`W/${await tagOf(path)}`, path, { name: 'G' }), 412, 'precondition_failed');
    expect((await bodyOf<CustomerBody>(organization.get(path))).name).toBe('F');
  });

  it('two PUTs at the same time with the same ETag change the object once', async () => {
    const path = await customerPath();
    const tag = await tagOf(path);
    const locked = new Client({ connectionString: app.database.ownerUrl });
    await locked.connect();
    await locked.query('BEGIN');
    await locked.query(`SELECT FROM customers WHERE id = '${path.split('/').at(-1) ?? ''}' FOR UPDATE`);
    const both = Promise.all(['A', 'B'].map((name) => putIf(tag, path, { name })));
    await untilLockWait(app.database);
    await locked.query('COMMIT');
    await locked.end();
    expect((await both).map((it) => it.status).sort()).toEqual([200, 412]);
  });

  it('a provider that is not connected does not match "*"', async () => {
    const path = '/v1/payment_providers/stripe';
    const body = BODIES['PUT /v1/payment_providers/{provider}'] ?? {};
    await problemOf(putIf('*', path, body), 412, 'precondition_failed');
    await organization.get(path).expect(404);
    await putIf('*', '/v1/customers/0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c4f', {}).expect(404);
  });

  it('a malformed If-Match is refused with 422 that names the header', async () => {
    const path = await customerPath();
    expect(await wrongFieldsOf(putIf('abc', path, { name: 'B' }))).toEqual(['If-Match']);
  });

  it('lists and secrets have no ETag, and If-None-Match has no effect', async () => {
    const path = await customerPath();
    await organization
      .get(path)
      .set('If-None-Match', await tagOf(path))
      .expect(200);
    expect((await organization.get('/v1/customers')).headers).not.toHaveProperty('etag');
  });
});
