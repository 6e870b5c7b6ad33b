import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DeletionGuard } from '../../../platform/extensions';
import { UsageAggregatesRepository } from './usage-aggregates.repository';

/** Keeps billable metrics with counted usage from being deleted or redefined. */
@Injectable()
export class CountedMetricGuard implements DeletionGuard {
  constructor(private readonly aggregates: UsageAggregatesRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, metricId: string): Promise<string | null> {
    return (await this.aggregates.countsMetric(tx, organizationId, metricId)) ? 'unbilled usage' : null;
  }
}
