import type { BillableMetric, Coupon, Plan, Tax } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { billing } from './client';

/** Returns all plans, for a select; undefined until they are loaded. */
export function usePlans(): readonly Plan[] | undefined {
  return useAll(['plans', 'all'], () => billing.plans.list({ limit: 100 }));
}

/** Returns all billable metrics, for a select; undefined until they are loaded. */
export function useMetrics(): readonly BillableMetric[] | undefined {
  return useAll(['metrics', 'all'], () => billing.billableMetrics.list({ limit: 100 }));
}

/** Returns all taxes, for a choice; undefined until they are loaded. */
export function useTaxes(): readonly Tax[] | undefined {
  return useAll(['taxes', 'all'], () => billing.taxes.list({ limit: 100 }));
}

/** Returns all coupons, for a select; undefined until they are loaded. */
export function useCoupons(): readonly Coupon[] | undefined {
  return useAll(['coupons', 'all'], () => billing.coupons.list({ limit: 100 }));
}

function useAll<Item>(key: readonly string[], list: () => AsyncIterable<Item>): readonly Item[] | undefined {
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      const items: Item[] = [];
      for await (const item of list()) items.push(item);
      return items;
    },
    refetchInterval: false,
  }).data;
}
