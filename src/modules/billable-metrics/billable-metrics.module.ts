import { Module } from '@nestjs/common';
import { BillableMetricsController } from './billable-metrics.controller';
import { BillableMetricsRepository } from './billable-metrics.repository';
import { BillableMetricsService } from './billable-metrics.service';

@Module({
  controllers: [BillableMetricsController],
  providers: [BillableMetricsService, BillableMetricsRepository],
  exports: [BillableMetricsService],
})
export class BillableMetricsModule {}
