/** Identifies an endpoint, and with it the queue of its deliveries. */
export interface EndpointKey {
  organizationId: string;
  endpointId: string;
}

/** Where an endpoint's deliveries go and what signs them, as of a claim. */
export interface DeliveryTarget {
  url: string;
  signatureAlgo: string;
  sealedSecret: string;
  /** Secrets that rotations have replaced, newest first; some may have ended. */
  earlierSecrets: readonly EarlierSecret[];
}

/** A secret that signs until its announced end. */
export interface EarlierSecret {
  sealed: string;
  expiresAt: Date;
}

/** A delivery that this worker has leased, with everything needed to send it. */
export interface ClaimedDelivery extends EndpointKey {
  id: string;
  kind: string;
  generation: number;
  attemptNumber: number;
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  expiredLeases: number;
  payload: string;
  /** One object shared by all deliveries of the endpoint in this claim. */
  target: DeliveryTarget;
  /** Latest start of the attempt (monotonic clock, ms) at which it still ends within the lease. */
  startBefore: number;
}

interface TargetRow {
  /** Position of the endpoint among those asked for, from 1. */
  endpoint: number;
  delivery_id: null;
  url: string;
  signature_algo: string;
  sealed_secret: string;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: Date | null;
  earlier_secrets: { sealed: string; expiresAt: string }[] | null;
}

interface DeliveryRow {
  endpoint: number;
  delivery_id: string;
  /** Null for a sample. */
  event_id: string | null;
  webhook_type: string;
  generation: number;
  attempts: number;
  retries: number;
  max_retries: number;
  is_retry: boolean;
  lapses: number;
  /** Null if it is still to be found. */
  payload: string | null;
}

/** A row of the claim statement: the target of an endpoint, or one of its deliveries. */
export type ClaimedRow = TargetRow | DeliveryRow;

/** A claimed delivery whose body is still to be found. */
export interface WithoutPayload {
  organizationId: string;
  deliveryId: string;
  eventId: string | null;
}

/** Returns the claimed deliveries whose bodies are still to be found. */
export function withoutPayload(
  rows: readonly ClaimedRow[],
  endpoints: readonly EndpointKey[],
): WithoutPayload[] {
  return rows.flatMap((row) => {
    if (row.delivery_id === null || row.payload !== null) return [];
    const organizationId = endpoints[row.endpoint - 1]?.organizationId ?? '';
    return [{ organizationId, deliveryId: row.delivery_id, eventId: row.event_id }];
  });
}

/**
 * Returns the deliveries of a claim of these endpoints, oldest first.
 *
 * @param payloads bodies that the rows lack, by delivery
 */
export function toClaimedDeliveries(
  rows: readonly ClaimedRow[],
  endpoints: readonly EndpointKey[],
  startBefore: number,
  payloads: ReadonlyMap<string, string>,
): ClaimedDelivery[] {
  const targets: DeliveryTarget[] = [];
  for (const row of rows) if (row.delivery_id === null) targets[row.endpoint] = toTarget(row);

  const deliveries: ClaimedDelivery[] = [];
  for (const row of rows) {
    const key = endpoints[row.endpoint - 1];
    const target = targets[row.endpoint];
    if (row.delivery_id === null || key === undefined || target === undefined) continue;
    const payload = row.payload ?? payloads.get(row.delivery_id);
    if (payload === undefined) continue; // its event is gone by hand: its leases expire, and it fails
    deliveries.push(toDelivery({ ...row, payload }, key, target, startBefore));
  }
  return deliveries.sort((one, other) => (one.id < other.id ? -1 : 1));
}

function toTarget(row: TargetRow): DeliveryTarget {
  return {
    url: row.url,
    signatureAlgo: row.signature_algo,
    sealedSecret: row.sealed_secret,
    earlierSecrets: [...previousOf(row), ...olderOf(row)],
  };
}

function previousOf({
  sealed_previous_secret: sealed,
  previous_secret_expires_at: expiresAt,
}: TargetRow): EarlierSecret[] {
  return sealed === null || expiresAt === null ? [] : [{ sealed, expiresAt }];
}

/** Dates within JSON are texts. */
function olderOf({ earlier_secrets: older }: TargetRow): EarlierSecret[] {
  return (older ?? []).map(({ sealed, expiresAt }) => ({ sealed, expiresAt: new Date(expiresAt) }));
}

function toDelivery(
  row: DeliveryRow & { payload: string },
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
    expiredLeases: row.lapses,
    payload: row.payload,
    target,
    startBefore,
  };
}
