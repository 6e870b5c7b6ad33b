import { get as httpGet, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { InvoiceFeesService } from '../../../src/modules/invoices/invoice-fees.service';
import { currentDeadline } from '../../../src/platform/database/deadline';
import { csvRecord } from '../../../src/platform/http/csv/csv-record';
import { aCreditNote, aCustomer, anInvoice, aPaymentByHand } from '../../support/builders';
import { csvRows, parseCsv } from '../../support/csv';
import { followed } from '../../support/links';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';

const CSV = 'text/csv';
/** More than two pages of a file. */
const MANY = 340;
const PAGES = 3;

/** Copies an invoice with its first fee: each copy has a billing period and three fees of different types. */
const COPIES = `
  WITH made AS (
    INSERT INTO invoices
    SELECT (copy).* FROM (
      SELECT jsonb_populate_record(source, jsonb_build_object(
               'id', '0199a3c4-5b7e-7000-8000-' || lpad(to_hex(n), 12, '0'), 'number', 'COPY-' || n,
               'billing_from', '2026-01-01T00:00:00Z', 'billing_to', '2026-02-01T00:00:00Z',
               'created_at', timestamptz '2026-01-01Z' + n / 3 * interval '1 ms')) AS copy
        FROM invoices AS source, generate_series(1, $3::int) AS n
       WHERE source.organization_id = $1 AND source.id = $2 OFFSET 0) AS copies
    RETURNING id)
  INSERT INTO invoice_fees
  SELECT (copy).* FROM (
    SELECT jsonb_populate_record(fee, jsonb_build_object(
             'id', gen_random_uuid(), 'invoice_id', made.id, 'position', place,
             'type', (ARRAY['charge', 'add_on', 'subscription'])[place + 1],
             'billable_metric_code', CASE place WHEN 0 THEN 'calls' END)) AS copy
      FROM made, generate_series(0, 2) AS place, invoice_fees AS fee
     WHERE fee.organization_id = $1 AND fee.invoice_id = $2 AND fee.position = 0 OFFSET 0) AS copies`;

type Body = Record<string, unknown>;

it('a record of CSV is parsed back as it was, except for the apostrophe before a formula', () => {
  const characters = fc.constantFrom(...'",\r\n\t =+-@\'aŁ日');
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: characters }));
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(rows, (written) => {
      const expected = written.map((row) =>
        row.map((it) => (/^[=+\-@\t\r\n＝＋－＠]/.test(it) ? `'${it}` : it)),
      );
      expect(parseCsv(written.map(csvRecord).join(''))).toEqual(expected);
    }),
  );
});

