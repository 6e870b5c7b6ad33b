import { CUSTOMER_REFERENCE } from '../../../src/modules/customers';
import { PLAN_REFERENCE } from '../../../src/modules/plans';
import type { Reference } from '../../../src/platform/http/references';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import {
  aPlan,
  aCreditNote,
  anEndpoint,
  anInvoice,
  aCustomer,
  aPaymentByHand,
  aSubscription,
} from '../../support/builders';
import { apiRoutes, pathOf, type ApiRoute } from '../../support/api-routes';
import type { InvoiceBody } from '../../support/invoice-wire';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf } from '../../support/wire';

const REFERENCES: readonly Reference[] = [CUSTOMER_REFERENCE, PLAN_REFERENCE];
const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const FEES = [{ description: 'Set-up', units: '1', unit_amount_cents: 5000 }];

/** Routes that accept only the key, because the published interface of usage events has no customer ID. */
const KEY_ONLY = ['POST /v1/events external_customer_id', 'GET /v1/events external_customer_id'];

/** Lists that are empty until a later test creates their records, or without a mail server. */
const UNSEEDED = ['GET /v1/wallets', 'GET /v1/payment_requests', 'GET /v1/emails'];

/** A route that accepts a reference in its body or query. */
interface Use {
  route: ApiRoute;
  part: 'body' | 'query';
  reference: Reference;
}

interface Named {
  id: string;
  customer_id?: string;
  plan_id?: string;
}

