import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** What keeps a customer from being deleted, as the end of "The customer has …", or null. */
export type CustomerUsageCheck = (
  tx: Transaction,
  organizationId: string,
  customerId: string,
) => Promise<string | null>;

/** Lets the modules above say why a customer must stay, without this module knowing of them. */
@Injectable()
export class CustomerUsage {
  private readonly checks: CustomerUsageCheck[] = [];

  register(check: CustomerUsageCheck): void {
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
