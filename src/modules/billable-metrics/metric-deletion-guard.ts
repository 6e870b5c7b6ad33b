import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Returns whether anything depends on the metric. If so, it must not be deleted or redefined. */
export type MetricDeletionCheck = (
  tx: Transaction,
  organizationId: string,
  metricId: string,
) => Promise<boolean>;

/** Lets dependent modules block the deletion and redefinition of a metric. */
@Injectable()
export class MetricDeletionGuard {
  private readonly checks: MetricDeletionCheck[] = [];

  register(check: MetricDeletionCheck): void {
    this.checks.push(check);
  }

  async isUsed(tx: Transaction, organizationId: string, metricId: string): Promise<boolean> {
    for (const check of this.checks) if (await check(tx, organizationId, metricId)) return true;
    return false;
  }
}
