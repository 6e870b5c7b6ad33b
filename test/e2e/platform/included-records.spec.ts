import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, type ApiRoute } from '../../support/api-routes';
import {
  aCreditNote,
  aCustomer,
  anEndpoint,
  anInvoice,
  aPaymentByHand,
  aPaymentRequest,
  aPlan,
  aSubscription,
} from '../../support/builders';
import { schemaProblems } from '../../support/json-schema';
import { allDuring } from '../../support/statements';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

type Listed = { customer_id: string | null; customer?: object | null } & Record<string, unknown>;

const LISTS = [
  '/v1/credit_notes',
  '/v1/invoices',
  '/v1/payment_requests',
  '/v1/payments',
  '/v1/subscriptions',
  '/v1/webhook_endpoints/hooks/list',
];

describe('lists with included customers', () => {
  const app = useTestApp({ ROLE: 'api' });
  let acme: TestOrganization;
  let routes: ApiRoute[];
  let customers: Map<string, CustomerBody>;

  /** Each customer has records in every list, and the endpoint has a delivery without a customer. */
  beforeAll(async () => {
    routes = apiRoutes(buildOpenApi(app.app));
    acme = await app.anOrganization();
    const endpoint = await anEndpoint(acme, undefined, { event_types: ['invoice.created'] });
    const plan = await aPlan(acme);
    const all = [
      await aCustomer(acme, { external_id: 'c1', name: 'One' }),
      await aCustomer(acme, { external_id: 'c2' }),
      await aCustomer(acme, { external_id: 'c3', name: 'Three' }),
    ];
    for (const customer of all) {
      const of = { customer_id: customer.id };
      await aSubscription(acme, { ...of, external_id: `sub_${customer.external_id}`, plan_id: plan.id });
      const invoice = await anInvoice(acme, of);
      await aPaymentByHand(acme, { invoice_id: invoice.id }, 100);
      await aCreditNote(acme, invoice, { amounts: [1000], finalize: false });
      await aPaymentRequest(acme, customer, await anInvoice(acme, of));
    }
    await bodyOf(acme.post(`/v1/webhook_endpoints/${endpoint.id}/test`));
    customers = new Map(all.map((it) => [it.id, it]));
  });

  const included = (id: string | null) => {
    const customer = customers.get(id ?? '');
    if (customer === undefined) return null;
    return { id: customer.id, external_id: customer.external_id, name: customer.name };
  };
  const read = (path: string, query = '') => listOf<Listed>(acme.get(`${path}?${query}`));

  it('are exactly those that the description names', () => {
    const found = routes.filter((it) => it.queryParameters.some(({ name }) => name === 'include'));
    expect(found.map((it) => it.path).sort()).toEqual(LISTS);
  });

  it.each(LISTS)('%s adds the customer of each record by request, and nothing otherwise', async (path) => {
    const plain = await read(path);
    const withCustomers = await read(path, 'include=customer');
    expect(plain.items.length).toBeGreaterThanOrEqual(3);
    expect(plain.items.some((it) => 'customer' in it)).toBe(false);
    expect(withCustomers).toEqual({
      total: plain.total,
      items: plain.items.map((it) => ({ ...it, customer: included(it.customer_id) })),
    });
    expect(new Set(plain.items.map((it) => it.customer_id)).size).toBeGreaterThanOrEqual(3);
    const route = routes.find((it) => it.path === path && it.method === 'GET');
    const schema = route?.operation.responses['200']?.content?.['application/json']?.schema;
    expect(schemaProblems(buildOpenApi(app.app), schema, withCustomers.items)).toEqual([]);
  });

  it.each(LISTS)('%s reads the customers of a page with one statement', async (path) => {
    const statementsFor = async (limit: number): Promise<string[]> => {
      const query = `limit=${limit}&include=customer`;
      const all = await allDuring(app, () => acme.get(`${path}?${query}`).expect(200));
      return all.map((it) => it.text).filter((it) => /^SELECT .* FROM customers /.test(it));
    };
    for (const limit of [2, 100]) expect(await statementsFor(limit)).toHaveLength(1);
    const without = await allDuring(app, () => acme.get(path).expect(200));
    expect(without.some((it) => it.text.includes('FROM customers '))).toBe(false);
  });

  it('keep filters, links and cursors', async () => {
    const first = await acme.get('/v1/invoices?external_customer_id=c1&limit=1&include=customer').expect(200);
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(first.headers.link ?? '') ?? [];
    expect(next).toContain('include=customer');
    const [record] = await bodyOf<Listed[]>(acme.get(next));
    expect(record?.customer).toEqual(included(record?.customer_id ?? ''));
    await acme.get(next.replace('&include=customer', '')).expect(200);
  });

  it('include deleted customers, and never customers of another organization', async () => {
    const other = await app.anOrganization();
    const invoice = await anInvoice(other);
    await other.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await other.delete(`/v1/customers/${invoice.customer_id}`).expect(204);
    const [listed] = await bodyOf<Listed[]>(other.get('/v1/invoices?include=customer'));
    expect(listed?.customer).toMatchObject({ id: invoice.customer_id });
    const ids = (await read('/v1/invoices', 'include=customer')).items.map((it) => it.customer_id);
    expect(ids).not.toContain(invoice.customer_id);
  });

  it('a CSV file has the same columns with and without it', async () => {
    const file = async (query: string): Promise<string> =>
      (await acme.get(`/v1/invoices?${query}`).set('Accept', 'text/csv').expect(200)).text;
    expect(await file('include=customer')).toBe(await file(''));
  });

  it('another value, a repeated one and other lists are refused with 422', async () => {
    const repeated = await problemOf(
      acme.get('/v1/invoices?include=customer&include=customer'),
      422,
      'validation_failed',
    );
    expect(repeated.errors).toMatchObject([{ field: 'include', code: 'invalid_type' }]);
    for (const value of ['', 'plan', 'customer,plan']) {
      const { errors } = await problemOf(acme.get(`/v1/invoices?include=${value}`), 422, 'validation_failed');
      expect(errors).toEqual([
        { field: 'include', code: 'invalid_value', message: 'include must be one of: customer.' },
      ]);
    }
    expect(await wrongFieldsOf(acme.get('/v1/plans?include=customer'))).toEqual(['include']);
  });
});
