export { BUILT_IN, BUILT_IN_MODELS, BUILT_IN_NAMES } from './built-in';
export {
  CHARGE_MODELS,
  EventValuesNeededError,
  type ChargeModel,
  type ChargeResult,
  type ChargeStep,
  type HeldUnits,
  type Usage,
} from './charge-model';
export { ChargeModels } from './charge-models';
export { isDecimalString } from './decimals';
export { percentageCharge } from './percentage';
export { percentageOfCount } from './percentage-of-count';
export {
  percentageAdd,
  percentageAddAll,
  percentageStart,
  percentageWhileFree,
  termsOf,
  type PercentageProperties,
  type PercentageState,
} from './percentage-state';
export { roundUnits } from './round-units';
export { unitAmountOf } from './standard';
