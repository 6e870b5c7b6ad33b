import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DocumentLayout } from './blocks/block';
import { drawHtml } from './blocks/html';
import type { DrawableDocument } from './document-source';
import { DocumentTemplates } from './document-templates';
import { PdfWorker } from './pdf/pdf-worker';
import type { DrawnDocument } from './stored-documents.repository';
import { Words } from './words';

/** Draws documents. The same content and template give the same bytes. */
@Injectable()
export class DocumentDrawings {
  constructor(
    private readonly templates: DocumentTemplates,
    private readonly worker: PdfWorker,
  ) {}

  /** @throws ExtensionFailedError if the template fails. */
  html(document: DrawableDocument): string {
    return drawHtml(this.layoutOf(document));
  }

  /** @throws ExtensionFailedError if the template fails. */
  pdf(document: DrawableDocument): Promise<Buffer> {
    return this.worker.draw(this.layoutOf(document));
  }

  /** Draws both forms. @throws ExtensionFailedError if the template fails. */
  async both(document: DrawableDocument): Promise<DrawnDocument> {
    const layout = this.layoutOf(document);
    const pdf = await this.worker.draw(layout);
    return { html: drawHtml(layout), pdf, sha256: createHash('sha256').update(pdf).digest('hex') };
  }

  private layoutOf({ content, template }: DrawableDocument): DocumentLayout {
    const { kind, number, locale, currency, seller, fixedAt } = content;
    const words = new Words(locale, currency);
    const title = `${words.text(kind)} ${number ?? words.text('draft')}`;
    return {
      title,
      language: locale,
      accentColor: seller.accentColor,
      blocks: this.templates.blocksOf(template, content, words),
      footer: [seller.name, title].filter((it) => it !== null).join(' · '),
      labels: { page: words.text('page', { page: '{page}', pages: '{pages}' }) },
      fixedAt,
    };
  }
}
