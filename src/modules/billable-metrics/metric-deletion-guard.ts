import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Returns whether anything depends on the metric, which must then be neither deleted nor redefined. */
export type MetricDeletionCheck = (
  tx: Transaction,
  organizationId: string,
  metricId: string,
) => Promise<boolean>;

/** Lets modules that depend on this one block the deletion and redefinition of a metric. */
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
