/** What charge models are built of: checks of properties, exact decimals and steps. */
export { toDecimal, toText, ZERO, type Quantity } from './decimals';
export {
  amountRule,
  positiveQuantityRule,
  problem,
  quantityRule,
  shapeProblems,
  type Rule,
} from './property-rules';
export { rangesRule } from './range-rules';
export { rateStep, toSteps, unitsStep, type Step } from './steps';
