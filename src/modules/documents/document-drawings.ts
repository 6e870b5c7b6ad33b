import { Injectable } from '@nestjs/common';
import type { DocumentLayout } from './blocks/block';
import { drawHtml } from './blocks/html';
import type { DocumentContent } from './content';
import { DocumentTemplates } from './document-templates';
import { Words } from './words';

/** Draws documents. The same content and template always give the same bytes. */
@Injectable()
export class DocumentDrawings {
  constructor(private readonly templates: DocumentTemplates) {}

  /** @throws ExtensionFailedError if the template fails. */
  html(content: DocumentContent, template: string): string {
    return drawHtml(this.layoutOf(content, template));
  }

  private layoutOf(content: DocumentContent, template: string): DocumentLayout {
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
