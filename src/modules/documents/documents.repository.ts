import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { notHeld } from '../../platform/cells/held-organizations';
import { notPostponed, type DueRow } from '../../platform/jobs/job-failures';
import type { DocumentSubject } from './document-data';
import { DocumentEntity, DocumentFileEntity } from './document.entity';

/** The due queue of documents to render. */
export const QUEUE = 'documents';

/** A rendered document, as it is stored. */
export interface StoredFile {
  html: string;
  pdf: Buffer;
}

/** Queries of documents. */
@Injectable()
export class DocumentsRepository {
  find(tx: Transaction, organizationId: string, of: DocumentSubject): Promise<DocumentEntity | null> {
    return tx.findOneBy(DocumentEntity, { organizationId, ...columnOf(of) });
  }

  findById(tx: Transaction, organizationId: string, id: string): Promise<DocumentEntity | null> {
    return tx.findOneBy(DocumentEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<DocumentEntity | null> {
    return tx.findOne(DocumentEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
  }

  findFile(tx: Transaction, organizationId: string, documentId: string): Promise<DocumentFileEntity | null> {
    return tx.findOneBy(DocumentFileEntity, { organizationId, documentId });
  }

  /** Inserts documents, but for those whose invoice or credit note has one. */
  async insert(tx: Transaction, documents: readonly DocumentEntity[]): Promise<void> {
    if (documents.length === 0) return;
    await tx
      .createQueryBuilder()
      .insert()
      .into(DocumentEntity)
      .values([...documents])
      .orIgnore()
      .execute();
  }

  /** Stores the files of a locked document that has none. */
  async store(tx: Transaction, document: DocumentEntity, { html, pdf }: StoredFile): Promise<void> {
    const { organizationId, id, renderedAt, sha256 } = document;
    await tx.insert(DocumentFileEntity, { organizationId, documentId: id, html, pdf });
    await tx.update(DocumentEntity, { organizationId, id }, { renderedAt, sha256, dueAt: null });
  }

  /** Locks the oldest due documents of one organization, at most `limit`; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<DueRow[]> {
    const claimed = await tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM documents AS document
        WHERE due_at <= $1 AND ${notPostponed(QUEUE, 'document.id', '$1')} AND ${notHeld('document')}
        ORDER BY due_at, organization_id, id LIMIT $2 FOR UPDATE OF document SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return claimed.filter((it) => it.organizationId === claimed[0]?.organizationId);
  }

  async nextDueAt(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM documents AS document
        WHERE due_at IS NOT NULL AND ${notPostponed(QUEUE, 'document.id', '$1')} AND ${notHeld('document')}`,
      [now],
    );
    return row?.at ?? null;
  }
}

const columnOf = ({ type, id }: DocumentSubject): { invoiceId: string } | { creditNoteId: string } =>
  type === 'invoice' ? { invoiceId: id } : { creditNoteId: id };

/** Returns what a document is of. */
export function subjectOf({ id, invoiceId, creditNoteId }: DocumentEntity): DocumentSubject {
  if (invoiceId !== null) return { type: 'invoice', id: invoiceId };
  if (creditNoteId !== null) return { type: 'credit_note', id: creditNoteId };
  throw new Error(`The document ${id} is of nothing`);
}
