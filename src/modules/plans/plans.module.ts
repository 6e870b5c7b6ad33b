import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { BillableMetricsModule, METRIC_DELETION_GUARDS } from '../billable-metrics';
import { TaxesModule } from '../taxes';
import { BUILT_IN_PROVIDERS, ChargeModels } from './charge-models';
import { ChargedMetrics } from './charged-metrics';
import { PlanVersions } from './plan-versions';
import { PlansController } from './plans.controller';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';
import { PlanSearch } from './plan-search';

@Module({
  imports: [BillableMetricsModule, TaxesModule],
  controllers: [PlansController],
  providers: [
    PlansService,
    PlansRepository,
    PlanVersions,
    ChargeModels,
    ...BUILT_IN_PROVIDERS,
    ChargedMetrics,
    extend(METRIC_DELETION_GUARDS, ChargedMetrics),
    PlanSearch,
    extend(SEARCH_SOURCES, PlanSearch, { order: -1 }),
  ],
  exports: [PlansService],
})
export class PlansModule {}
