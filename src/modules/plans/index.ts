export { PlansModule } from './plans.module';
export { PLAN_DELETION_GUARDS, PlansService } from './plans.service';
export type { Charge, Plan, PlanVersion } from './plan';
export { SimulatedUsageDto, toSimulatedUsage } from './plan-simulation.dto';
export type { PartOfPeriod, SimulatedUsage } from './plan-simulation.rules';
export { proratedAmountCents } from './proration.rules';
export { INTERVALS, type PlanInterval } from './plan.rules';
export * from './charge-models';
export { PLAN_REFERENCE } from './plan.reference';
