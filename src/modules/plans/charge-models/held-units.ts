import type Decimal from 'decimal.js';
import { ZERO, sum, toDecimal } from './decimals';
import { unitsIn, type Tier } from './ranges';
import type { HeldUnits } from './charge-model';
import type { Range } from './types';

/** Units that are held for the whole billing period, as the units of a charge that is not prorated. */
export function heldThroughout(units: Decimal): HeldUnits {
  return { levels: [{ units: units.toFixed(), days: 1 }], periodDays: 1 };
}

/** Returns the sum of units x days. */
export function unitDays({ levels }: HeldUnits): Decimal {
  return sum(levels.map(({ units, days }) => toDecimal(units).times(days)));
}

/** Returns the largest number of units that were held on a day. They choose the tier. */
export function mostUnits({ levels }: HeldUnits): Decimal {
  const held = levels.filter((it) => it.days > 0).map((it) => toDecimal(it.units));
  return held.reduce((most, units) => (units.greaterThan(most) ? units : most), ZERO);
}

/** Returns units x days of the units that fall in the tier. */
export function unitDaysIn(tier: Tier<Range>, { levels }: HeldUnits): Decimal {
  return sum(levels.map(({ units, days }) => unitsIn(tier, toDecimal(units)).times(days)));
}
