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

/**
 * Returns the message for an event with the transaction ID of another event.
 *
 * @param field path of the transaction ID in the request.
 */
export function takenMessage(field: string, transactionId: string): string {
  return `${field} "${transactionId}" was used before with different content: send another event under a new ID.`;
}
