export { PlansModule } from './plans.module';
export { PLAN_DELETION_GUARDS, PlansService } from './plans.service';
export { PlanSimulations } from './simulation/plan-simulations';
export type { Charge, Plan, PlanVersion } from './plan';
export { SimulatedUsageDto, toSimulatedUsage } from './simulation/plan-simulation.dto';
export type { SimulatedUsage } from './simulation/plan-simulation.rules';
export { INTERVALS, type PlanInterval } from './plan.rules';
export * as chargeKit from './charge-models/kit';
export {
  CHARGE_MODELS,
  ChargeModels,
  percentageAddAll,
  percentageCharge,
  percentageOfCount,
  percentageStart,
  percentageWhileFree,
  termsOf,
  roundUnits,
  unitAmountOf,
  type ChargeModel,
  type ChargeResult,
  type ChargeStep,
  type HeldUnits,
  type PercentageProperties,
  type PercentageState,
  type Usage,
} from './charge-models';
export { PLAN_REFERENCE } from './plan.reference';
