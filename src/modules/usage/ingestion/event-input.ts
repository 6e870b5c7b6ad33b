/** An event to store, with the API key that is still to be checked, if any. */
export interface Arrival {
  input: EventInput;
  /**
   * Hash of the API key to check in the transaction that stores the event; null for a key that has already been
   * checked.
   */
  keyHash: string | null;
}

/** A usage event as sent, after validation. */
export interface EventInput {
  transactionId: string;
  code: string;
  /** Null if omitted; the time of arrival then applies. */
  timestamp: Date | null;
  properties: Record<string, unknown>;
  externalSubscriptionId: string | null;
  externalCustomerId: string | null;
}
