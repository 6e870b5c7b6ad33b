import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { BillableMetricsController } from './billable-metrics.controller';
import { BillableMetricsRepository } from './billable-metrics.repository';
import { BillableMetricsService } from './billable-metrics.service';
import { MetricSearch } from './metric-search';

@Module({
  controllers: [BillableMetricsController],
  providers: [
    BillableMetricsService,
    BillableMetricsRepository,
    MetricSearch,
    extend(SEARCH_SOURCES, MetricSearch),
  ],
  exports: [BillableMetricsService],
})
export class BillableMetricsModule {}
