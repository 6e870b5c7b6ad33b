import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { DocumentLinkEntity } from '../document.entity';

/** Queries of links to documents. */
@Injectable()
export class DocumentLinksRepository {
  async insert(tx: Transaction, link: DocumentLinkEntity): Promise<void> {
    await tx.insert(DocumentLinkEntity, link);
  }

  findByHash(tx: Transaction, organizationId: string, tokenHash: string): Promise<DocumentLinkEntity | null> {
    return tx.findOneBy(DocumentLinkEntity, { organizationId, tokenHash });
  }

  /** Deletes links of a document that expired before then. */
  async deleteExpired(
    tx: Transaction,
    organizationId: string,
    documentId: string,
    before: Date,
  ): Promise<void> {
    await tx.delete(DocumentLinkEntity, { organizationId, documentId, expiresAt: LessThan(before) });
  }

  /** Deletes all links to the documents of a customer. */
  async deleteOfCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await tx.query(
      `DELETE FROM document_links AS link USING documents AS document
        WHERE document.organization_id = $1 AND document.customer_id = $2
          AND link.organization_id = $1 AND link.document_id = document.id`,
      [organizationId, customerId],
    );
  }
}
