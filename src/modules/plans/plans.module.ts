import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { BillableMetricsModule, METRIC_DELETION_GUARDS } from '../billable-metrics';
import { TaxesModule } from '../taxes';
import { BUILT_IN_MODELS, ChargeModels } from './charge-models';
import { ChargedMetricGuard } from './charged-metric.guard';
import { PlanVersions } from './plan-versions';
import { PlansController } from './plans.controller';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';
import { PlanSimulations } from './simulation/plan-simulations';

defineScopes({
  'plans:read': 'List, get and simulate plans',
  'plans:write': 'Create, update and delete plans',
});

@Module({
  imports: [BillableMetricsModule, TaxesModule],
  controllers: [PlansController],
  providers: [
    PlansService,
    PlansRepository,
    PlanVersions,
    PlanSimulations,
    ChargeModels,
    ...BUILT_IN_MODELS,
    ChargedMetricGuard,
    extend(METRIC_DELETION_GUARDS, ChargedMetricGuard),
  ],
  exports: [PlansService, PlanSimulations, ChargeModels],
})
export class PlansModule {}
