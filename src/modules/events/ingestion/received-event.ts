/** A usage event as a request gives it. */
export interface UsageEventInput {
  transactionId: string;
  code: string;
  /** Null for the time of arrival. */
  timestamp: Date | null;
  properties: Record<string, unknown>;
  externalSubscriptionId: string | null;
  externalCustomerId: string | null;
}

/** A usage event on its way to the database. */
export interface ReceivedEvent {
  input: UsageEventInput;
  /** Hash of the API key to check in the transaction that stores the event; null for a key that was checked before. */
  keyHash: string | null;
}
