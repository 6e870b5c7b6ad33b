import type { Schemas } from '@billing-service/sdk';
import { usePage } from '../../api/hooks';
import { useScope } from '../../api/session';

/** Returns the names of the providers with credentials to collect money, as far as the key may see them. */
export function useCollectingProviders(): readonly Schemas['PaymentProvider'][] {
  const { data } = usePage('/v1/payment_providers', {
    query: { limit: 20 },
    enabled: useScope('payment_providers:read'),
    every: false,
  });
  return (data?.items ?? []).filter((it) => it.credentials_set).map((it) => it.provider);
}