describe('CSV', () => {
  const app = useTestApp({ ROLE: 'api' });
  let acme: TestOrganization;
  let empty: TestOrganization;
  let customerId: string;
  let invoiceId: string;

  beforeAll(async () => {
    acme = await app.anOrganization();
    empty = await app.anOrganization();
    customerId = (await seed(acme)).customerId;
    await seed(await app.anOrganization());
    await app.database.query(COPIES, [acme.id, invoiceId, MANY]);
    await app.database.query('ANALYZE');
  });
  afterEach(() => jest.restoreAllMocks());

  const seed = async (organization: TestOrganization): Promise<{ customerId: string }> => {
    const customer = await aCustomer(organization, { external_id: 'quoted "cust", 日本' });
    const names = ["=cmd|' /C calc'!A0", 'say "hi",\nŁódź', '日本', '-5', '+1', '@SUM(A1)'];
    const fees = names.map((description) => ({ description, units: '1.5', unit_amount_cents: 999 }));
    const invoice = await anInvoice(organization, { customer_id: customer.id, fees });
    const last = await anInvoice(organization);
    await aPaymentByHand(organization, { invoice_id: invoice.id }, 100, {
      reference: '=1+1',
      metadata: { a: '=2, "b"' },
    });
    await aPaymentByHand(organization, { invoice_id: last.id }, 200, { reference: ' Łódź\r\n' });
    await aCreditNote(organization, last, { amounts: [300], description: '-2+3' });
    await aCreditNote(organization, invoice, { amounts: [100], finalize: false });
    if (organization === acme) invoiceId = invoice.id;
    return { customerId: customer.id };
  };

  const csvOf = (path: string, by = acme) => by.get(path).set('Accept', CSV);
  const withLimit = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}limit=1000`;

  /** The cells of a response by the names of the columns, as docs/api.md describes them. */
  function cellsOf({ billing_period, metadata, seller, buyer, ...body }: Body): Record<string, string> {
    const period = billing_period as { from: string; to: string } | null | undefined;
    const named = buyer as { name: string | null; country: string | null } | null | undefined;
    const flat: Body = {
      ...(seller !== undefined && { buyer_name: named?.name ?? null, buyer_country: named?.country ?? null }),
      ...(period !== undefined && { billing_period_from: period?.from ?? null }),
      ...(period !== undefined && { billing_period_to: period?.to ?? null }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
      ...body,
    };
    const scalars = Object.entries(flat).filter(([, it]) => !Array.isArray(it));
    return Object.fromEntries(
      scalars.map(([name, value]) => {
        const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
        return [name, typeof value === 'string' && /^[=+\-@]/.test(text) ? `'${text}` : text];
      }),
    );
  }

  /** Compares a file with the pages of the list. Returns the number of rows. */
  async function expectSame(path: string, by = acme): Promise<number> {
    const pages = await followed<Body>((it) => by.get(it), withLimit(path));
    const { text } = await csvOf(path, by).expect(200);
    const { rows } = csvRows(text);
    const expected = pages.flatMap((it) => it.items).map(cellsOf);
    expect(rows).toEqual(expected);
    expect(rows.length).toBe(pages[0]?.total);
    return rows.length;
  }

  it.each([
    ['/v1/invoices', MANY + 2],
    ['/v1/invoices?status=paid', 0],
    ['/v1/invoices?order_by=issuing_date:asc&issuing_date_to=2000-01-01', 0],
    ['/v1/fees', 3 * MANY + 7],
    ['/v1/fees?external_customer_id=quoted%20%22cust%22,%20%E6%97%A5%E6%9C%AC', 3 * MANY + 6],
    ['/v1/fees?type=charge', MANY],
    ['/v1/fees?type=one_off', 7],
    ['/v1/fees?billable_metric_code=calls&order_by=created_at:asc', MANY],
    ['/v1/fees?type=add_on&billable_metric_code=calls', 0],
    ['/v1/fees?subscription_id=0199a3c4-5b7e-7000-8000-000000000001', 0],
    ['/v1/payments', 2],
    ['/v1/payments?provider=manual&order_by=created_at:asc', 2],
    ['/v1/credit_notes', 2],
    ['/v1/credit_notes?status=draft', 1],
  ])('%s has the rows of the JSON list in its order', async (path, count) => {
    expect(await expectSame(path)).toBe(count);
  });

  it.each([
    ['/v1/fees', 6],
    ['/v1/payments', 1],
    ['/v1/credit_notes', 1],
  ])('%s has the rows of an invoice', async (path, count) => {
    expect(await expectSame(`${path}?invoice_id=${invoiceId}`)).toBe(count);
    expect(await expectSame(`${path}?invoice_id=${invoiceId}&customer_id=${customerId}`)).toBe(count);
  });

  it('text that looks like a formula is quoted as text, and numbers are not', async () => {
    const { text } = await csvOf(`/v1/fees?invoice_id=${invoiceId}`).expect(200);
    const [, first = ''] = text.split('\r\n');
    expect(first).toContain(`,one_off,"'=cmd|' /C calc'!A0",1.5,C62,9.99,1499,0,1499,9.9933333333,0,O,0,,`);
    expect(csvRows(text).rows.map((it) => it.description)).toEqual([
      "'=cmd|' /C calc'!A0",
      'say "hi",\nŁódź',
      '日本',
      "'-5",
      "'+1",
      "'@SUM(A1)",
    ]);
  });

  it('skip, limit and cursors are ignored, even if they are invalid', async () => {
    const { text } = await csvOf('/v1/payments').expect(200);
    for (const query of ['limit=1', 'skip=1', 'after=x&before=y&skip=-1&limit=many', 'limit=1&limit=2'])
      expect((await csvOf(`/v1/payments?${query}`).expect(200)).text).toBe(text);
  });

  it.each(['invoices', 'fees', 'payments', 'credit_notes'])(
    'an empty list of %s has a header row, like HEAD has the headers',
    async (name) => {
      const response = await csvOf(`/v1/${name}`, empty).expect(200);
      const [header] = (await csvOf(`/v1/${name}`).expect(200)).text.split('\r\n');
      expect(response.text).toBe(`${header}\r\n`);
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}.csv"`,
        'cache-control': 'no-store',
        vary: 'Accept',
      };
      expect(response.headers).toMatchObject(headers);
      const { rawKey } = acme;
      const head = await app.request
        .head(`/v1/${name}`)
        .set({ Accept: CSV, Authorization: `Bearer ${rawKey}` });
      expect([head.status, head.text]).toEqual([200, undefined]);
      expect(head.headers).toMatchObject(headers);
    },
  );

  it('without text/csv in Accept, lists are JSON', async () => {
    const accepts = [
      '*/*',
      'text/*',
      'text/html, */*;q=0.1',
      'application/json',
      'application/pdf',
      'text/csv;q=0',
    ];
    for (const path of ['/v1/invoices', '/v1/fees', '/v1/payments', '/v1/credit_notes']) {
      const json = await acme.get(`${path}?limit=1`).expect(200);
      expect(json.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        vary: 'Accept',
      });
      for (const accept of accepts) {
        const response = await acme.get(`${path}?limit=1`).set('Accept', accept).expect(200);
        expect([response.type, response.body]).toEqual(['application/json', json.body]);
      }
    }
    // Other routes have no CSV.
    expect((await csvOf('/v1/customers').expect(200)).type).toBe('application/json');
    expect((await csvOf(`/v1/invoices/${invoiceId}`).expect(200)).type).toBe('application/json');
  });

  it('errors before the first row are problems', async () => {
    await problemOf(csvOf('/v1/fees?external_customer_id=nobody'), 422, 'validation_failed');
    await problemOf(csvOf('/v1/fees?type=unknown'), 422, 'validation_failed');
    await problemOf(csvOf('/v1/fees?order_by=id'), 422, 'validation_failed');
    await problemOf(app.request.get('/v1/fees').set('Accept', CSV), 401, 'unauthorized');
  });

  it('invoices of other organizations never appear', async () => {
    for (const name of ['invoices', 'fees', 'payments', 'credit_notes']) {
      const path = `/v1/${name}?customer_id=${customerId}`;
      expect(csvRows((await csvOf(path, empty).expect(200)).text).rows).toEqual([]);
    }
  });

  describe('while a file is read', () => {
    const url = () => `${app.url}/v1/fees`;
    const headers = () => ({ Accept: CSV, Authorization: `Bearer ${acme.rawKey}` });
    const service = () => app.app.get(InvoiceFeesService, { strict: false });
    const read: InvoiceFeesService['list'] = (...args) =>
      InvoiceFeesService.prototype.list.apply(service(), args);
    const spyOnList = () => jest.spyOn(service(), 'list');

    it('each page has a deadline of its own', async () => {
      const list = spyOnList();
      const deadlines = new Set<unknown>();
      list.mockImplementation((...args) => {
        deadlines.add(currentDeadline());
        return read(...args);
      });
      await csvOf('/v1/fees').expect(200);
      expect(deadlines.size).toBe(PAGES);
      expect(deadlines).not.toContain(undefined);
    });

    it('a failure cuts the connection', async () => {
      const list = spyOnList();
      list.mockImplementationOnce(read).mockRejectedValueOnce(new Error('The test fails the second page'));
      const response = await fetch(url(), { headers: headers() });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
      expect(list).toHaveBeenCalledTimes(2);
    });

    it('the reading stops when the client disconnects', async () => {
      const list = spyOnList();
      const closed = new Promise<void>((resolve) => {
        app.app
          .getHttpServer()
          .once('request', (_, response: ServerResponse) => response.once('close', resolve));
      });
      list.mockImplementationOnce(read).mockImplementationOnce(async (...args) => {
        const page = await read(...args);
        await closed;
        return page;
      });
      const request = httpGet(url(), { headers: headers() }, (response) => {
        response.once('data', () => response.destroy());
        response.on('error', () => undefined);
      });
      request.on('error', () => undefined);
      await closed;
      // A complete file after it reads its own pages only.
      await csvOf('/v1/fees').expect(200);
      expect(list).toHaveBeenCalledTimes(2 + PAGES);
    });
  });
});
