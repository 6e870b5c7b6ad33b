import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Whether something is built on a metric, so that its definition must stay. */
export type MetricUsageCheck = (
  tx: Transaction,
  organizationId: string,
  metricId: string,
) => Promise<boolean>;

/** Lets the modules above say that a metric is in use, without this module knowing of them. */
@Injectable()
export class MetricUsage {
  private readonly checks: MetricUsageCheck[] = [];

  register(check: MetricUsageCheck): void {
    this.checks.push(check);
  }

  async isUsed(tx: Transaction, organizationId: string, metricId: string): Promise<boolean> {
    for (const check of this.checks) if (await check(tx, organizationId, metricId)) return true;
    return false;
  }
}
