export { roundUnits } from './aggregate-rounding';
export { computeCharge } from './compute-charge';
export { isDecimalString } from './decimals';
export { EventValuesNeededError, percentageCharge } from './percentage';
export { percentageOfCount } from './percentage-of-count';
export {
  percentageAdd,
  percentageAddAll,
  percentageStart,
  percentageWhileFree,
  termsOf as percentageTerms,
  type PercentageState,
} from './percentage-state';
export { computeProrated, isProratable } from './prorated';
export {
  CHARGE_MODELS,
  type ChargeModel,
  type ChargeProperties,
  type ChargeResult,
  type ChargeStep,
  type HeldUnits,
  type PercentageProperties,
  type Usage,
} from './types';
export { areProperties, validateProperties } from './validate-properties';
