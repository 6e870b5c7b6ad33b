import { randomBytes } from 'node:crypto';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity';

const SECRET_BYTES = 32;

/**
 * Returns the context that binds an encrypted secret to its endpoint: the ciphertext cannot be decrypted in another
 * row.
 */
export const secretContext = (organizationId: string, endpointId: string): string =>
  `webhook-endpoint/${organizationId}/${endpointId}`;

/** Returns a new secret: `whsec_` and 32 random bytes in base64 (docs/webhooks.md). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Returns the event kinds and groups that the endpoint receives, empty for all; null if it receives no events. */
export function subscriptionOf(
  endpoint: Pick<WebhookEndpointEntity, 'status' | 'eventTypes' | 'deletedAt'>,
): string[] | null {
  return endpoint.status === 'active' && endpoint.deletedAt === null ? endpoint.eventTypes : null;
}

/** Returns whether two subscriptions are equal, in any order. */
export function isSameSubscription(one: string[] | null, other: string[] | null): boolean {
  if (one === null || other === null) return one === other;
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((it) => b.has(it));
}
