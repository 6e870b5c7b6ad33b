import { CUSTOMERS_BY_PREFIX } from '../../../src/modules/customers';
import { Transactions } from '../../../src/platform/database/transactions';
import { aCustomer, anInvoice, aPaymentByHand } from '../../support/builders';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { listOf, wrongFieldsOf, type CustomerBody, type InvoiceBody } from '../../support/wire';

/** docs/decisions.md#searches */
describe('searches', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let jane: CustomerBody;
  let percent: CustomerBody;
  let bill: InvoiceBody;

  const found = async (path: string): Promise<string[]> =>
    (await listOf<{ id: string }>(organization.get(path))).items.map((it) => it.id);

  beforeAll(async () => {
    jane = await aCustomer(organization, {
      external_id: 'Cust_7',
      name: 'Jane Doe',
      email: 'Billing@example.com',
    });
    percent = await aCustomer(organization, { external_id: 'other', name: '100% Ünal' });
    bill = await anInvoice(organization, { customer_id: jane.id });
    await anInvoice(organization, { customer_id: percent.id });
  });

  it.each(['jane', 'JANE D', 'jane d', 'billing@', 'cust_', 'Cust_7'])(
    'customers and their invoices are found by %j',
    async (text) => {
      const search = encodeURIComponent(text);
      expect(await found(`/v1/customers?search=${search}`)).toEqual([jane.id]);
      expect(await found(`/v1/invoices?search=${search}`)).toEqual([bill.id]);
    },
  );

  it.each(['doe', 'c%', '_', 'cust-7', '\\'])('nothing is found by %j', async (text) => {
    const search = encodeURIComponent(text);
    expect(await found(`/v1/customers?search=${search}`)).toEqual([]);
    expect(await found(`/v1/invoices?search=${search}`)).toEqual([]);
  });

  it('wildcards and other letters mean themselves', async () => {
    expect(await found(`/v1/customers?search=${encodeURIComponent('100% ü')}`)).toEqual([percent.id]);
  });

  it('invoices are found by their number, whole or its beginning', async () => {
    const number = bill.number ?? '';
    expect(await found(`/v1/invoices?number=${number}`)).toEqual([bill.id]);
    expect(await found(`/v1/invoices?number=${number.slice(0, -1)}`)).toEqual([]);
    expect(await found(`/v1/invoices?search=${number.toLowerCase()}`)).toEqual([bill.id]);
    expect(await found(`/v1/invoices?search=${number.slice(0, 3)}`)).toHaveLength(2);
  });

  it('a search finds nothing of another organization', async () => {
    const stranger = await app.anOrganization();
    for (const list of ['customers', 'invoices']) {
      expect((await listOf(stranger.get(`/v1/${list}?search=jane`))).total).toBe(0);
    }
  });

  it('a search is served by the indexes of prefixes, behind row security', async () => {
    await app.database.query(
      `INSERT INTO customers
       SELECT (jsonb_populate_record(NULL::customers, to_jsonb(source) || jsonb_build_object(
                'id', gen_random_uuid(), 'external_id', 'many-' || nth, 'name', md5(nth::text), 'email', md5(nth::text)))).*
         FROM customers AS source, generate_series(1, 20000) AS nth WHERE id = $1`,
      [jane.id],
    );
    await app.database.query('ANALYZE customers');
    const { search, plan } = await app.app.get(Transactions).runFor(organization.id, async (tx) => {
      const statement = CUSTOMERS_BY_PREFIX.replaceAll(':prefixes', '$1')
        .replaceAll(':ends', '$2')
        .replaceAll(':searched', '$3');
      const rows = await tx.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${statement}`, [
        ['jane'],
        ['janf'],
        organization.id,
      ]);
      return { search: statement, plan: rows.map((it) => it['QUERY PLAN']).join('\n') };
    });
    expect(search).toContain('$1::text[]');
    for (const it of ['name', 'email', 'external_id']) {
      expect(plan).toMatch(new RegExp(`customers_${it}_prefix[^]*?Index Cond: .*${it} ~>=~ `));
    }
  });

  it('payments are filtered by when they were created', async () => {
    const { id, created_at: at } = await aPaymentByHand(organization, { invoice_id: bill.id }, 1);
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await found(`/v1/payments?created_after=${at}`)).toEqual([id]);
    expect(await found(`/v1/payments?created_after=${at}&created_before=${later}`)).toEqual([id]);
    expect(await found(`/v1/payments?created_before=${at}`)).toEqual([]);
    expect(await found(`/v1/payments?created_after=${later}`)).toEqual([]);
    expect(await wrongFieldsOf(organization.get('/v1/payments?created_after=soon'))).toEqual([
      'created_after',
    ]);
  });
});
