import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { FeeCredits } from '../../invoices';
import { CreditNotesRepository } from '../credit-notes.repository';

/** Returns what notes took of the fees of draft invoices. */
@Injectable()
export class CreditedFees implements FeeCredits {
  constructor(private readonly repository: CreditNotesRepository) {}

  async creditedOf(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<Map<string, bigint>> {
    const taken = await this.repository.takenOfFees(tx, organizationId, invoiceIds);
    return new Map(taken.map((it) => [it.feeId, it.amountCents]));
  }
}
