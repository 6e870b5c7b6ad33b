import type { Price, Tier } from './life';
import { Decimal, sumOf, ZERO } from './numbers';

/**
 * Prices units, in major units, exactly (docs/billing-rules.md#charge-models).
 *
 * @param values the values of the events, for prices that look at each of them
 */
export function priceOf(price: Price, units: Decimal, values: readonly Decimal[]): Decimal {
  switch (price.model) {
    case 'standard':
      return units.times(price.amount);
    case 'graduated':
      return perTier(price.tiers, units, (part, tier) => part.times(tier.unit));
    case 'volume': {
      const tier = volumeTier(price.tiers, units);
      return units.times(tier.unit).plus(tier.flat);
    }
    case 'package': {
      const packages = units.minus(price.free).div(price.size).ceil();
      return Decimal.max(0, packages).times(price.amount);
    }
    case 'percentage':
      return percentage(price, values);
    case 'graduated_percentage':
      return perTier(price.tiers, units, (part, tier) => part.times(tier.rate).div(100));
  }
}

/** The range of a volume price: chosen by whole units. */
export function volumeTier(tiers: readonly Tier[], units: Decimal): Tier {
  const found = tiers.find((it) => it.to === null || units.ceil().lte(it.to));
  if (found === undefined) throw new Error('The last tier must be open');
  return found;
}

/** The units of each tier; null for a tier that is not reached. The first one always is. */
export function partsOf(tiers: readonly { to: number | null }[], units: Decimal): (Decimal | null)[] {
  let below = 0;
  return tiers.map(({ to }) => {
    const from = below;
    below = to ?? Infinity;
    if (from > 0 && units.lte(from)) return null;
    return (to === null ? units : Decimal.min(units, to)).minus(from);
  });
}

function perTier<T extends { to: number | null; flat: string }>(
  tiers: readonly T[],
  units: Decimal,
  priced: (part: Decimal, tier: T) => Decimal,
): Decimal {
  const parts = partsOf(tiers, units);
  return sumOf(
    tiers.map((tier, index) => {
      const part = parts[index] ?? null;
      return part === null ? ZERO : priced(part, tier).plus(tier.flat);
    }),
  );
}

/** docs/billing-rules.md#percentage */
function percentage(price: Price & { model: 'percentage' }, values: readonly Decimal[]): Decimal {
  let before = ZERO;
  const amounts = values.map((value, index) => {
    const after = before.plus(value);
    const free = freePart(price, index, before, value);
    before = after;
    if (free.eq(value) && free.gt(0)) return ZERO;
    let amount = value
      .minus(free)
      .times(price.rate)
      .div(100)
      .plus(price.fixed ?? 0);
    if (price.least !== null) amount = Decimal.max(amount, price.least);
    if (price.most !== null) amount = Decimal.min(amount, price.most);
    return amount;
  });
  return sumOf(amounts);
}

/** How much of an event is free: nothing after the n-th event, or after the total is used up. */
function freePart(
  price: Price & { model: 'percentage' },
  index: number,
  before: Decimal,
  value: Decimal,
): Decimal {
  if (price.freeEvents === null && price.freeTotal === null) return ZERO;
  if (price.freeEvents !== null && index >= price.freeEvents) return ZERO;
  if (price.freeTotal === null) return value;
  return Decimal.min(value, Decimal.max(0, new Decimal(price.freeTotal).minus(before)));
}
