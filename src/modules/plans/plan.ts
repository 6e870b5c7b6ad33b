import type { ChargePricing } from './charge-models';
import type { PlanEntity } from './plan.entity';
import type { ChargeInput, ChargeTerms, PlanTerms } from './plan.rules';

export interface Charge extends ChargeTerms {
  id: string;
  /** The charge model, to price usage with. */
  pricing: ChargePricing;
}

/** One version of a plan: the price at which its subscriptions are billed. Immutable. */
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

export interface PlanInput extends PlanTerms {
  code: string;
  name: string;
  description: string | null;
  taxCodes: string[];
  charges: ChargeInput[];
}

/** The fields to update. Undefined fields keep their value. */
export type PlanChanges = Partial<Omit<PlanInput, 'code'>>;
