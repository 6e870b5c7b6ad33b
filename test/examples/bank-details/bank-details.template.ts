import { Injectable } from '@nestjs/common';
import { documentHtml, documentPdf, documentView } from '../../../src/modules/documents';
import type { DocumentData, DocumentTemplate, RenderedDocument } from '../../../src/modules/documents';

const PAY_TO = 'Acme Bank, IBAN DE02 1203 0000 0000 2020 51';

/** The standard document, with a note that says where to pay an invoice. */
@Injectable()
export class BankDetailsTemplate implements DocumentTemplate {
  readonly name = 'bank_details';

  async render(data: DocumentData): Promise<RenderedDocument> {
    const view = documentView(data);
    const paragraphs = data.type === 'invoice' ? [PAY_TO, ...view.notes.paragraphs] : view.notes.paragraphs;
    const withBank = { ...view, notes: { ...view.notes, paragraphs } };
    return { html: documentHtml(withBank), pdf: await documentPdf(withBank) };
  }
}
