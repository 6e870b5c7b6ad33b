import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** What keeps an invoice from being voided, as the end of "The invoice has …", or null. */
export type InvoiceUsageCheck = (
  tx: Transaction,
  organizationId: string,
  invoiceId: string,
) => Promise<string | null>;

/** Lets the modules above say why an invoice must stay, without this module knowing of them. */
@Injectable()
export class InvoiceUsage {
  private readonly checks: InvoiceUsageCheck[] = [];

  register(check: InvoiceUsageCheck): void {
    this.checks.push(check);
  }

  async obstacleToVoiding(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
  ): Promise<string | null> {
    for (const check of this.checks) {
      const obstacle = await check(tx, organizationId, invoiceId);
      if (obstacle !== null) return obstacle;
    }
    return null;
  }
}
