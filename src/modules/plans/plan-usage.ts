import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Whether something is built on a plan, so that it must not be deleted. */
export type PlanUsageCheck = (tx: Transaction, organizationId: string, planId: string) => Promise<boolean>;

/** Lets the modules above say that a plan is in use, without this module knowing of them. */
@Injectable()
export class PlanUsage {
  private readonly checks: PlanUsageCheck[] = [];

  register(check: PlanUsageCheck): void {
    this.checks.push(check);
  }

  async isUsed(tx: Transaction, organizationId: string, planId: string): Promise<boolean> {
    for (const check of this.checks) if (await check(tx, organizationId, planId)) return true;
    return false;
  }
}
