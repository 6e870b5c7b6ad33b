import type { ClaimedDelivery } from '../../src/modules/webhooks/engine/claimed-delivery';

/** Returns a claimed delivery for unit tests. */
export const delivery = (endpointId: string, id: string, organizationId = 'acme'): ClaimedDelivery => ({
  organizationId,
  id,
  endpointId,
  kind: 'customer.created',
  generation: 1,
  attemptNumber: 1,
  retries: 0,
  maxRetries: 5,
  isRetry: false,
  leaseExpirations: 0,
  payload: '{}',
  sample: false,
  target: {
    url: 'http://127.0.0.1/',
    sealedSecret: '',
    earlierSecrets: [],
  },
  startBefore: 0,
});
