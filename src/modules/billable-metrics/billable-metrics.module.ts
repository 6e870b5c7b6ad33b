import { Module } from '@nestjs/common';
import { BillableMetricsController } from './billable-metrics.controller';
import { BillableMetricsRepository } from './billable-metrics.repository';
import { BillableMetricsService } from './billable-metrics.service';
import { MetricUsage } from './metric-usage';

@Module({
  controllers: [BillableMetricsController],
  providers: [BillableMetricsService, BillableMetricsRepository, MetricUsage],
  exports: [BillableMetricsService, MetricUsage],
})
export class BillableMetricsModule {}
