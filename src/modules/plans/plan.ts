import type { PlanEntity } from './plan.entity';
import type { ChargeInput, ChargeTerms, PlanTerms } from './plan.rules';

/** A charge of a version. */
export interface Charge extends ChargeTerms {
  id: string;
}

/** One version of a plan, which holds the price that subscriptions are billed at. Immutable. */
export interface PlanVersion extends PlanTerms {
  id: string;
  planId: string;
  version: number;
  charges: Charge[];
}

/** A plan with its current version and the codes of its taxes. */
export interface Plan extends PlanEntity {
  current: PlanVersion;
  taxCodes: string[];
}

/** The fields of a new plan. */
export interface PlanInput extends PlanTerms {
  code: string;
  name: string;
  description: string | null;
  taxCodes: string[];
  charges: ChargeInput[];
}

/** The fields that an update changes. */
export type PlanChanges = Partial<Omit<PlanInput, 'code'>>;
