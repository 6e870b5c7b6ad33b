import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { BillableMetricsController } from './billable-metrics.controller';
import { BillableMetricsRepository } from './billable-metrics.repository';
import { BillableMetricsService } from './billable-metrics.service';

defineScopes({
  'billable_metrics:read': 'List and get billable metrics',
  'billable_metrics:write': 'Create, update and delete billable metrics',
});

@Module({
  controllers: [BillableMetricsController],
  providers: [BillableMetricsService, BillableMetricsRepository],
  exports: [BillableMetricsService],
})
export class BillableMetricsModule {}
