import type { PlanEntity } from './plan.entity';
import type { ChargeInput, ChargeTerms, PlanTerms } from './plan.rules';

/** A charge of a version. */
export interface Charge extends ChargeTerms {
  id: string;
}

/** One version of a plan, as subscriptions are billed by it. Never changes. */
export interface PlanVersion extends PlanTerms {
  id: string;
  planId: string;
  version: number;
  charges: Charge[];
}

/** A plan with its current version and the codes of its own taxes. */
export interface Plan extends PlanEntity {
  current: PlanVersion;
  taxCodes: string[];
}

/** What a new plan is made of. */
export interface PlanInput extends PlanTerms {
  code: string;
  name: string;
  description: string | null;
  taxCodes: string[];
  charges: ChargeInput[];
}

/** What a change of a plan names; the rest is left as it is. */
export type PlanChanges = Partial<Omit<PlanInput, 'code'>>;
