import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { Extensions } from '../../platform/extensions';
import type { DocumentKind } from './content';
import { DocumentDrawings } from './document-drawings';
import type { DocumentKey } from './document-key';
import {
  DOCUMENT_SOURCES,
  type DocumentSource,
  type DocumentView,
  type DrawableDocument,
} from './document-source';
import { StoredDocumentsRepository, type DrawnDocument } from './stored-documents.repository';

/** A document as a file. */
export interface DocumentFile {
  pdf: Buffer;
  /** Name of the file without its ending: the number of the document, or its kind for a draft. */
  name: string;
}

/** Implements docs/billing-rules.md#documents. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly extensions: Extensions,
    private readonly drawings: DocumentDrawings,
    private readonly repository: StoredDocumentsRepository,
  ) {}

  /** Returns a document as a page. @throws NotFoundError */
  async html(key: DocumentKey, view: DocumentView): Promise<string> {
    const stored = await this.storedOf(key, view);
    return stored?.html ?? this.drawings.html(await this.find(key, view));
  }

  /** Returns a document as PDF. @throws NotFoundError */
  async pdf(key: DocumentKey, view: DocumentView): Promise<DocumentFile> {
    const document = await this.find(key, view);
    const { number, kind } = document.content;
    const stored = await this.storedOf(key, view);
    return { pdf: stored?.pdf ?? (await this.drawings.pdf(document)), name: number ?? kind };
  }

  /** Returns what a document shows, and to whom it belongs. @throws NotFoundError */
  find({ organizationId, kind, id }: DocumentKey, view: DocumentView): Promise<DrawableDocument> {
    return this.sourceOf(kind).find(organizationId, id, view);
  }

  /**
   * Draws and stores a queued document. If another process has stored it meanwhile, this is a no-op. Returns the stored
   * document.
   */
  async draw(key: DocumentKey): Promise<DrawnDocument> {
    const drawn = await this.drawings.both(await this.find(key, 'final'));
    return this.transactions.runFor(key.organizationId, async (tx) => {
      const isFirst = await this.repository.save(tx, key, drawn);
      if (isFirst) await this.sourceOf(key.kind).setDigest(tx, key.organizationId, key.id, drawn.sha256);
      return (isFirst ? null : (await this.repository.find(tx, key))?.drawn) ?? drawn;
    });
  }

  /** Returns the kind of documents that an event makes final; null for any other event. */
  kindFinalizedBy(eventKind: string): DocumentKind | null {
    return this.extensions.of(DOCUMENT_SOURCES).find((it) => it.finalizedBy === eventKind)?.kind ?? null;
  }

  /** Returns the stored document, which is drawn now if it has not been; null for one that is not stored. */
  private async storedOf(key: DocumentKey, view: DocumentView): Promise<DrawnDocument | null> {
    if (view === 'current') return null;
    const stored = await this.transactions.readFor(key.organizationId, (tx) => this.repository.find(tx, key));
    return stored === null ? null : (stored.drawn ?? this.draw(key));
  }

  private sourceOf(kind: DocumentKind): DocumentSource {
    const source = this.extensions.of(DOCUMENT_SOURCES).find((it) => it.kind === kind);
    if (source === undefined) throw new Error(`No module has documents of the kind ${kind}`);
    return source;
  }
}
