import Decimal from 'decimal.js';
import type { RoundingFunction } from '../../billable-metrics';
import { powerOfTen, toDecimal, toText } from './decimals';

const MODES: Readonly<Record<RoundingFunction, Decimal.Rounding>> = {
  round: Decimal.ROUND_HALF_UP,
  ceil: Decimal.ROUND_CEIL,
  floor: Decimal.ROUND_FLOOR,
};

/**
 * Rounds aggregated units to `precision` decimal places, 0 if null. A negative precision rounds before the
 * decimal point: -2 rounds to hundreds. Returns the units unchanged if the function is null.
 */
export function roundUnits(
  units: string,
  roundingFunction: RoundingFunction | null,
  precision: number | null = null,
): string {
  const value = toDecimal(units);
  if (roundingFunction === null) return toText(value);
  const shift = powerOfTen(precision ?? 0);
  const rounded = value.times(shift).toDecimalPlaces(0, MODES[roundingFunction]);
  return toText(rounded.times(powerOfTen(-(precision ?? 0))));
}
