import { aCustomer } from '../../support/bills';
import { anInvoice, pay } from '../../support/credit-notes';
import { binary } from '../../support/pdf';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type InvoiceBody } from '../../support/wire';

interface Link {
  url: string;
  expires_at: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

describe('links to documents', () => {
  const app = useTestApp({ ROLE: 'api' });
  const org = useOrganization(app);

  const link = (invoice: InvoiceBody, body: object = {}): Promise<Link> =>
    bodyOf<Link>(org.post(`/v1/invoices/${invoice.id}/document_link`, body), 201);
  const aFinalInvoice = async (): Promise<InvoiceBody> => anInvoice(org, await aCustomer(org), [100]);
  const pathOf = ({ url }: Link): string => new URL(url).pathname;

  it('open without a key, as HTML and as PDF, sandboxed and not indexed', async () => {
    const created = await link(await aFinalInvoice());
    const html = await app.request.get(pathOf(created)).expect(200);
    expect(html.headers['content-type']).toMatch(/^text\/html/);
    const pdf = await app.request
      .get(`${pathOf(created)}/document.pdf`)
      .parse(binary)
      .expect(200);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    for (const { headers } of [html, pdf]) {
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(headers['x-robots-tag']).toContain('noindex');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('expire after the seconds of the request, in 30 days without it', async () => {
    const invoice = await aFinalInvoice();
    const left = ({ expires_at }: Link): number => Date.parse(expires_at) - Date.now();
    expect(left(await link(invoice, { expires_in: 3600 }))).toBeLessThanOrEqual(3_600_000);
    expect(left(await link(invoice))).toBeGreaterThan(29 * DAY_MS);
    for (const expires_in of [0, 59, 366 * 86_400 + 1, '3600', 1.5]) {
      const refused = org.post(`/v1/invoices/${invoice.id}/document_link`, { expires_in });
      const problem = await problemOf(refused, 422, 'validation_failed');
      expect(problem.errors?.[0]?.field).toBe('expires_in');
    }
  });

  it('answer 410 once they have expired', async () => {
    const created = await link(await aFinalInvoice());
    await app.database.query(
      `UPDATE document_links SET expires_at = now() - interval '1 second' WHERE organization_id = $1`,
      [org.id],
    );
    await problemOf(app.request.get(pathOf(created)), 410, 'link_expired');
    await problemOf(app.request.get(`${pathOf(created)}/document.pdf`), 410, 'link_expired');
  });

  it('answer 404 when any character is altered', async () => {
    const path = pathOf(await link(await aFinalInvoice()));
    const start = path.lastIndexOf('/') + 1;
    for (const at of [0, 10, 21, 22, 40, 63]) {
      const index = start + at;
      const altered = path.slice(0, index) + (path[index] === 'A' ? 'B' : 'A') + path.slice(index + 1);
      await problemOf(app.request.get(altered), 404, 'not_found');
    }
    for (const altered of [`${path}A`, path.slice(0, -1), '/v1/documents/x', '/v1/documents/%00']) {
      await problemOf(app.request.get(altered), 404, 'not_found');
    }
  });

  it('are stored as hashes', async () => {
    const token =
      pathOf(await link(await aFinalInvoice()))
        .split('/')
        .at(-1) ?? '';
    const rows = await app.database.query<{ row: string }>('SELECT t::text AS row FROM document_links AS t');
    expect(rows.filter((it) => it.row.includes(token))).toEqual([]);
  });

  it('end when the customer is erased', async () => {
    const invoice = await aFinalInvoice();
    const created = await link(invoice);
    await pay(app, org, invoice, 100);
    await org.post(`/v1/customers/${invoice.customer_id}/erase`).expect(200);
    await problemOf(app.request.get(pathOf(created)), 404, 'not_found');
    await org.get(`/v1/invoices/${invoice.id}/document`).expect(200);
  });

  it('end when the organization is being deleted', async () => {
    const created = await link(await aFinalInvoice());
    await app.database.query(`UPDATE organizations SET status = 'deleting' WHERE id = $1`, [org.id]);
    await problemOf(app.request.get(pathOf(created)), 404, 'not_found');
  });

  it('need the scope to write invoices', async () => {
    const invoice = await aFinalInvoice();
    const body = { name: 'Reader', preset: 'read_only' };
    const key = await bodyOf<{ raw_key: string }>(org.post('/v1/organizations/current/api_keys', body), 201);
    const path = `/v1/invoices/${invoice.id}`;
    const by = (request: ReturnType<typeof app.request.get>) => request.auth(key.raw_key, { type: 'bearer' });
    await by(app.request.get(`${path}/document`)).expect(200);
    await problemOf(by(app.request.post(`${path}/document_link`)).send({}), 403, 'insufficient_scope');
  });
});

describe('links to documents with PUBLIC_URL', () => {
  const app = useTestApp({ ROLE: 'api', PUBLIC_URL: 'https://billing.example.com/' });
  const org = useOrganization(app);

  it('begin with it', async () => {
    const invoice = await anInvoice(org, await aCustomer(org), [100]);
    const { url } = await bodyOf<Link>(org.post(`/v1/invoices/${invoice.id}/document_link`, {}), 201);
    expect(url).toMatch(/^https:\/\/billing\.example\.com\/v1\/documents\/[\w-]{64}$/);
  });
});
