import { Injectable } from '@nestjs/common';
import { extensionPoint } from '../../../platform/extensions';
import type { DocumentData, RenderedDocument } from '../document-data';
import { documentView } from './document-view';
import { documentHtml } from './html';
import { documentPdf } from './pdf/document-pdf';

/** Renders the documents of invoices and credit notes (docs/extending.md#document-templates). */
export interface DocumentTemplate {
  /** Documents freeze the name, and are rendered by the template of that name. */
  readonly name: string;
  /** Returns the document as HTML and as PDF: the same bytes for the same data, without looking anything up. */
  render(data: DocumentData): RenderedDocument | Promise<RenderedDocument>;
}

/** Documents that become final get the template with the lowest `order`; the service's own has 1000. */
export const DOCUMENT_TEMPLATES = extensionPoint<DocumentTemplate>('document templates');

/** The order of the service's own template: one without an order comes before it. */
export const STANDARD_ORDER = 1000;

/** The service's own template. */
@Injectable()
export class StandardTemplate implements DocumentTemplate {
  readonly name = 'standard';

  async render(data: DocumentData): Promise<RenderedDocument> {
    const view = documentView(data);
    return { html: documentHtml(view), pdf: await documentPdf(view) };
  }
}
