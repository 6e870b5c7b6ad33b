import { createHash } from 'node:crypto';
import { DocumentLinks, DocumentsService } from '../../../src/modules/documents';
import { DocumentsDue } from '../../../src/modules/documents/documents-due';
import { EXAMPLE_LOGO } from '../../../src/modules/documents/logos/logo.dto';
import { Transactions } from '../../../src/platform/database/transactions';
import { aCustomer } from '../../support/bills';
import { aCreditNote, anInvoice, pay } from '../../support/credit-notes';
import { binary, describeWithPoppler, readPdf } from '../../support/pdf';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type CreditNoteBody, type InvoiceBody } from '../../support/wire';

const SELLER = {
  legal_name: 'Acme Łódź sp. z o.o.',
  tax_id: 'PL7251801126',
  address_line1: 'Piotrkowska 1',
  zipcode: '90-001',
  city: 'Łódź',
  country: 'PL',
  legal_text: 'KRS 0000012345',
  locale: 'de',
};
const BUYER = { name: '日本', legal_name: '日本株式会社', tax_ids: ['T1234567890123'], city: '東京' };

async function pdfOf(organization: TestOrganization, path: string): Promise<Buffer> {
  return (await organization.get(`${path}/document.pdf`).parse(binary).expect(200)).body as Buffer;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('documents', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' });
  const org = useOrganization(app);
  const job = useProvider(app, DocumentsDue);

  async function aFinalInvoice(): Promise<InvoiceBody> {
    await org.put('/v1/organizations/current', SELLER).expect(200);
    return anInvoice(org, await aCustomer(org, BUYER), [123_456]);
  }

  it('are HTML, and PDF for Accept: application/pdf or with .pdf', async () => {
    const { id } = await aFinalInvoice();
    const path = `/v1/invoices/${id}`;
    const html = await org.get(`${path}/document`).expect('Content-Type', /^text\/html/);
    expect(html.text).toContain('<html lang="de">');
    expect(html.text).toContain('Acme Łódź sp. z o.o.');
    const pdf = await org.get(`${path}/document`).set('Accept', 'application/pdf').parse(binary);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect((pdf.body as Buffer).equals(await pdfOf(org, path))).toBe(true);
  });

  it('are rendered by the job once, with the digest on the invoice, and never change', async () => {
    const invoice = await aFinalInvoice();
    expect(invoice.document_sha256).toBeNull();
    await job.run();
    const path = `/v1/invoices/${invoice.id}`;
    const { document_sha256: digest, updated_at } = await bodyOf<InvoiceBody>(org.get(path), 200);
    expect(updated_at).toBe(invoice.updated_at);
    await org.put('/v1/organizations/current', { legal_name: 'Other', locale: 'fr' }).expect(200);
    await org.put(`/v1/customers/${invoice.customer_id}`, { legal_name: 'Other' }).expect(200);
    await pay(app, org, invoice, 123_456);
    expect(sha256(await pdfOf(org, path))).toBe(digest);
    expect((await org.get(`${path}/document`)).text).not.toContain('Other');
    expect(await job.run()).toBe(0);
  });

  it('are the same whether the job or a request renders them, late as that may be', async () => {
    const invoice = await aFinalInvoice();
    await pay(app, org, invoice, 123_456);
    await org.put('/v1/organizations/current', { legal_name: 'Other', locale: 'fr' }).expect(200);
    const bodies = await Promise.all([1, 2, 3].map(() => pdfOf(org, `/v1/invoices/${invoice.id}`)));
    const { document_sha256: digest } = await bodyOf<InvoiceBody>(org.get(`/v1/invoices/${invoice.id}`), 200);
    expect(bodies.map(sha256)).toEqual([digest, digest, digest]);
    expect((await org.get(`/v1/invoices/${invoice.id}/document`)).text).toContain('Acme Łódź');
  });

  it('show the state of now with stamp=current, without changing what is stored', async () => {
    const invoice = await aFinalInvoice();
    const path = `/v1/invoices/${invoice.id}/document`;
    const before = await pdfOf(org, `/v1/invoices/${invoice.id}`);
    expect((await org.get(`${path}?stamp=current`)).text).not.toContain('BEZAHLT');
    await pay(app, org, invoice, 123_456);
    expect((await org.get(`${path}?stamp=current`)).text).toContain('BEZAHLT');
    expect((await org.get(path)).text).not.toContain('BEZAHLT');
    const other = await anInvoice(org, { id: invoice.customer_id }, [100]);
    await org.post(`/v1/invoices/${other.id}/void`).expect(200);
    expect((await org.get(`/v1/invoices/${other.id}/document?stamp=current`)).text).toContain('STORNIERT');
    expect((await pdfOf(org, `/v1/invoices/${invoice.id}`)).equals(before)).toBe(true);
    const problem = await problemOf(org.get(`${path}?stamp=paid`), 422, 'validation_failed');
    expect(problem.errors?.map((it) => it.field)).toEqual(['stamp']);
  });

  it('of credit notes name their invoice, and are fixed as well', async () => {
    const invoice = await aFinalInvoice();
    const note = await aCreditNote(org, invoice, [1000], { credit_amount_cents: 1000 });
    const pdf = await pdfOf(org, `/v1/credit_notes/${note.id}`);
    const after = await bodyOf<CreditNoteBody>(org.get(`/v1/credit_notes/${note.id}`), 200);
    expect(after.document_sha256).toBe(sha256(pdf));
    const { text } = await org.get(`/v1/credit_notes/${note.id}/document`).expect(200);
    for (const shown of ['Gutschrift', note.number ?? '', invoice.number ?? '', 'Sonstiges']) {
      expect(text).toContain(shown);
    }
  });

  it('of drafts are marked and have no number', async () => {
    const invoice = await aFinalInvoice();
    const note = await aCreditNote(org, invoice, [1000], { finalize: false, credit_amount_cents: 1000 });
    const { text } = await org.get(`/v1/credit_notes/${note.id}/document`).expect(200);
    expect(text).toContain('ENTWURF');
    expect(text).not.toContain(note.number);
    await problemOf(org.post(`/v1/credit_notes/${note.id}/document_link`, {}), 400, 'invalid_state');
  });

  it('of unknown invoices, and of those of other organizations, are 404', async () => {
    const invoice = await aFinalInvoice();
    const stranger = await app.anOrganization();
    for (const path of ['document', 'document.pdf', 'document?stamp=current']) {
      await problemOf(stranger.get(`/v1/invoices/${invoice.id}/${path}`), 404, 'not_found');
    }
    await problemOf(stranger.post(`/v1/invoices/${invoice.id}/document_link`, {}), 404, 'not_found');
  });

  it('freeze their logo', async () => {
    await org.put('/v1/organizations/current/logo', { content: EXAMPLE_LOGO }).expect(200);
    const invoice = await aFinalInvoice();
    const path = `/v1/invoices/${invoice.id}/document`;
    await org.delete('/v1/organizations/current/logo').expect(204);
    expect((await org.get(path)).text).toContain(`src="data:image/png;base64,${EXAMPLE_LOGO}"`);
    expect((await org.get(path)).text).toContain(`src="data:image/png;base64,${EXAMPLE_LOGO}"`);
    const later = await anInvoice(org, { id: invoice.customer_id }, [100]);
    expect((await org.get(`/v1/invoices/${later.id}/document`)).text).not.toContain('<img');
  });

  it('are available to other modules with their name and digest', async () => {
    const invoice = await aFinalInvoice();
    const of = { type: 'invoice' as const, id: invoice.id };
    const pdf = await app.app.get(DocumentsService, { strict: false }).pdf(org.id, of);
    expect(pdf.filename).toBe(`${invoice.number ?? ''}.pdf`);
    expect(pdf.sha256).toBe(sha256(pdf.content));
    const links = app.app.get(DocumentLinks, { strict: false });
    const link = await app.app
      .get(Transactions)
      .runFor(org.id, (tx) => links.create(tx, org.id, of, 3600, app.url));
    await app.request.get(new URL(link.url).pathname).expect(200);
  });
});

