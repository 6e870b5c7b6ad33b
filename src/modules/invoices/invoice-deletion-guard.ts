import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Returns why an invoice must not be voided, as the end of "The invoice has …"; null if it may be voided. */
export type InvoiceDeletionCheck = (
  tx: Transaction,
  organizationId: string,
  invoiceId: string,
) => Promise<string | null>;

/**
 * Runs the checks that must pass before an invoice is voided. Modules that this module must not import
 * register them here.
 */
@Injectable()
export class InvoiceDeletionGuard {
  private readonly checks: InvoiceDeletionCheck[] = [];

  register(check: InvoiceDeletionCheck): void {
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
