import type { DocumentKind } from './content';

/** A record that is a document. */
export interface DocumentKey {
  organizationId: string;
  kind: DocumentKind;
  /** ID of the invoice or credit note. */
  id: string;
}
