import type Decimal from 'decimal.js';
import type { HeldUnits } from './charge-model';
import { ZERO, sum, toDecimal } from './decimals';
import { unitsIn, type Range, type Tier } from './ranges';
import { unitsStep, type Step } from './steps';

/** Returns the sum of units x days. */
export function unitDays({ levels }: HeldUnits): Decimal {
  return sum(levels.map(({ units, days }) => toDecimal(units).times(days)));
}

/** Returns the most units that were held on a day; they choose the tier. */
export function mostUnits({ levels }: HeldUnits): Decimal {
  const held = levels.filter((it) => it.days > 0).map((it) => toDecimal(it.units));
  return held.reduce((most, units) => (units.greaterThan(most) ? units : most), ZERO);
}

/** Returns the unit-days of the units that lie in the tier. */
export function unitDaysIn(tier: Tier<Range>, { levels }: HeldUnits): Decimal {
  return sum(levels.map(({ units, days }) => unitsIn(tier, toDecimal(units)).times(days)));
}

/** Returns the step of a flat amount, which is not prorated; none for an amount of zero. */
export function wholeFlatSteps(description: string, flatAmount: Decimal, { periodDays }: HeldUnits): Step[] {
  return flatAmount.isZero() ? [] : [unitsStep(description, toDecimal(periodDays), flatAmount)];
}
