import type { WebhookEndpoint } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useOnce } from '../../api/hooks';

/** Returns the endpoints of the organization, without deleted ones; empty until they are loaded. */
export function useEndpoints(): readonly WebhookEndpoint[] {
  const { data } = useOnce(['endpoints', 'all'], async (signal) => {
    const endpoints: WebhookEndpoint[] = [];
    for await (const it of billing.webhookEndpoints.list({}, { signal })) endpoints.push(it);
    return endpoints;
  });
  return data ?? [];
}

export function nameOf({ description, url }: WebhookEndpoint): string {
  return description ?? url;
}

/** Says which kinds of events an endpoint receives. */
export function eventsOf(types: readonly string[]): string {
  return types.length === 0 ? 'All events' : types.join(', ');
}
