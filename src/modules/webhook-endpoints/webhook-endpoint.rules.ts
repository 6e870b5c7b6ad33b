import { randomBytes } from 'node:crypto';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity';

const SECRET_BYTES = 32;

/** The URL of an endpoint whose deliveries are stored for reading, not sent (docs/webhooks.md#inbox). */
export const INBOX_URL = 'inbox';

/**
 * Returns the context under which the secret of an endpoint is encrypted. It prevents a ciphertext that was
 * copied to the row of another endpoint from being decrypted.
 */
export const secretContext = (organizationId: string, endpointId: string): string =>
  `webhook-endpoint/${organizationId}/${endpointId}`;

/** Generates a signing secret: `whsec_` and 32 random bytes in base64 (docs/webhooks.md). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * Returns the selected event kinds and groups, empty for all. Returns null if the endpoint is inactive or
 * deleted, and so receives no events.
 */
export function subscriptionOf(
  endpoint: Pick<WebhookEndpointEntity, 'status' | 'eventTypes' | 'deletedAt'>,
): string[] | null {
  return endpoint.status === 'active' && endpoint.deletedAt === null ? endpoint.eventTypes : null;
}

/** Compares selected event kinds, regardless of their order. */
export function isSameSubscription(one: string[] | null, other: string[] | null): boolean {
  if (one === null || other === null) return one === other;
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((it) => b.has(it));
}
