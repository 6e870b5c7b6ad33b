import { startOf, type Days } from './calendar';
import type { MetricTerms } from './catalogue';
import type { Price } from './life';
import { Decimal, sumOf, ZERO } from './numbers';
import { partsOf, priceOf, volumeTier } from './prices';
import { distinct, roundUnits, type UsageEvent } from './usage';

/**
 * The level at the end of each day (docs/billing-rules.md#prorated-charges).
 */
export function dailyLevels(
  metric: MetricTerms,
  events: readonly UsageEvent[],
  days: Days,
  zone: string,
): Decimal[] {
  const sorted = [...events].sort((a, b) => a.at - b.at || a.order - b.order);
  const levels: Decimal[] = [];
  for (let day = days.from; day < days.to; day++) {
    const known = sorted.filter((it) => it.at < startOf(day + 1, zone));
    const level =
      metric.aggregation === 'sum'
        ? sumOf(known.map((it) => new Decimal(it.value)))
        : new Decimal(distinct(known));
    levels.push(Decimal.max(0, roundUnits(level, metric)));
  }
  return levels;
}

/** Units by their days. */
export function proratedUnits(levels: readonly Decimal[], periodDays: number): Decimal {
  return sumOf(levels).div(periodDays);
}

/** Prices the levels of days, in major units. */
export function proratedPrice(price: Price, levels: readonly Decimal[], periodDays: number): Decimal {
  const units = proratedUnits(levels, periodDays);
  if (price.model === 'volume') {
    const tier = volumeTier(price.tiers, Decimal.max(0, ...levels));
    return units.times(tier.unit).plus(tier.flat);
  }
  if (price.model === 'graduated') {
    const days = levels.length === 0 ? [ZERO] : levels;
    const parts = days.map((level) => partsOf(price.tiers, level));
    const tiers = price.tiers.map((tier, index) => {
      const reached = parts.flatMap((it) => it[index] ?? []);
      if (reached.length === 0) return ZERO;
      return sumOf(reached).div(periodDays).times(tier.unit).plus(tier.flat);
    });
    return sumOf(tiers);
  }
  return priceOf(price, units, []);
}
