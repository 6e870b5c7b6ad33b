import { randomBytes } from 'node:crypto';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity';

const SECRET_BYTES = 32;

/** Binds an encrypted secret to its endpoint: it opens in no other row. */
export const secretContext = (organizationId: string, endpointId: string): string =>
  `webhook-endpoint/${organizationId}/${endpointId}`;

/** `whsec_` and 32 random bytes in base64 (decisions.md, Signatures). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The kinds and groups of which an endpoint gets new deliveries, empty for all; null: it gets none. */
export function subscriptionOf(
  endpoint: Pick<WebhookEndpointEntity, 'status' | 'eventTypes' | 'deletedAt'>,
): string[] | null {
  return endpoint.status === 'active' && endpoint.deletedAt === null ? endpoint.eventTypes : null;
}

/** Whether two subscriptions list the same, in any order. */
export function isSameSubscription(one: string[] | null, other: string[] | null): boolean {
  if (one === null || other === null) return one === other;
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((it) => b.has(it));
}
