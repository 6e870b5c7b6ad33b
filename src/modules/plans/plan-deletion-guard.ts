import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Returns whether another resource depends on the plan, which must then not be deleted. */
export type PlanDeletionCheck = (tx: Transaction, organizationId: string, planId: string) => Promise<boolean>;

/** Holds the deletion guards of plans. Higher modules, which this module must not import, register them. */
@Injectable()
export class PlanDeletionGuard {
  private readonly checks: PlanDeletionCheck[] = [];

  register(check: PlanDeletionCheck): void {
    this.checks.push(check);
  }

  async isUsed(tx: Transaction, organizationId: string, planId: string): Promise<boolean> {
    for (const check of this.checks) if (await check(tx, organizationId, planId)) return true;
    return false;
  }
}
