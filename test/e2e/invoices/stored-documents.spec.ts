import { createHash } from 'node:crypto';
import type { Test } from 'supertest';
import { HostileTemplateModule } from '../../conformance/document-template.suite';
import { eventsOf } from '../../support/bills';
import { aCustomer, anInvoice } from '../../support/builders';
import { eventually } from '../../support/eventually';
import type { InvoiceBody } from '../../support/invoice-wire';
import { RGBA_PNG } from '../../support/pdf/images';
import { readPdfs, tagsOf, textOf, type ReadPdf } from '../../support/pdf/read-pdf';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf } from '../../support/wire';

const CURRENT = '/v1/organizations/current';
const NAMES = ['Łódź Sp. z o.o.', '日本株式会社', 'Україна', 'Ελλάς', 'שלום', 'مرحبا', '한국어'];

type StoredInvoice = InvoiceBody & { document_sha256: string | null };

describe('stored documents', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', DOCUMENT_DRAWING: 'on' }, HostileTemplateModule);
  const organization = useOrganization(app, { legal_name: 'Acme & Söhne', locale: 'de' });

  const aSentInvoice = async (customer: object = { name: '日本' }): Promise<InvoiceBody> => {
    const { id: customer_id } = await aCustomer(organization, { ...customer, currency: 'EUR' });
    const fees = [{ description: 'Beratung', units: '3', unit_amount_cents: 33_333 }];
    return anInvoice(organization, { customer_id, fees });
  };
  const read = (id: string): Promise<StoredInvoice> => bodyOf(organization.get(`/v1/invoices/${id}`));
  const drawn = (id: string): Promise<StoredInvoice> =>
    eventually(async () => {
      const invoice = await read(id);
      return invoice.document_sha256 === null ? null : invoice;
    });
  const pdfOf = async (test: Test): Promise<Buffer> => {
    const response = await test.expect(200);
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf' });
    return response.body as Buffer;
  };
  const invoicePdf = (id: string, query = ''): Promise<Buffer> =>
    pdfOf(organization.get(`/v1/invoices/${id}/document.pdf${query}`));
  const textIn = (pdf: ReadPdf | undefined): string =>
    (pdf?.pages ?? [])
      .map((it) => textOf(it.tree))
      .join(' ')
      .replaceAll(/\s+/gu, ' ');

  it('are drawn once after the finalization, with their digest and without an event', async () => {
    const { id, number, updated_at } = await aSentInvoice();
    const invoice = await drawn(id);
    expect(invoice.updated_at).toBe(updated_at);
    const pdf = await invoicePdf(id);
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(invoice.document_sha256);
    expect(await eventsOf(app, id)).toEqual(['invoice.created', 'invoice.finalized']);
    const page = await organization.get(`/v1/invoices/${id}/document`).expect(200);
    await organization
      .put(CURRENT, { legal_name: 'Other', accent_color: '#00ff00', locale: 'fr' })
      .expect(200);
    expect(await invoicePdf(id)).toEqual(pdf);
    const accepted = organization.get(`/v1/invoices/${id}/document`).set('Accept', 'application/pdf');
    expect(await pdfOf(accepted)).toEqual(pdf);
    expect((await organization.get(`/v1/invoices/${id}/document`).expect(200)).text).toBe(page.text);
    const [file] = readPdfs([pdf]);
    expect(file).toMatchObject({ title: `Rechnung ${number ?? ''}`, language: 'de', marked: true });
    const text = textIn(file);
    for (const it of [number ?? '', 'Acme & Söhne', '日本', 'Beratung', '999,99 €', 'Seite 1 von 1']) {
      expect(`${text} ${file?.pages[0]?.artifacts ?? ''}`.replaceAll(/\s+/gu, ' ')).toContain(it);
    }
    const tree = file?.pages[0]?.tree ?? null;
    expect(tagsOf(tree, 'H1').map(textOf)).toEqual([`Rechnung ${number ?? ''}`]);
    expect(tagsOf(tree, 'Table')).toHaveLength(3);
  });

  it('of credit notes are stored as well', async () => {
    const invoice = await aSentInvoice();
    const items = [{ fee_id: invoice.fees[0]?.id, amount_cents: 100 }];
    const body = { invoice_id: invoice.id, reason: 'other', items, finalize: true };
    const { id } = await bodyOf<{ id: string }>(organization.post('/v1/credit_notes', body), 201);
    const pdf = await pdfOf(organization.get(`/v1/credit_notes/${id}/document.pdf`));
    const digest = createHash('sha256').update(pdf).digest('hex');
    expect(await bodyOf(organization.get(`/v1/credit_notes/${id}`))).toMatchObject({
      document_sha256: digest,
    });
  });

  it('a current PDF and a draft are stamped, and not stored', async () => {
    const invoice = await aSentInvoice();
    const { document_sha256: before } = await drawn(invoice.id);
    const payment = { invoice_id: invoice.id, amount_cents: 99_999, currency: 'EUR' };
    await organization.post('/v1/payments/record', payment).expect(201);
    const items = [{ fee_id: invoice.fees[0]?.id, amount_cents: 100 }];
    const note = { invoice_id: invoice.id, reason: 'other', items };
    const { id } = await bodyOf<{ id: string }>(organization.post('/v1/credit_notes', note), 201);
    const [paid, draft] = readPdfs([
      await invoicePdf(invoice.id, '?stamp=current'),
      await pdfOf(organization.get(`/v1/credit_notes/${id}/document.pdf`)),
    ]);
    expect(textIn(paid)).toContain('BEZAHLT');
    expect(textIn(draft)).toContain('ENTWURF');
    expect((await read(invoice.id)).document_sha256).toBe(before);
    expect(await bodyOf(organization.get(`/v1/credit_notes/${id}`))).toMatchObject({ document_sha256: null });
  });

  it.each(NAMES)('show the name %s', async (name) => {
    const { id } = await aSentInvoice({ legal_name: name });
    expect((await organization.get(`/v1/invoices/${id}/document`).expect(200)).text).toContain(name);
    expect(textIn(readPdfs([await invoicePdf(id)])[0])).toContain(name);
  });

  it('show the logo that was verified', async () => {
    for (const logo of ['not base64!', Buffer.from('%PDF-1.7').toString('base64'), 'A'.repeat(400_000)]) {
      expect(await wrongFieldsOf(organization.put(CURRENT, { logo }))).toEqual(['logo']);
    }
    const sha256 = createHash('sha256').update(RGBA_PNG).digest('hex');
    const logo = RGBA_PNG.toString('base64');
    expect(await bodyOf(organization.put(CURRENT, { logo }))).toMatchObject({ logo_sha256: sha256 });
    const { id } = await aSentInvoice();
    expect(await bodyOf(organization.put(CURRENT, { logo: null }))).toMatchObject({ logo_sha256: null });
    const page = await organization.get(`/v1/invoices/${id}/document`).expect(200);
    expect(page.text).toContain(`<img src="data:image/png;base64,${logo}"`);
    const [file] = readPdfs([await invoicePdf(id)]);
    expect(tagsOf(file?.pages[0]?.tree ?? null, 'Figure').map((it) => it.alt)).toEqual([
      'Logo von Acme & Söhne',
    ]);
  });

  it('a document that cannot be drawn is retried, and others are drawn', async () => {
    await organization.put(CURRENT, { document_template: 'hostile', legal_name: 'throws' }).expect(200);
    const broken = await aSentInvoice();
    await organization.put(CURRENT, { document_template: 'standard' }).expect(200);
    const { document_sha256: digest } = await drawn((await aSentInvoice()).id);
    expect(digest).not.toBeNull();
    const error = await eventually(async () => {
      const [row] = await app.database.query<{ error: string | null }>(
        'SELECT error FROM documents WHERE object_id = $1 AND next_attempt_at > now()',
        [broken.id],
      );
      return row?.error;
    });
    expect(error).toContain('out of ink');
    expect(await read(broken.id)).toMatchObject({ status: 'finalized', document_sha256: null });
  });

  it('a link opens the document without a key until it expires', async () => {
    const { id } = await aSentInvoice();
    const path = `/v1/invoices/${id}/document_link`;
    expect(await wrongFieldsOf(organization.post(path, { expires_in: 59 }))).toEqual(['expires_in']);
    const link = await bodyOf<{ url: string; expires_at: string }>(
      organization.post(path, { expires_in: 3600 }),
      201,
    );
    expect(link.url.startsWith(`${app.url}/documents/`)).toBe(true);
    const token = link.url.slice(app.url.length);
    const { text, headers } = await app.request.get(token).expect(200);
    expect(text).toBe((await organization.get(`/v1/invoices/${id}/document`)).text);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    expect(await pdfOf(app.request.get(`${token}.pdf`))).toEqual(await invoicePdf(id));
    const last = token.endsWith('A') ? 'B' : 'A';
    for (const altered of [
      `${token.slice(0, -1)}${last}`,
      `${token}x`,
      token.replace('v1', 'v2'),
      '/documents/x',
      '/documents/.pdf',
    ]) {
      await problemOf(app.request.get(altered), 404, 'not_found');
    }
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    const later = new Date(Date.parse(now) + 3_600_000).toISOString();
    await organization.put('/v1/test_clock', { now: later }).expect(200);
    const gone = await problemOf(app.request.get(token), 410, 'gone');
    expect(gone.detail).toContain('expired');
  });

  it('a link to a document of another organization cannot be created', async () => {
    const { id } = await aSentInvoice();
    const other = await app.anOrganization();
    await problemOf(other.post(`/v1/invoices/${id}/document_link`, {}), 404, 'not_found');
    await problemOf(other.post(`/v1/credit_notes/${id}/document_link`, {}), 404, 'not_found');
  });
});
