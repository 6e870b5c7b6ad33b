import type { ChargeTerms, Price, RateTier, Tier } from '../reckoning/life';

/** A charge as the API takes it. */
export function chargeBody({ metric, price, prorated }: ChargeTerms): object {
  return {
    billable_metric_code: metric,
    charge_model: price.model,
    properties: propertiesOf(price),
    ...(prorated ? { prorated } : {}),
  };
}

function propertiesOf(price: Price): object {
  switch (price.model) {
    case 'standard':
      return { amount: price.amount };
    case 'graduated':
      return { graduated_ranges: ranges(price.tiers, amounts) };
    case 'volume':
      return { volume_ranges: ranges(price.tiers, amounts) };
    case 'package':
      return { amount: price.amount, free_units: price.free, package_size: price.size };
    case 'graduated_percentage':
      return {
        graduated_percentage_ranges: ranges(price.tiers, ({ rate, flat }: RateTier) => ({
          rate,
          flat_amount: flat,
        })),
      };
    case 'percentage': {
      const properties = {
        rate: price.rate,
        fixed_amount: price.fixed,
        free_units_per_events: price.freeEvents,
        free_units_per_total_aggregation: price.freeTotal,
        per_transaction_min_amount: price.least,
        per_transaction_max_amount: price.most,
      };
      return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
    }
  }
}

const amounts = ({ unit, flat }: Tier): object => ({ per_unit_amount: unit, flat_amount: flat });

function ranges<T extends { to: number | null }>(tiers: readonly T[], rest: (tier: T) => object): object[] {
  let from = 0;
  return tiers.map((tier) => {
    const range = { from_value: from, to_value: tier.to, ...rest(tier) };
    from = (tier.to ?? 0) + 1;
    return range;
  });
}
