import type { Transaction } from '../../platform/database/transactions';
import { extensionPoint } from '../../platform/extensions';
import type { DocumentContent, DocumentKind } from './content';

/**
 * The state of a document: as it became final, or as it is now, with what was paid since and a stamp. A draft has only
 * the latter.
 */
export type DocumentView = 'final' | 'current';

/** A document that can be drawn. */
export interface DrawableDocument {
  customerId: string;
  content: DocumentContent;
  /** Name of its template. */
  template: string;
}

/** A module with records that are documents. */
export interface DocumentSource {
  readonly kind: DocumentKind;
  /** Kind of the event after which a record is final, e.g. `invoice.finalized`. */
  readonly finalizedBy: string;
  /** @throws NotFoundError */
  find(organizationId: string, id: string, view: DocumentView): Promise<DrawableDocument>;
  /** Records the digest of the stored PDF, in the transaction that stores it. */
  setDigest(tx: Transaction, organizationId: string, id: string, sha256: string): Promise<void>;
}

export const DOCUMENT_SOURCES = extensionPoint<DocumentSource>('document sources');