/** Tests every route with an ID or key in the API description, including routes that are added later. */
describe('references by key', () => {
  const app = useTestApp({ ROLE: 'api' });
  let routes: ApiRoute[];
  let uses: Use[];
  let acme: TestOrganization;
  let other: TestOrganization;
  const ids: Record<string, string> = {};
  let subscriptionId: string;
  let invoice: InvoiceBody;

  beforeAll(async () => {
    routes = apiRoutes(buildOpenApi(app.app));
    uses = routes.flatMap((route) =>
      REFERENCES.flatMap((reference): Use[] => [
        ...(namesOf(route, 'body').includes(reference.id)
          ? [{ route, part: 'body', reference } as const]
          : []),
        ...(namesOf(route, 'query').includes(reference.id)
          ? [{ route, part: 'query', reference } as const]
          : []),
      ]),
    );
    acme = await app.anOrganization();
    other = await app.anOrganization();
    await seed(other, 'of_other');
    await seed(acme, 'of_acme');
  });

  /**
   * Creates the same records in each organization, except that the `own` keys differ. `ids` keeps the IDs of the
   * organization seeded last.
   */
  const seed = async (organization: TestOrganization, own: string): Promise<void> => {
    await anEndpoint(organization, undefined, { event_types: ['invoice.*'] });
    for (const key of [own, 'shared', 'idle']) {
      const customer = await aCustomer(organization, { external_id: key, currency: 'EUR' });
      const plan = await aPlan(organization, { code: key });
      [ids[`customer ${key}`], ids[`plan ${key}`]] = [customer.id, plan.id];
    }
    await aPlan(organization, { code: 'usd', currency: 'USD' });
    const both = { customer_id: ids['customer shared'], plan_id: ids['plan shared'] };
    ({ id: subscriptionId } = await aSubscription(organization, both));
    invoice = await anInvoice(organization, { customer_id: both.customer_id });
    await aCreditNote(organization, invoice, { amounts: [1000], finalize: false });
    await aPaymentByHand(organization, { invoice_id: invoice.id }, 100);
  };

  function namesOf(route: ApiRoute, part: Use['part']): string[] {
    return part === 'body' ? Object.keys(route.body ?? {}) : route.queryParameters.map((it) => it.name);
  }

  const call = (organization: TestOrganization, { route, part }: Use, values: Record<string, string>) => {
    const path = pathOf(route, UNKNOWN_ID);
    if (part === 'query') return organization.get(`${path}?${new URLSearchParams(values).toString()}`);
    return route.method === 'PUT' ? organization.put(path, values) : organization.post(path, values);
  };
  const errorsOf = async (request: ReturnType<TestOrganization['get']>): Promise<string[][]> =>
    ((await problemOf(request, 422, 'validation_failed')).errors ?? []).map((it) => [it.field, it.code]);

  /**
   * Returns the other body fields of each route, for the subscription and invoice of the customer `shared`.
   */
  const bodies = (): Record<string, object> => ({
    'POST /v1/invoices/one_off': { currency: 'EUR', fees: FEES },
    'POST /v1/invoices/preview': {},
    'POST /v1/subscriptions': { external_id: 'sub-by-key' },
    'PUT /v1/subscriptions/{id}': { name: 'By key' },
    'POST /v1/subscriptions/{id}/change_plan_preview': {},
    'POST /v1/wallets': { currency: 'EUR', rate_amount: '1' },
    'POST /v1/payment_requests': { invoice_ids: [invoice.id] },
  });

  it('every route that accepts an ID also accepts the key, and vice versa', () => {
    const found = (name: (it: Reference) => string): string[] =>
      routes.flatMap((route) =>
        (['body', 'query'] as const).flatMap((part) =>
          REFERENCES.filter((it) => namesOf(route, part).includes(name(it))).map(
            (it) => `${route.name} ${it.key}`,
          ),
        ),
      );
    expect(uses.length).toBeGreaterThan(0);
    // A missing route needs `KeyOf` and `IdOf` from platform/http/references.ts.
    expect(found((it) => it.key).filter((it) => !KEY_ONLY.includes(it))).toEqual(found((it) => it.id));
  });

  it("an unknown key or another organization's key is refused with a 422 that says how to fix it", async () => {
    for (const use of uses) {
      const { key, resource, list, column } = use.reference;
      for (const value of ['nobody', 'of_other']) {
        const { errors } = await problemOf(call(acme, use, { [key]: value }), 422, 'validation_failed');
        const remedy = `Create the ${resource} with POST ${list}, or look up its ${column} with GET ${list}.`;
        expect({ route: use.route.name, errors }).toEqual({
          route: use.route.name,
          errors: [
            {
              field: key,
              code: `unknown_${resource}`,
              message: `${key} does not exist in this organization. ${remedy}`,
            },
          ],
        });
      }
    }
  });

  it('ID and key together are refused with a 422 that names both fields', async () => {
    for (const use of uses) {
      const { id, key } = use.reference;
      const errors = await errorsOf(call(acme, use, { [id]: UNKNOWN_ID, [key]: 'nobody' }));
      expect({ route: use.route.name, errors }).toEqual({
        route: use.route.name,
        errors: expect.arrayContaining([
          [id, 'invalid_value'],
          [key, 'invalid_value'],
        ]) as string[][],
      });
    }
  });

  it('a malformed key is refused with a 422 that names its field', async () => {
    for (const use of uses) {
      const { key } = use.reference;
      for (const value of ['', ' ', 'x'.repeat(256), 'a\0b']) {
        const fields = (await errorsOf(call(acme, use, { [key]: value }))).map(([field]) => field);
        expect({ route: use.route.name, fields }).toEqual({
          route: use.route.name,
          fields: expect.arrayContaining([key]) as string[],
        });
      }
    }
    await acme.get('/v1/invoices?external_customer_id=shared&external_customer_id=idle').expect(422);
  });

  it('filtering a list by key returns the same records as filtering by ID', async () => {
    for (const use of uses.filter((it) => it.part === 'query')) {
      const { id, key, resource } = use.reference;
      const [byKey, byId, idle] = [
        await listOf<Named>(call(acme, use, { [key]: 'shared' })),
        await listOf<Named>(call(acme, use, { [id]: ids[`${resource} shared`] ?? '' })),
        await listOf<Named>(call(acme, use, { [key]: 'idle', limit: '1' })),
      ];
      expect({ route: use.route.name, ...byKey }).toEqual({ route: use.route.name, ...byId });
      expect({ route: use.route.name, idle }).toEqual({
        route: use.route.name,
        idle: { items: [], total: 0 },
      });
      if (!UNSEEDED.includes(use.route.name)) expect(byKey.total).toBeGreaterThan(0);
    }
  });

  it('a body with keys has the same effect as a body with IDs', async () => {
    const taking = new Map<string, Use[]>();
    for (const use of uses.filter((it) => it.part === 'body')) {
      taking.set(use.route.name, [...(taking.get(use.route.name) ?? []), use]);
    }
    expect(Object.keys(bodies()).sort()).toEqual([...taking.keys()].sort());
    for (const [name, body] of Object.entries(bodies())) {
      const used = taking.get(name) ?? [];
      // Changing to the current plan of the subscription would be a no-op.
      const planKey = name.endsWith('/change_plan_preview') ? 'idle' : 'shared';
      const keyOf = ({ resource }: Reference): string => (resource === 'plan' ? planKey : 'shared');
      const route = used[0]?.route;
      if (route === undefined) throw new Error(`No reference in ${name}`);
      const keys = Object.fromEntries(used.map(({ reference: it }) => [it.key, keyOf(it)]));
      const path = pathOf(route, subscriptionId);
      const all = { ...body, ...keys };
      const response = await (route.method === 'PUT' ? acme.put(path, all) : acme.post(path, all));
      const answer = response.body as object;
      const expected = used
        .filter(({ reference: { id } }) => id in answer)
        .map(({ reference: it }) => [it.id, ids[`${it.resource} ${keyOf(it)}`]]);
      expect({ name, status: response.status, answer }).toEqual({
        name,
        status: 'id' in answer && route.method === 'POST' ? 201 : 200,
        answer: expect.objectContaining(Object.fromEntries(expected)) as unknown,
      });
    }
    for (const path of ['/v1/wallets', '/v1/payment_requests']) {
      expect((await listOf(acme.get(`${path}?external_customer_id=shared`))).total).toBe(1);
    }
  });

  it('one 422 names all unknown keys of a request', async () => {
    const body = { external_id: 's', external_customer_id: 'nobody', plan_code: 'none' };
    expect(await errorsOf(acme.post('/v1/subscriptions', body))).toEqual([
      ['external_customer_id', 'unknown_customer'],
      ['plan_code', 'unknown_plan'],
    ]);
    expect(await errorsOf(acme.post('/v1/subscriptions', { external_id: 's' }))).toEqual([
      ['customer_id', 'required'],
      ['plan_id', 'required'],
    ]);
  });

  it('an error about the referenced record names the key field of the request', async () => {
    const body = { external_id: 's', external_customer_id: 'shared', plan_code: 'usd' };
    const problem = await problemOf(acme.post('/v1/subscriptions', body), 422, 'validation_failed');
    expect(problem.errors).toEqual([
      {
        field: 'plan_code',
        code: 'currency_mismatch',
        message: expect.stringMatching(/^plan_code /) as string,
      },
    ]);
  });

  it('a response is replayed even after the key of the record has changed', async () => {
    const { id } = await aCustomer(acme, { external_id: 'old' });
    const body = { external_customer_id: 'old', currency: 'USD', rate_amount: '1' };
    const post = () => acme.post('/v1/wallets', body).set('Idempotency-Key', 'wallet');
    const first = await bodyOf<Named>(post(), 201);
    expect(first.customer_id).toBe(id);
    await acme.put(`/v1/customers/${id}`, { external_id: 'new' }).expect(200);
    expect(await bodyOf(post(), 201)).toEqual(first);
  });

  it('the key of a deleted record is unknown; filtering by its ID still works', async () => {
    const { id } = await aCustomer(acme, { external_id: 'gone' });
    await acme.get('/v1/invoices?external_customer_id=gone').expect(200, []);
    await acme.delete(`/v1/customers/${id}`).expect(204);
    expect(await errorsOf(acme.get('/v1/invoices?external_customer_id=gone'))).toEqual([
      ['external_customer_id', 'unknown_customer'],
    ]);
    await acme.get(`/v1/invoices?customer_id=${id}`).expect(200, []);
  });

  it('a unique index serves each key lookup', async () => {
    for (const { table, column } of REFERENCES) {
      const rows = await app.database.query(
        `SELECT indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE 'CREATE UNIQUE INDEX%'
            AND indexdef LIKE $2`,
        [table, `%(organization_id, ${column}) WHERE (deleted_at IS NULL)`],
      );
      expect({ table, indexes: rows.length }).toEqual({ table, indexes: 1 });
    }
  });
});
