import fc from 'fast-check';
import { METRICS } from '../reckoning/catalogue';
import type { ChargeTerms, Interval, PlanTerms, Price, RateTier, Tier } from '../reckoning/life';

/** A decimal string with at most so many decimals. */
export function decimal(max: number, places: number): fc.Arbitrary<string> {
  const scale = 10 ** places;
  return fc.nat(max * scale).map((it) => {
    const digits = String(it).padStart(places + 1, '0');
    const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
    const whole = digits.slice(0, digits.length - places);
    return fraction === '' || places === 0 ? whole : `${whole}.${fraction}`;
  });
}

const bounds = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 2 })
  .map((it) => [...[...it].sort((a, b) => a - b), null]);

const tiers: fc.Arbitrary<Tier[]> = bounds.chain((ends) =>
  fc.tuple(
    ...ends.map((to) => fc.record({ to: fc.constant(to), unit: decimal(20, 3), flat: decimal(10, 2) })),
  ),
);

const rateTiers: fc.Arbitrary<RateTier[]> = bounds.chain((ends) =>
  fc.tuple(
    ...ends.map((to) => fc.record({ to: fc.constant(to), rate: decimal(30, 2), flat: decimal(10, 2) })),
  ),
);

const standard: fc.Arbitrary<Price> = fc.record({
  model: fc.constant('standard' as const),
  amount: decimal(10, 4),
});
const graduated: fc.Arbitrary<Price> = fc.record({ model: fc.constant('graduated' as const), tiers });
const volume: fc.Arbitrary<Price> = fc.record({ model: fc.constant('volume' as const), tiers });
const byPackage: fc.Arbitrary<Price> = fc.record({
  model: fc.constant('package' as const),
  amount: decimal(20, 2),
  free: fc.nat(10),
  size: fc.integer({ min: 1, max: 12 }),
});
const graduatedPercentage: fc.Arbitrary<Price> = fc.record({
  model: fc.constant('graduated_percentage' as const),
  tiers: rateTiers,
});
const percentage = fc.record<Price & { model: 'percentage' }>({
  model: fc.constant('percentage'),
  rate: decimal(20, 2),
  fixed: fc.option(decimal(2, 2)),
  freeEvents: fc.option(fc.integer({ min: 1, max: 3 })),
  freeTotal: fc.option(fc.integer({ min: 1, max: 60 }).map(String)),
  least: fc.option(decimal(2, 2)),
  most: fc.option(decimal(9, 2).map((it) => String(Number(it) + 2))),
});

/** Prices that look at single events need values above zero. */
export const PER_EVENT = 'paid';

function priceFor(metric: string, prorated: boolean): fc.Arbitrary<Price> {
  if (metric === PER_EVENT) return fc.oneof(percentage, percentage, standard);
  if (prorated) return fc.oneof(standard, graduated, volume);
  return fc.oneof(standard, standard, graduated, volume, byPackage, graduatedPercentage);
}

const aCharge: fc.Arbitrary<ChargeTerms> = fc
  .record({ metric: fc.constantFrom(...METRICS), days: fc.boolean() })
  .chain(({ metric, days }) => {
    const prorated = days && metric.recurring && metric.aggregation !== 'weighted_sum';
    const [code, isProrated] = [fc.constant(metric.code), fc.constant(prorated)];
    return fc.record({ metric: code, price: priceFor(metric.code, prorated), prorated: isProrated });
  });

export const someCharges = fc.uniqueArray(aCharge, { maxLength: 4, selector: (it) => it.metric });

const intervals: fc.Arbitrary<Interval> = fc.constantFrom(
  'monthly',
  'monthly',
  'weekly',
  'quarterly',
  'yearly',
);

export function planTerms(taxes: fc.Arbitrary<string[]>): fc.Arbitrary<PlanTerms> {
  return fc.record({
    interval: intervals,
    cents: fc.oneof(fc.nat(20_000), fc.constant(3100)),
    inAdvance: fc.boolean(),
    trialDays: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
    ),
    taxes,
    charges: someCharges,
  });
}
