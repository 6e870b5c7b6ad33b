import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../src/platform/database/transactions';
import type { DeletionGuard } from '../../../src/platform/extensions';

/** Keeps customers that have open support tickets. */
@Injectable()
export class OpenTickets implements DeletionGuard {
  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    const [open] = await tx.query<unknown[]>(
      'SELECT 1 FROM open_tickets WHERE organization_id = $1 AND customer_id = $2 LIMIT 1',
      [organizationId, customerId],
    );
    return open === undefined ? null : 'The customer has open tickets; close them first.';
  }
}
