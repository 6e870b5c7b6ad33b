export { roundUnits } from './aggregate-rounding';
export { BUILT_IN_PROVIDERS } from './built-in';
export {
  CHARGE_MODELS,
  type ChargeModel,
  type ChargeResult,
  type ChargeStep,
  type HeldUnits,
  type Usage,
} from './charge-model';
export { ChargeModels } from './charge-models';
export { ChargeModelField, describedNames } from './charge-model.field';
export type { ChargePricing } from './charge-pricing';
export { computeCharge } from './compute-charge';
export { isDecimalString } from './decimals';
export * as chargeKit from './kit';
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
export type { BuiltInName, ChargeProperties, PercentageProperties } from './types';
export { areProperties, validateProperties } from './validate-properties';
