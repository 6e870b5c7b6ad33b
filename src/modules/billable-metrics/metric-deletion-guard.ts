import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Returns whether something depends on the metric, so that its definition must not change. */
export type MetricDeletionCheck = (
  tx: Transaction,
  organizationId: string,
  metricId: string,
) => Promise<boolean>;

/** Deletion guards of higher modules, which this module must not import. */
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
