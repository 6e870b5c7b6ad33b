import type Decimal from 'decimal.js';
import { ZERO, smallerOf, toDecimal, toText } from './decimals';
import type { Range } from './types';

/**
 * A range that covers the units above `above`, up to and including `upTo`. `above` is the previous
 * `to_value`, even if `from_value` is the next whole number (10-20 or 11-20 after 0-10), so no fraction falls
 * between two ranges: of 10.5 units, 10 are in the first range and 0.5 are in the second.
 */
export interface Tier<R extends Range> {
  range: R;
  label: string;
  above: Decimal;
  upTo: Decimal | null;
  flatAmount: Decimal;
}

export function tiersOf<R extends Range>(ranges: readonly R[]): Tier<R>[] {
  return ranges.map((range, index) => ({
    range,
    label: labelOf(range),
    above: toDecimal(ranges[index - 1]?.to_value ?? 0),
    upTo: range.to_value === null ? null : toDecimal(range.to_value),
    flatAmount: toDecimal(range.flat_amount ?? 0),
  }));
}

/**
 * Returns the tiers that `units` reach. Every number of units reaches the first tier, so zero usage is
 * charged its flat amount.
 */
export function tiersReached<R extends Range>(ranges: readonly R[], units: Decimal): Tier<R>[] {
  return tiersOf(ranges).filter((tier, index) => index === 0 || units.greaterThan(tier.above));
}

/** Returns the number of `units` that fall in the tier. */
export function unitsIn(tier: Tier<Range>, units: Decimal): Decimal {
  const end = tier.upTo === null ? units : smallerOf(units, tier.upTo);
  return end.greaterThan(tier.above) ? end.minus(tier.above) : ZERO;
}

function labelOf({ from_value: from, to_value: to }: Range): string {
  const first = toText(toDecimal(from));
  return to === null ? `from ${first}` : `${first} to ${toText(toDecimal(to))}`;
}
