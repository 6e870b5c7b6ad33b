import { Injectable } from '@nestjs/common';
import { registerRetryableConstraint, registerUniqueConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { DocumentLogoEntity } from '../document.entity';

registerUniqueConstraint('document_logos_current', 'Another request has just set the logo.');
// A document becomes final while its logo is replaced: whoever comes second begins again with what it then finds.
registerRetryableConstraint('documents_logo_fkey');

/** Queries of logos. */
@Injectable()
export class LogosRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<DocumentLogoEntity | null> {
    return tx.findOneBy(DocumentLogoEntity, { organizationId, id });
  }

  findCurrent(tx: Transaction, organizationId: string): Promise<DocumentLogoEntity | null> {
    return tx.findOneBy(DocumentLogoEntity, { organizationId, isCurrent: true });
  }

  findCurrentForUpdate(tx: Transaction, organizationId: string): Promise<DocumentLogoEntity | null> {
    const lock = { mode: 'pessimistic_write' as const };
    return tx.findOne(DocumentLogoEntity, { where: { organizationId, isCurrent: true }, lock });
  }

  /** Returns the id of the current logo; null if there is none. */
  async findCurrentId(tx: Transaction, organizationId: string): Promise<string | null> {
    const where = { organizationId, isCurrent: true };
    return (await tx.findOne(DocumentLogoEntity, { where, select: { id: true } }))?.id ?? null;
  }

  async insert(tx: Transaction, logo: DocumentLogoEntity): Promise<void> {
    await tx.insert(DocumentLogoEntity, logo);
  }

  /** Makes no logo the current one. Deletes it, unless a document has frozen it. */
  async retire(tx: Transaction, organizationId: string): Promise<void> {
    await tx.query('UPDATE document_logos SET is_current = false WHERE organization_id = $1 AND is_current', [
      organizationId,
    ]);
    await tx.query(
      `DELETE FROM document_logos AS logo
        WHERE organization_id = $1 AND NOT is_current
          AND NOT EXISTS (SELECT 1 FROM documents AS document
                           WHERE document.organization_id = logo.organization_id AND document.logo_id = logo.id)`,
      [organizationId],
    );
  }
}
