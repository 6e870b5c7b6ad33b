import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { BillableMetricsModule } from '../billable-metrics';
import { OrganizationsModule } from '../organizations';
import { AnalyticsController } from './analytics.controller';
import { AnalyticsJobs } from './analytics.jobs';
import { AnalyticsReconciliation } from './analytics-reconciliation';
import { AnalyticsRepository } from './analytics.repository';
import { AnalyticsService } from './analytics.service';

@Module({
  imports: [BillableMetricsModule, OrganizationsModule],
  controllers: [AnalyticsController],
  providers: [
    AnalyticsService,
    AnalyticsRepository,
    AnalyticsJobs,
    AnalyticsReconciliation,
    extend(RECONCILIATION_CHECKS, AnalyticsReconciliation),
  ],
})
export class AnalyticsModule {}
