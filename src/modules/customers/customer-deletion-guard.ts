import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Returns why a customer must not be deleted, as the end of "The customer has …", or null. */
export type CustomerDeletionCheck = (
  tx: Transaction,
  organizationId: string,
  customerId: string,
) => Promise<string | null>;

/** Lets dependent modules block the deletion of a customer. */
@Injectable()
export class CustomerDeletionGuard {
  private readonly checks: CustomerDeletionCheck[] = [];

  register(check: CustomerDeletionCheck): void {
    this.checks.push(check);
  }

  async obstacleToDeletion(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<string | null> {
    for (const check of this.checks) {
      const obstacle = await check(tx, organizationId, customerId);
      if (obstacle !== null) return obstacle;
    }
    return null;
  }
}
