import type Decimal from 'decimal.js';
import { ZERO, sum, toDecimal, toText } from './decimals';
import { graduatedSteps } from './graduated';
import { unitDays } from './held-units';
import { standardSteps } from './standard';
import { resultOf, type Step } from './steps';
import type { ChargeModel, ChargeProperties, ChargeResult, HeldUnits } from './types';
import { volumeSteps } from './volume';

/** Decimal places of a share of a billing period. The exact quotient may have infinitely many. */
const SHARE_DECIMALS = 20;

type ProratedModel = 'standard' | 'graduated' | 'volume';

const STEPS: {
  readonly [M in ProratedModel]: (properties: ChargeProperties[M], held: HeldUnits) => Step[];
} = { standard: standardSteps, graduated: graduatedSteps, volume: volumeSteps };

/** Returns whether charges of the model can be prorated. */
export function isProratable(model: ChargeModel): model is ProratedModel {
  return Object.hasOwn(STEPS, model);
}

/**
 * Returns the amount of units that count by the days on which they were held (docs/billing-rules.md#prorated-charges).
 * Negative units count as zero. Without a day, there is no amount, not even a flat one.
 *
 * @throws RangeError for a model that cannot be prorated.
 */
export function computeProrated(model: ChargeModel, properties: object, held: HeldUnits): ChargeResult {
  if (!isProratable(model)) throw new RangeError(`A ${model} charge cannot be prorated`);
  const share = (whole: Decimal): Decimal => whole.div(held.periodDays).toDecimalPlaces(SHARE_DECIMALS);
  const counted = { ...held, levels: held.levels.map(notNegative) };
  const units = share(unitDays(counted));
  if (held.levels.every((it) => it.days === 0)) return resultOf(ZERO, []);
  const stepsOf = STEPS[model] as (properties: object, held: HeldUnits) => Step[];
  const steps = stepsOf(properties, counted);
  return {
    ...resultOf(
      units,
      steps.map((it) => ({ ...it, units: share(it.units), amount: share(it.amount) })),
    ),
    // Not the sum of rounded steps.
    amount: toText(share(sum(steps.map((it) => it.amount)))),
  };
}

function notNegative({ units, days }: HeldUnits['levels'][number]): HeldUnits['levels'][number] {
  return { units: toDecimal(units).isNegative() ? '0' : units, days };
}
