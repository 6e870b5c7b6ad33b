import { Module } from '@nestjs/common';
import { BillableMetricsModule } from '../billable-metrics';
import { TaxesModule } from '../taxes';
import { BUILT_IN_PROVIDERS, ChargeModels } from './charge-models';
import { PlanDeletionGuard } from './plan-deletion-guard';
import { PlanVersions } from './plan-versions';
import { PlansController } from './plans.controller';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  imports: [BillableMetricsModule, TaxesModule],
  controllers: [PlansController],
  providers: [
    PlansService,
    PlansRepository,
    PlanVersions,
    PlanDeletionGuard,
    ChargeModels,
    ...BUILT_IN_PROVIDERS,
  ],
  exports: [PlansService, PlanDeletionGuard],
})
export class PlansModule {}
