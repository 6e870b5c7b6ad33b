import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DeletionGuard } from '../../../platform/extensions';
import { CreditNotesRepository } from '../credit-notes.repository';

/** Keeps credited invoices from being voided: the customer would keep the credit of an invoice that is not to be paid. */
@Injectable()
export class CreditedInvoices implements DeletionGuard {
  constructor(private readonly repository: CreditNotesRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, invoiceId: string): Promise<string | null> {
    const isCredited = await this.repository.hasFinalized(tx, organizationId, invoiceId);
    return isCredited ? 'a finalized credit note' : null;
  }
}
