import { earlierSecretsOf, type EarlierSecret, type StoredEarlierSecret } from '../../webhook-endpoints';

/** Identifies an endpoint queue; each endpoint has one. */
export interface EndpointKey {
  organizationId: string;
  endpointId: string;
}

/**
 * Where to send an endpoint's deliveries, and the encrypted secrets to sign them with, as read by the claim.
 */
export interface DeliveryTarget {
  url: string;
  sealedSecret: string;
  /** Newest first; some may have ended. */
  earlierSecrets: readonly EarlierSecret[];
}

/** A delivery that this worker has leased, with all the data needed to send it. */
export interface ClaimedDelivery extends EndpointKey {
  id: string;
  kind: string;
  generation: number;
  attemptNumber: number;
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  leaseExpirations: number;
  payload: string;
  /** Whether the event is about a made-up object. */
  sample: boolean;
  /** One object, shared by all deliveries to the endpoint in this claim. */
  target: DeliveryTarget;
  /** Latest time to start the attempt so that it ends within the lease (monotonic clock, ms). */
  startBefore: number;
}

interface TargetRow {
  /** Index of the endpoint queue among the parameters of the claim, starting at 1. */
  position: number;
  delivery_id: null;
  url: string;
  sealed_secret: string;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: Date | null;
  older_secrets: StoredEarlierSecret[];
}

interface DeliveryRow {
  position: number;
  delivery_id: string;
  webhook_type: string;
  generation: number;
  attempts: number;
  retries: number;
  max_retries: number;
  is_retry: boolean;
  lapses: number;
  payload: string;
  sample: boolean;
}

/** One kind of row has the target of an endpoint, the other a claimed delivery. */
export type ClaimedRow = TargetRow | DeliveryRow;

/**
 * Combines the rows of a claim. Returns the deliveries oldest first.
 *
 * @param endpoints in the order of the claim's parameters
 */
export function toClaimedDeliveries(
  rows: readonly ClaimedRow[],
  endpoints: readonly EndpointKey[],
  startBefore: number,
): ClaimedDelivery[] {
  const targets: DeliveryTarget[] = [];
  for (const row of rows) if (row.delivery_id === null) targets[row.position] = toTarget(row);

  const deliveries: ClaimedDelivery[] = [];
  for (const row of rows) {
    const endpoint = endpoints[row.position - 1];
    const target = targets[row.position];
    if (row.delivery_id === null || endpoint === undefined || target === undefined) continue;
    deliveries.push(toDelivery(row, endpoint, target, startBefore));
  }
  return deliveries.sort((one, other) => (one.id < other.id ? -1 : 1));
}

function toTarget(row: TargetRow): DeliveryTarget {
  return {
    url: row.url,
    sealedSecret: row.sealed_secret,
    earlierSecrets: earlierSecretsOf({
      sealedPreviousSecret: row.sealed_previous_secret,
      previousSecretExpiresAt: row.previous_secret_expires_at,
      olderSecrets: row.older_secrets,
    }),
  };
}

function toDelivery(
  row: DeliveryRow,
  { organizationId, endpointId }: EndpointKey,
  target: DeliveryTarget,
  startBefore: number,
): ClaimedDelivery {
  return {
    organizationId,
    id: row.delivery_id,
    endpointId,
    kind: row.webhook_type,
    generation: row.generation,
    attemptNumber: row.attempts,
    retries: row.retries,
    maxRetries: row.max_retries,
    isRetry: row.is_retry,
    leaseExpirations: row.lapses,
    payload: row.payload,
    sample: row.sample,
    target,
    startBefore,
  };
}
