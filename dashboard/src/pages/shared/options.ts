import { usePage } from '../../api/hooks';
import { useScope } from '../../api/session';
import type { Option } from '../../forms/fields';
import { formatMoney } from '../../lib/money';

/** As many as a select can reasonably hold; others are chosen on their own pages. */
const LIMIT = 100;

export function usePlanOptions(): readonly Option[] {
  const { data } = usePage('/v1/plans', {
    query: { limit: LIMIT },
    enabled: useScope('plans:read'),
    every: false,
  });
  return (
    data?.items.map(({ code, name, amount_cents: cents, currency, interval }) => ({
      value: code,
      label: `${name} – ${formatMoney(cents, currency)} ${interval}`,
    })) ?? []
  );
}

export function useMetricOptions(): readonly Option[] {
  const { data } = usePage('/v1/billable_metrics', {
    query: { limit: LIMIT },
    enabled: useScope('billable_metrics:read'),
    every: false,
  });
  return data?.items.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })) ?? [];
}

export function useTaxOptions(): readonly Option[] {
  const { data } = usePage('/v1/taxes', {
    query: { limit: LIMIT },
    enabled: useScope('taxes:read'),
    every: false,
  });
  return data?.items.map(({ code, name, rate }) => ({ value: code, label: `${name} (${rate} %)` })) ?? [];
}

export function useCouponOptions(): readonly Option[] {
  const { data } = usePage('/v1/coupons', {
    query: { limit: LIMIT },
    enabled: useScope('coupons:read'),
    every: false,
  });
  return data?.items.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })) ?? [];
}
