import { Module } from '@nestjs/common';
import { BillableMetricsController } from './billable-metrics.controller';
import { BillableMetricsRepository } from './billable-metrics.repository';
import { BillableMetricsService } from './billable-metrics.service';
import { MetricDeletionGuard } from './metric-deletion-guard';

@Module({
  controllers: [BillableMetricsController],
  providers: [BillableMetricsService, BillableMetricsRepository, MetricDeletionGuard],
  exports: [BillableMetricsService, MetricDeletionGuard],
})
export class BillableMetricsModule {}
