import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import { CreditNotesRepository } from './credit-notes.repository';

/**
 * Keeps invoices with finalized notes from being voided: the customer would keep credit from an invoice that is never
 * paid.
 */
@Injectable()
export class CreditedInvoices implements DeletionGuard {
  constructor(private readonly repository: CreditNotesRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, invoiceId: string): Promise<string | null> {
    return (await this.repository.hasFinalized(tx, organizationId, invoiceId))
      ? 'The invoice has a finalized credit note; void the credit note first.'
      : null;
  }
}
