/** An event to store. */
export interface Arrival {
  input: EventInput;
  /**
   * Hash of the API key to check in the transaction that stores the event; null for a key that has already been
   * checked.
   */
  keyHash: string | null;
}

/** A usage event of a request. */
export interface EventInput {
  transactionId: string;
  code: string;
  /** Null for the time of arrival. */
  timestamp: Date | null;
  properties: Record<string, unknown>;
  externalSubscriptionId: string | null;
  externalCustomerId: string | null;
}
