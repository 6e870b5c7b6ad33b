import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { InvoiceEntity } from '../invoice.entity';

@Injectable()
export class InvoiceDocumentsRepository {
  /** Records the digest of the stored document of a final invoice. */
  async setDigest(
    tx: Transaction,
    organizationId: string,
    id: string,
    documentSha256: string,
  ): Promise<void> {
    await tx.update(InvoiceEntity, { organizationId, id }, { documentSha256 });
  }
}