describe('documents of what became final before there were documents', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' });
  const org = useOrganization(app);

  it('freeze what is true when somebody first asks for them', async () => {
    const invoice = await anInvoice(org, await aCustomer(org), [100]);
    await app.database.query('DELETE FROM documents WHERE invoice_id = $1', [invoice.id]);
    await org.put('/v1/organizations/current', { legal_name: 'First' }).expect(200);
    const path = `/v1/invoices/${invoice.id}/document`;
    expect((await org.get(path)).text).toContain('First');
    await org.put('/v1/organizations/current', { legal_name: 'Second' }).expect(200);
    expect((await org.get(path)).text).toContain('First');
  });
});

describe('documents rendered on demand', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'on_demand' });
  const org = useOrganization(app);

  it('are rendered by the first request, and by no job', async () => {
    const invoice = await anInvoice(org, await aCustomer(org), [100]);
    expect(await app.app.get(DocumentsDue, { strict: false }).run()).toBe(0);
    const path = `/v1/invoices/${invoice.id}`;
    expect((await bodyOf<InvoiceBody>(org.get(path))).document_sha256).toBeNull();
    const pdf = await pdfOf(org, path);
    expect((await bodyOf<InvoiceBody>(org.get(path))).document_sha256).toBe(sha256(pdf));
  });
});

