export { PlansModule } from './plans.module';
export { PlansService } from './plans.service';
export { PlanUsage } from './plan-usage';
export type { Charge, Plan, PlanVersion } from './plan';
export type { PlanInterval } from './plan.rules';
export * from './charge-models';
