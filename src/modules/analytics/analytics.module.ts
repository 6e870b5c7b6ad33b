import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { AnalyticsCounting } from './analytics-counting';
import { AnalyticsController } from './analytics.controller';
import { AnalyticsRepository } from './analytics.repository';
import { RevenueReconciliation } from './revenue-reconciliation';

@Module({
  controllers: [AnalyticsController],
  providers: [
    AnalyticsCounting,
    AnalyticsRepository,
    RevenueReconciliation,
    extend(RECONCILIATION_CHECKS, RevenueReconciliation),
  ],
})
export class AnalyticsModule {}
