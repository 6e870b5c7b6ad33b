import { Injectable } from '@nestjs/common';
import { Extensions } from '../../platform/extensions';
import type { DocumentKind } from './content';
import { DocumentDrawings } from './document-drawings';
import { DOCUMENT_SOURCES, type DocumentSource, type DocumentView } from './document-source';

/** A record that is a document. */
export interface DocumentKey {
  organizationId: string;
  kind: DocumentKind;
  id: string;
}

/** Implements docs/billing-rules.md#documents. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly extensions: Extensions,
    private readonly drawings: DocumentDrawings,
  ) {}

  /** Returns a document as a page. @throws NotFoundError */
  async html({ organizationId, kind, id }: DocumentKey, view: DocumentView): Promise<string> {
    const { content, template } = await this.sourceOf(kind).find(organizationId, id, view);
    return this.drawings.html(content, template);
  }

  private sourceOf(kind: DocumentKind): DocumentSource {
    const source = this.extensions.of(DOCUMENT_SOURCES).find((it) => it.kind === kind);
    if (source === undefined) throw new Error(`No module has documents of the kind ${kind}`);
    return source;
  }
}
