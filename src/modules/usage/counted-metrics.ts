import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import { METRIC_IN_USE } from '../billable-metrics';
import { UsageTotalsRepository } from './usage-totals.repository';

/** Keeps metrics with counted usage in an open period. */
@Injectable()
export class CountedMetrics implements DeletionGuard {
  constructor(private readonly totals: UsageTotalsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, metricId: string): Promise<string | null> {
    return (await this.totals.countsMetric(tx, organizationId, metricId)) ? METRIC_IN_USE : null;
  }
}
