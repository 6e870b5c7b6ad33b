import { request } from 'node:http';
import type { Response } from 'supertest';
import { aCreditNote, aCustomer, anInvoice, aPaymentByHand } from '../../support/builders';
import { findRow, otherValues } from '../../support/copy-row';
import { eventually } from '../../support/eventually';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { listOf, wrongFieldsOf, type CustomerBody, type InvoiceBody } from '../../support/wire';

const ROWS = 2500;
const PATHS = ['/v1/invoices', '/v1/fees', '/v1/payments', '/v1/credit_notes'];
const TABLES = ['invoices', 'invoice_fees', 'payments', 'credit_notes'];
const NASTY = '=HYPERLINK("http://x"), "Müller"\nand sons';

jest.setTimeout(120_000);

/** A small parser of RFC 4180, independent of the code that writes. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

const cellOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('"', '');
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
};

/** Columns that are not fields of the response themselves. */
const DERIVED: Record<string, (row: InvoiceBody) => unknown> = {
  customer_name: (row) => row.buyer?.name,
  billing_period_from: (row) => row.billing_period?.from,
  billing_period_to: (row) => row.billing_period?.to,
};

describe('lists as CSV', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app);
  let customer: CustomerBody;

  const csv = (path: string, of: TestOrganization = organization) => of.get(path).set('Accept', 'text/csv');

  async function pageAt(url: string): Promise<{ body: Record<string, unknown>[]; link: string | null }> {
    const response: Response = await organization.get(url).expect(200);
    const { headers } = response;
    const link = /<([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1] ?? null;
    return { body: response.body as Record<string, unknown>[], link };
  }

  /** All rows of a list in JSON, by its cursors. */
  async function allOf(path: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=1000`;
    for (let url: string | null = first; url !== null;) {
      const { body, link } = await pageAt(url);
      rows.push(...body);
      url = link;
    }
    return rows;
  }

  async function expectSame(path: string): Promise<number> {
    const rows = await allOf(path);
    const response = await csv(path).expect(200);
    const [names = [], ...records] = parse(response.text);
    const expected = rows.map((row) =>
      names.map((name) =>
        cellOf(name in DERIVED ? DERIVED[name]?.(row as unknown as InvoiceBody) : row[name]),
      ),
    );
    expect(records).toEqual(expected);
    const [row = Object.fromEntries(names.map((it) => [it, '']))] = rows;
    for (const name of names) expect([name, name in DERIVED || name in row]).toEqual([name, true]);
    return records.length;
  }

  /** Inserts copies of a row with other ids, times and values of its unique columns. */
  async function copyRows(id: string, table: string): Promise<void> {
    const { distinct } = await findRow(app.database, id, table);
    const changes = [
      "'id', gen_random_uuid()",
      "'created_at', now() + nth % 7 * interval '1 s'",
      ...otherValues(distinct, 'nth'),
    ];
    await app.database.query('BEGIN');
    await app.database.query('SET LOCAL session_replication_role = replica');
    await app.database.query(
      `INSERT INTO ${table}
       SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(source) || jsonb_build_object(${changes.join(', ')}))).*
         FROM ${table} AS source, generate_series(1001, ${1000 + ROWS}) AS nth WHERE id = $1`,
      [id],
    );
    await app.database.query('COMMIT');
  }

  /** One row of each list, and copies of it. */
  beforeAll(async () => {
    customer = await aCustomer(organization, { name: NASTY });
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [5000] });
    await aPaymentByHand(organization, { invoice_id: invoice.id }, 1);
    await aCreditNote(organization, invoice, { amounts: [1], description: NASTY });
    for (const [index, path] of PATHS.entries()) {
      const [row] = (await listOf<{ id: string }>(organization.get(path))).items;
      await copyRows(row?.id ?? '', TABLES[index] ?? '');
    }
  });

  it.each(PATHS)('%s has all rows of the JSON list, in its order', async (path) => {
    expect(await expectSame(path)).toBe(ROWS + 1);
  });

  it.each([
    '/v1/invoices?status=finalized&order_by=created_at',
    '/v1/invoices?status=draft',
    '/v1/invoices?search=%3DHYPER',
    '/v1/payments?status=succeeded&order_by=created_at:asc',
    '/v1/fees?issuing_date_from=2020-01-01&order_by=created_at',
  ])('%s has the rows of its filters and order', async (path) => {
    await expectSame(path);
  });

  it('names the file, varies by Accept and is JSON for everybody else', async () => {
    const response = await csv('/v1/payments?status=failed').expect(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="payments.csv"');
    expect(response.headers.vary).toContain('Accept');
    expect(parse(response.text)).toHaveLength(1); // the header row alone
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5']) {
      const json = await organization.get('/v1/payments?limit=1').set('Accept', accept).expect(200);
      expect(json.headers['content-type']).toContain('application/json');
    }
  });

  it('neutralizes formulas', async () => {
    const { text } = await csv(`/v1/credit_notes?customer_id=${customer.id}`).expect(200);
    expect(text).toContain(`"'=HYPERLINK(""http://x""), ""Müller""\nand sons"`);
  });

  it('refuses what chooses a page, and bad filters, with a problem', async () => {
    for (const field of ['limit', 'skip']) {
      expect(await wrongFieldsOf(csv(`/v1/invoices?${field}=5`))).toEqual([field]);
    }
    expect(await wrongFieldsOf(csv('/v1/invoices?status=odd'))).toEqual(['status']);
    await csv('/v1/invoices').set('Authorization', 'Bearer nothing').expect(401);
  });

  it('shows another organization only its own rows', async () => {
    const stranger = await app.anOrganization();
    for (const path of PATHS) expect(parse((await csv(path, stranger).expect(200)).text)).toHaveLength(1);
  });

  it('stops reading when the client disconnects', async () => {
    const statements = async (): Promise<number> => {
      const [row] = await app.database.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      return Number(row?.count);
    };
    const received = await new Promise<number>((resolve, reject) => {
      const client = request(`${app.url}/v1/fees`, {
        headers: { accept: 'text/csv', authorization: `Bearer ${organization.rawKey}` },
      });
      client.once('error', reject);
      client.once('response', (response) => {
        response.once('data', (chunk: Buffer) => {
          client.off('error', reject).on('error', () => undefined); // its own end
          response.on('error', () => undefined);
          client.destroy();
          resolve(chunk.length);
        });
      });
      client.end();
    });
    expect(received).toBeGreaterThan(0);
    await eventually(async () => ((await statements()) === 0 ? true : null));
    // The organization has all of its units again.
    await Promise.all(Array.from({ length: 8 }, () => organization.get('/v1/fees?limit=1').expect(200)));
  });
});
