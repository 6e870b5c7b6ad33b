/** A delivery that this worker holds, with everything that sending it takes. */
export interface ClaimedDelivery {
  organizationId: string;
  id: string;
  endpointId: string;
  kind: string;
  generation: number;
  attemptNumber: number;
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  lapses: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  payload: string;
  url: string;
  sealedSecret: string;
  sealedPreviousSecret: string | null;
  previousSecretExpiresAt: Date | null;
  /** Until when, on this process's monotonic clock (ms), an attempt may still begin. */
  startBefore: number;
}

/** A row of the claim statement. */
export interface ClaimedRow {
  organization_id: string;
  delivery_id: string;
  webhook_endpoint_id: string;
  webhook_type: string;
  generation: number;
  attempts: number;
  retries: number;
  max_retries: number;
  is_retry: boolean;
  lapses: number;
  created_ms: number;
  payload: string;
  url: string;
  sealed_secret: string;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: Date | null;
}

export function toClaimedDelivery(row: ClaimedRow, startBefore: number): ClaimedDelivery {
  return {
    organizationId: row.organization_id,
    id: row.delivery_id,
    endpointId: row.webhook_endpoint_id,
    kind: row.webhook_type,
    generation: row.generation,
    attemptNumber: row.attempts,
    retries: row.retries,
    maxRetries: row.max_retries,
    isRetry: row.is_retry,
    lapses: row.lapses,
    createdAt: row.created_ms,
    payload: row.payload,
    url: row.url,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretExpiresAt: row.previous_secret_expires_at,
    startBefore,
  };
}
