import type { Type } from '@nestjs/common';
import type { DocumentTemplate } from '../../src/modules/documents';
import { aCustomer } from '../support/bills';
import { anInvoice } from '../support/credit-notes';
import { aLine, documentData } from '../support/documents';
import { binary, describeWithPoppler, readPdf } from '../support/pdf';
import { LOCALES } from '../../src/platform/locales/locales';
import { startTestApp, type TestApp } from '../support/test-app';

/** A template as the suite needs it. */
export interface TestedTemplate {
  /** Its module, which registers it with `DOCUMENT_TEMPLATES`. */
  module: Type;
  template: Type<DocumentTemplate>;
  /** Text that all of its invoices show. */
  shows: string;
}

const HOSTILE = '<script>alert(1)</script> & "quotes" {name}';

/** What holds for every template (docs/extending.md#document-templates). */
export function documentTemplateSuite(name: string, tested: TestedTemplate): void {
  const template = new tested.template();

  describe(`documents by ${name}`, () => {
    it.each(LOCALES)('are the same bytes for the same data in %s', async (locale) => {
      const one = await template.render(documentData({ locale }));
      const other = await template.render(documentData({ locale }));
      expect(other.html).toBe(one.html);
      expect(other.pdf.equals(one.pdf)).toBe(true);
    });

    it('say their language, and need nothing from elsewhere', async () => {
      const { html } = await template.render(documentData({ locale: 'fr' }));
      expect(html).toMatch(/<html[^>]* lang="fr"/);
      expect(html).not.toMatch(/(?:src|href)="(?!data:)|url\(|@import/);
    });

    it('show text as text', async () => {
      const { html } = await template.render(documentData({ lines: [aLine({ description: HOSTILE })] }));
      expect(html).not.toContain('<script');
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    });
  });

  describeWithPoppler(`PDFs by ${name}`, () => {
    it('are tagged, embed their fonts and show names of all scripts', async () => {
      const { pdf } = await template.render(documentData());
      const { text, info, fonts } = await readPdf(pdf);
      expect(info).toMatch(/^Tagged: +yes$/m);
      expect(fonts.filter((it) => !it.isEmbedded)).toEqual([]);
      for (const shown of ['Łódź', '日本株式会社', 'ACM-01FA-007', tested.shows])
        expect(text).toContain(shown);
    });

    it('have room for a thousand lines', async () => {
      const lines = Array.from({ length: 1000 }, (_, index) =>
        aLine({ description: `Line ${index} of many` }),
      );
      const { text } = await readPdf((await template.render(documentData({ lines }))).pdf);
      for (const line of [0, 500, 999]) expect(text).toContain(`Line ${line} of many`);
    }, 60_000);
  });

  describe(`invoices with documents by ${name}`, () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' }, undefined, [tested.module]);
    });
    afterAll(() => app.stop());

    it('keep the document under its name', async () => {
      const organization = await app.anOrganization();
      const invoice = await anInvoice(organization, await aCustomer(organization), [100]);
      const pdf = await organization.get(`/v1/invoices/${invoice.id}/document.pdf`).parse(binary).expect(200);
      expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
      const [row] = await app.database.query<{ template: string }>(
        'SELECT template FROM documents WHERE invoice_id = $1',
        [invoice.id],
      );
      expect(row?.template).toBe(template.name);
      const html = await organization.get(`/v1/invoices/${invoice.id}/document`).expect(200);
      expect(html.text).toContain(tested.shows);
    });
  });
}
