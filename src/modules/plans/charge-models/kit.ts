/** The parts of which charge models are made: rules for properties, exact decimals and steps. */
export { ZERO, smallerOf, sum, toDecimal, toText } from './decimals';
export {
  amountRule,
  positiveQuantityRule,
  quantityRule,
  shapeProblems,
  wholeQuantityRule,
} from './property-rules';
export { rangesRule } from './range-rules';
export { shapeSchema } from './shape-schema';
export { rateStep, stepText, unitsStep } from './steps';
