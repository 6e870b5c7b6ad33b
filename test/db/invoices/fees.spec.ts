import { ListFeesDto, toFeeFilters } from '../../../src/modules/invoices/fee.dto';
import { InvoiceFeesRepository } from '../../../src/modules/invoices/invoice-fees.repository';
import { aCustomer, anInvoice } from '../../support/builders';
import { costOf } from '../../support/page-cost';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { Transactions } from '../../../src/platform/database/transactions';

const INVOICES = 5000;
const LIMIT = 20;

/** Copies an invoice; each copy has two fees. One invoice of 100 is of another customer, one fee of 100 of another type. */
const COPIES = `
  WITH made AS (
    INSERT INTO invoices
    SELECT (copy).* FROM (
      SELECT jsonb_populate_record(source, jsonb_build_object(
               'id', '0199a3c4-5b7e-7000-8000-' || lpad(to_hex(n), 12, '0'), 'number', 'COPY-' || n,
               'customer_id', CASE n % 100 WHEN 0 THEN $4::uuid ELSE customer_id END)) AS copy
        FROM invoices AS source, generate_series(1, $3::int) AS n
       WHERE source.organization_id = $1 AND source.id = $2 OFFSET 0) AS copies
    RETURNING id, right(number, 2) = '50' AS is_rare)
  INSERT INTO invoice_fees
  SELECT (copy).* FROM (
    SELECT jsonb_populate_record(fee, jsonb_build_object(
             'id', gen_random_uuid(), 'invoice_id', made.id, 'position', place,
             'type', CASE WHEN is_rare AND place = 0 THEN 'add_on' ELSE 'charge' END,
             'billable_metric_code', CASE WHEN is_rare AND place = 0 THEN 'seats' ELSE 'calls' END)) AS copy
      FROM made, generate_series(0, 1) AS place, invoice_fees AS fee
     WHERE fee.organization_id = $1 AND fee.invoice_id = $2 OFFSET 0) AS copies`;

describe('the list of fees of an organization with 10,000 fees', () => {
  const app = useTestApp({ ROLE: 'api' });
  const acme = useSharedOrganization(app);
  const ids = { frequent: '', rare: '' };

  beforeAll(async () => {
    const [frequent, rare] = [await aCustomer(acme), await aCustomer(acme)];
    Object.assign(ids, { frequent: frequent.id, rare: rare.id });
    const invoice = await anInvoice(acme, { customer_id: frequent.id });
    const other = await app.anOrganization();
    const foreign = await anInvoice(other);
    await app.database.query(COPIES, [acme.id, invoice.id, INVOICES, rare.id]);
    await app.database.query(COPIES, [other.id, foreign.id, 500, foreign.customer_id]);
    await app.database.query('VACUUM ANALYZE invoices, invoice_fees');
  }, 60_000);

  const pageOf = (by: TestOrganization, query: Partial<ListFeesDto>) => {
    const dto = Object.assign(new ListFeesDto(), { limit: LIMIT, ...query });
    return app.app
      .get(Transactions, { strict: false })
      .readFor(by.id, (tx) =>
        app.app.get(InvoiceFeesRepository, { strict: false }).list(tx, by.id, toFeeFilters(dto), dto),
      );
  };

  it.each([
    ['no filter', () => ({})],
    ['a customer with most invoices', () => ({ customer_id: ids.frequent })],
    ['a customer with few invoices', () => ({ customer_id: ids.rare })],
    ['a common type', () => ({ type: 'charge' as const })],
    ['a rare type', () => ({ type: 'add_on' as const })],
    ['a common metric', () => ({ billable_metric_code: 'calls' })],
    ['a rare metric', () => ({ billable_metric_code: 'seats' })],
  ])('with %s reads about as many rows as it returns, anywhere in the list', async (_, filter) => {
    for (const order_by of ['created_at:asc', 'created_at:desc']) {
      const query = { ...filter(), order_by };
      const { next, total } = await pageOf(acme, query);
      const { next: deep } = await pageOf(acme, { ...query, skip: total - 2 * LIMIT });
      for (const after of [undefined, next ?? '', deep ?? '']) {
        const place = after === undefined ? {} : { after };
        expect((await pageOf(acme, { ...query, ...place })).items).toHaveLength(LIMIT);
        const { rows } = await costOf(app, acme.id, () => pageOf(acme, { ...query, ...place }));
        // The chosen fees, the fees themselves and their invoices, and those of the invoice at the cursor.
        expect({ order_by, place, rows: rows < 8 * LIMIT ? 'few' : rows }).toEqual({
          order_by,
          place,
          rows: 'few',
        });
      }
    }
  });
});
