import { Injectable, Module } from '@nestjs/common';
import {
  DOCUMENT_TEMPLATES,
  DocumentsModule,
  StandardTemplate,
  type DocumentTemplate,
  type RenderedDocument,
} from '../../src/modules/documents';
import { DocumentsDue } from '../../src/modules/documents/documents-due';
import { extend } from '../../src/platform/extensions';
import { aCustomer } from '../support/bills';
import { anInvoice } from '../support/credit-notes';
import { useOrganization, useProvider, useTestApp } from '../support/use-test-app';
import { problemOf } from '../support/wire';
import { documentTemplateSuite } from './document-template.suite';

documentTemplateSuite('the standard template', {
  module: DocumentsModule,
  template: StandardTemplate,
  shows: 'Subtotal',
});

const SOUND: RenderedDocument = { html: '<!doctype html><p>Sound</p>', pdf: Buffer.from('%PDF-1.7 sound') };
const PAGE = '<!doctype html>';

@Injectable()
class HostileTemplate implements DocumentTemplate {
  readonly name = 'hostile';
  how: keyof typeof MISCONDUCT | null = null;

  render(): RenderedDocument | Promise<RenderedDocument> {
    return this.how === null ? SOUND : MISCONDUCT[this.how]();
  }
}

const returned = (value: unknown) => (): RenderedDocument => value as RenderedDocument;
const MISCONDUCT = {
  throws: (): never => {
    throw new Error('out of ink');
  },
  'returns nothing': returned(undefined),
  'returns no page': returned({ ...SOUND, html: '<p>Half a page</p>' }),
  'returns a page with NUL': returned({ ...SOUND, html: `${PAGE}\0` }),
  'returns no PDF': returned({ ...SOUND, pdf: Buffer.from('PNG') }),
  'returns a PDF as text': returned({ ...SOUND, pdf: '%PDF-1.7' }),
  'returns too much': returned({ ...SOUND, html: PAGE + ' '.repeat(10 * 1024 * 1024) }),
};

@Module({ providers: [HostileTemplate, extend(DOCUMENT_TEMPLATES, HostileTemplate)] })
class HostileModule {}

describe('documents by a hostile template', () => {
  const app = useTestApp({ ROLE: 'api', DOCUMENT_RENDERING: 'queue' }, HostileModule);
  const org = useOrganization(app);
  const template = useProvider(app, HostileTemplate);
  const job = useProvider(app, DocumentsDue);

  it.each(Object.keys(MISCONDUCT) as (keyof typeof MISCONDUCT)[])(
    'fail alone when it %s, and come once it does not',
    async (how) => {
      const customer = await aCustomer(org);
      template.how = how;
      const invoice = await anInvoice(org, customer, [100]);
      await problemOf(org.get(`/v1/invoices/${invoice.id}/document`), 500, 'internal_error');
      await job.run();
      const failures = await app.database.query<{ error: string }>(
        `SELECT error FROM job_failures WHERE organization_id = $1 AND queue = 'documents'`,
        [org.id],
      );
      expect(failures.map((it) => it.error)).toEqual([
        expect.stringContaining('The extension HostileTemplate of "document templates" failed'),
      ]);
      template.how = null;
      const document = await org.get(`/v1/invoices/${invoice.id}/document`).expect(200);
      expect(document.text).toBe(SOUND.html);
    },
  );
});
