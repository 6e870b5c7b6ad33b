import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MetricDeletionGuard } from '../billable-metrics';
import { UsageTotalsRepository } from './usage-totals.repository';

/** Blocks the deletion and redefinition of metrics with counted usage in an open period. */
@Injectable()
export class UsageDeletionGuards implements OnModuleInit {
  constructor(
    private readonly totals: UsageTotalsRepository,
    private readonly metricDeletionGuard: MetricDeletionGuard,
  ) {}

  onModuleInit(): void {
    this.metricDeletionGuard.register((...metric) => this.totals.countsMetric(...metric));
  }
}