describe('documents of a suspended organization', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' });
  const org = useOrganization(app);

  it('can be read, and are rendered by the job only after the suspension', async () => {
    const [one, other] = [
      await anInvoice(org, await aCustomer(org), [100]),
      await anInvoice(org, await aCustomer(org), [100]),
    ];
    const job = app.app.get(DocumentsDue, { strict: false });
    const setStatus = (status: string) =>
      app.database.query('UPDATE organizations SET status = $2 WHERE id = $1', [org.id, status]);
    await setStatus('suspended');
    expect(await job.run()).toBe(0);
    await org.get(`/v1/invoices/${one.id}/document`).expect(200);
    await problemOf(org.post(`/v1/invoices/${one.id}/document_link`, {}), 403, 'organization_suspended');
    await setStatus('active');
    expect(await job.run()).toBe(1);
    expect((await bodyOf<InvoiceBody>(org.get(`/v1/invoices/${other.id}`))).document_sha256).not.toBeNull();
  });
});

describe('locales', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' });
  const org = useOrganization(app);

  it('that are unknown are refused with 422, by field', async () => {
    const requests = [
      org.put('/v1/organizations/current', { locale: 'xx' }),
      org.post('/v1/customers', { external_id: 'c', locale: 'DE' }),
    ];
    for (const request of requests) {
      const problem = await problemOf(request, 422, 'validation_failed');
      expect(problem.errors).toEqual([
        { field: 'locale', code: 'unknown_locale', message: 'locale must be one of: de, en, es, fr.' },
      ]);
    }
  });

  it.each(['de', 'en', 'es', 'fr'])('include %s, for a customer as well', async (locale) => {
    const invoice = await anInvoice(org, await aCustomer(org, { locale }), [100]);
    const { text } = await org.get(`/v1/invoices/${invoice.id}/document`).expect(200);
    expect(text).toContain(`<html lang="${locale}">`);
  });
});

describeWithPoppler('the PDF of an invoice', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' });
  const org = useOrganization(app);

  it('says what the invoice says', async () => {
    await org.put('/v1/organizations/current', SELLER).expect(200);
    const invoice = await anInvoice(org, await aCustomer(org, BUYER), [123_456, 99]);
    const pdf = await pdfOf(org, `/v1/invoices/${invoice.id}`);
    const { text, fonts, info, structure } = await readPdf(pdf);
    const shown = [
      ...['Acme Łódź sp. z o.o.', 'Piotrkowska 1', '90-001 Łódź', 'PL7251801126', 'KRS 0000012345'],
      ...['日本株式会社', '東京', 'T1234567890123'],
      ...[invoice.number ?? '', 'Fee 0', 'Fee 1', '1.234,56 EUR', '0,99 EUR', '1.235,55 EUR'],
    ];
    for (const it of shown) expect(text.replaceAll('\u00A0', ' ')).toContain(it);
    expect(fonts.every((it) => it.isEmbedded && it.isSubset)).toBe(true);
    expect(info).toMatch(/^Tagged: +yes$/m);
    expect(pdf.toString('latin1')).toMatch(/\/Lang \(de(?:-DE)?\)/);
    expect(structure).toMatch(/^Document\n +H1/m);
    expect(structure).toMatch(/TH:\n +\/Scope \/Column/);
  });
});
