import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { InvoiceDocuments } from '../invoices';
import type { DocumentSubject, RenderedDocument } from './document-data';
import type { DocumentEntity } from './document.entity';
import { DocumentFreezing } from './document-freezing';
import { DocumentRendering } from './document-rendering';
import { DocumentsRepository } from './documents.repository';
import { UnstoredDocuments } from './unstored-documents';

/** The PDF of a final invoice or credit note. */
export interface DocumentPdf {
  filename: string;
  content: Buffer;
  /** In hex. */
  sha256: string;
}

/** A document with a name for its file, without a suffix. */
export interface NamedDocument extends RenderedDocument {
  file: string;
}

/** Use cases of documents (docs/concepts.md#documents). */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DocumentsRepository,
    private readonly freezing: DocumentFreezing,
    private readonly rendering: DocumentRendering,
    private readonly unstored: UnstoredDocuments,
    private readonly invoices: InvoiceDocuments,
  ) {}

  /**
   * Returns the document of a final invoice or credit note as it is stored; of a draft, and with `isCurrent`, as it
   * would be rendered now.
   *
   * @throws NotFoundError
   */
  async get(caller: Caller, of: DocumentSubject, isCurrent: boolean): Promise<NamedDocument> {
    const { organizationId } = caller;
    if (of.type === 'invoice') await this.invoices.get(caller, of.id); // refreshes a draft
    const { isFinal, number } = await this.unstored.subject(organizationId, of);
    const rendered =
      !isFinal || isCurrent
        ? await this.unstored.render(organizationId, of)
        : await this.rendering.fileOf(await this.final(organizationId, of));
    return { ...rendered, file: fileName(of, number) };
  }

  /**
   * Returns the stored PDF of a final invoice or credit note, which is rendered first if the job has not done so.
   *
   * @throws NotFoundError; InvalidStateError for a draft.
   */
  async pdf(organizationId: string, of: DocumentSubject): Promise<DocumentPdf> {
    const document = await this.final(organizationId, of);
    const { pdf } = await this.rendering.fileOf(document);
    const { sha256 } = await this.final(organizationId, of);
    if (sha256 === null) throw new Error(`The document ${document.id} is not rendered`);
    const { number } = await this.unstored.subject(organizationId, of);
    return { filename: `${fileName(of, number)}.pdf`, content: pdf, sha256 };
  }

  /**
   * Returns the document of a final invoice or credit note. One that became final before there were documents freezes
   * what is true now.
   *
   * @throws NotFoundError; InvalidStateError for a draft.
   */
  async final(organizationId: string, of: DocumentSubject): Promise<DocumentEntity> {
    const document = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, of),
    );
    return document ?? this.transactions.runFor(organizationId, (tx) => this.finalIn(tx, organizationId, of));
  }

  /** As `final`, within the transaction of another use case. */
  async finalIn(tx: Transaction, organizationId: string, of: DocumentSubject): Promise<DocumentEntity> {
    const document = await this.repository.find(tx, organizationId, of);
    if (document !== null) return document;
    const { customerId, isFinal } = await this.unstored.subjectIn(tx, organizationId, of);
    if (!isFinal) {
      const name = of.type === 'invoice' ? 'invoice' : 'credit note';
      throw new InvalidStateError(`The ${name} is a draft; finalize it first.`);
    }
    await this.freezing.freeze(tx, organizationId, [{ of, customerId }]);
    return this.finalIn(tx, organizationId, of);
  }
}

/** Returns a name for the file of a document, without a suffix, in characters that every system accepts. */
function fileName({ type }: DocumentSubject, number: string | null): string {
  return (number ?? `${type}-draft`).replace(/[^A-Za-z0-9._-]+/g, '-');
}
