import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { InvoiceSettlements, type PayableInvoice } from '../invoices';

/** Invoices, locked for what a request does with several of them. */
@Injectable()
export class RequestInvoices {
  constructor(private readonly settlements: InvoiceSettlements) {}

  /**
   * Locks them until the transaction ends, in the order of their ids, as everyone does who locks more than one:
   * two cannot wait for each other. Answers them in the order named, null where there is none.
   */
  async lock(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<(PayableInvoice | null)[]> {
    const locked = new Map<string, PayableInvoice | null>();
    for (const id of [...new Set(invoiceIds)].sort()) {
      locked.set(id, await this.lockOne(tx, organizationId, id));
    }
    return invoiceIds.map((id) => locked.get(id) ?? null);
  }

  private async lockOne(tx: Transaction, organizationId: string, id: string): Promise<PayableInvoice | null> {
    try {
      return await this.settlements.lock(tx, organizationId, id);
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }
}
